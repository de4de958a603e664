//! Follows the steps of games and reports where a pattern holds.

use super::{Matcher, Pattern, PatternFacts, PlyNotes};
use crate::rules::{PackedMove, Position, Square};
use crate::step::{Head, Step};
use alloc::sync::Arc;

/// Matches a pattern against the mainlines of games that come as steps.
pub struct Follower {
    matcher: Matcher,
    /// How many variations are open.
    depth: u32,
    ply: u32,
    /// The move of the mainline that is about to be played.
    packed: PackedMove,
    /// Whether annotation decides, which follows the moves.
    asks_notes: bool,
    /// Whether the last move waits for the rest of its annotation, and what is known of that.
    is_waiting: bool,
    notes: PlyNotes,
}

impl Follower {
    /// A follower that has seen no game.
    pub fn new(pattern: Arc<Pattern>) -> Follower {
        let none = PackedMove::new(Square::masked(0), Square::masked(0), 0, false);
        Follower {
            asks_notes: pattern.asks_notes(),
            matcher: Matcher::new(pattern),
            depth: 0,
            ply: 0,
            packed: none,
            is_waiting: false,
            notes: PlyNotes::default(),
        }
    }

    /// Takes the next step of a game and returns whether the pattern holds in the position after [`Follower::ply`] plies: the
    /// one that the step leads to or, if annotation decides, the one before the step that ends the annotation.
    #[inline]
    pub fn holds(&mut self, step: &Step<'_>) -> bool {
        match step {
            Step::Head(head) => {
                (self.depth, self.ply, self.is_waiting) = (0, 0, false);
                return self.matcher.begin(head.start, &facts(head));
            }
            Step::Move { named, .. } if self.depth == 0 => {
                let holds = self.judge();
                self.packed = PackedMove::of(named.mv);
                return holds;
            }
            Step::Played(_) if self.depth == 0 => {
                self.ply += 1;
                if !self.asks_notes {
                    return self.matcher.play(self.packed);
                }
                self.matcher.play_only(self.packed);
                (self.is_waiting, self.notes) = (true, PlyNotes::default());
            }
            Step::Open => self.depth += 1,
            Step::Close => self.depth = self.depth.saturating_sub(1),
            Step::Nag { value: Some(nag), .. } if self.is_waiting && self.depth == 0 => self.notes.add_nag(*nag),
            Step::Comment { text, .. } if self.is_waiting && self.depth == 0 => self.notes.add_comment(text),
            Step::Termination(_) | Step::End(_) => return self.judge(),
            _ => {}
        }
        false
    }

    /// Whether the pattern holds after the last move, if that waits for the end of its annotation.
    #[inline]
    fn judge(&mut self) -> bool {
        core::mem::take(&mut self.is_waiting) && self.matcher.judge(&self.notes)
    }

    /// Whether annotation decides, so that what holds after a move is known only when its annotation has ended.
    #[inline]
    pub fn asks_notes(&self) -> bool {
        self.asks_notes
    }

    /// The position in which the pattern was last evaluated.
    pub fn position(&self) -> Position {
        self.matcher.position()
    }

    /// The number of plies of the mainline so far.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether the pattern can hold later in this game.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.matcher.is_open()
    }
}

/// What the tags of a game state about it.
fn facts(head: &Head<'_>) -> PatternFacts {
    let elo = |name| head.tag(name).and_then(|elo| elo.trim().parse().ok());
    PatternFacts::of(head.tag("Result"), [elo("WhiteElo"), elo("BlackElo")])
}
