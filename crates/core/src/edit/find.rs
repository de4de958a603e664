//! Looks for a pattern in games, and marks where it holds.

use crate::find::{Follower, Pattern};
use crate::step::Step;
use alloc::string::{String, ToString};
use alloc::sync::Arc;

/// A pattern that must hold somewhere in the mainline of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// The pattern.
    pub pattern: Arc<Pattern>,
    /// The comment to add at the places where it holds. `{ply}` in it is replaced by the number of plies.
    pub comment: Option<String>,
    /// Whether the comment is added at every place rather than at the first one.
    pub all: bool,
}

/// The search in the current game.
pub(super) struct Finding {
    follower: Follower,
    comment: Option<String>,
    all: bool,
    has_found: bool,
    /// Whether a comment waits for its place.
    is_waiting: bool,
}

impl Finding {
    pub(super) fn new(find: &Find) -> Finding {
        let Find { pattern, comment, all } = find;
        Finding {
            follower: Follower::new(Arc::clone(pattern)),
            comment: comment.clone(),
            all: *all && comment.is_some(),
            has_found: false,
            is_waiting: false,
        }
    }

    /// Whether the pattern has held in this game.
    #[inline]
    pub(super) fn has_found(&self) -> bool {
        self.has_found
    }

    /// Whether the pattern cannot hold in this game.
    #[inline]
    pub(super) fn has_failed(&self) -> bool {
        !self.has_found && !self.follower.is_open()
    }

    /// Whether the next moves are needed.
    #[inline]
    pub(super) fn is_searching(&self) -> bool {
        self.is_waiting || self.follower.is_open() && (self.all || !self.has_found)
    }

    /// Takes the next step of a game.
    #[inline]
    pub(super) fn see(&mut self, step: &Step<'_>) {
        if let Step::Head(_) = step {
            (self.has_found, self.is_waiting) = (false, false);
        } else if let Step::End(Some(_)) = step {
            // The start of a game that could not be played at all is not known.
            self.has_found = false;
            return;
        } else if self.has_found && !self.all {
            return;
        }
        if self.follower.holds(step) {
            self.has_found = true;
            self.is_waiting = self.comment.is_some();
        }
    }

    /// Whether a comment has its place before this step.
    #[inline]
    pub(super) fn is_due(&self, step: &Step<'_>) -> bool {
        let is_of_move = match step {
            Step::Head(_) | Step::Played(_) | Step::Nag { .. } => true,
            // At the start, it would be the place of the first move.
            Step::Place(_) => self.follower.ply() > 0,
            _ => false,
        };
        self.is_waiting && !is_of_move
    }

    /// Whether a comment must be written before this step, at the end of the annotation that matched.
    #[inline]
    pub(super) fn is_due_late(&self, step: &Step<'_>) -> bool {
        self.is_waiting && self.follower.asks_notes() && !matches!(step, Step::Head(_) | Step::Played(_))
    }

    /// The comment that has waited for its place.
    pub(super) fn take_comment(&mut self) -> Option<String> {
        self.is_waiting = false;
        self.comment.as_ref().map(|comment| comment.replace("{ply}", &self.follower.ply().to_string()))
    }
}
