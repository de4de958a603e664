//! Cuts a game to a range of plies.

use crate::dialect::variant_tag;
use crate::edit::buffer::BufferedHead;
use crate::edit::changes::{Change, ChangeCounts};
use crate::position::fen;
use crate::rules::{Position, Rules};
use crate::step::{Head, Step};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The plies of the mainline that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRange {
    /// The first one; the game then starts from the position before it.
    pub before: u32,
    /// The last one.
    pub after: u32,
}

impl Default for PlyRange {
    fn default() -> PlyRange {
        PlyRange { before: 1, after: u32::MAX }
    }
}

impl PlyRange {
    /// The plies that a text names: `40` for the first forty, `10-40`, `10-` for those from the tenth on.
    ///
    /// ```
    /// use scoresheet_core::edit::PlyRange;
    /// assert_eq!(PlyRange::parse("40"), Some(PlyRange { before: 1, after: 40 }));
    /// assert_eq!(PlyRange::parse("10-40"), Some(PlyRange { before: 10, after: 40 }));
    /// assert_eq!(PlyRange::parse("10-"), Some(PlyRange { before: 10, after: u32::MAX }));
    /// assert_eq!((PlyRange::parse("0-3"), PlyRange::parse("6-4"), PlyRange::parse("x")), (None, None, None));
    /// ```
    pub fn parse(text: &str) -> Option<PlyRange> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let cut = match text.split_once('-') {
            None => PlyRange { before: 1, after: number(text)? },
            Some((before, after)) if after.trim().is_empty() => PlyRange { before: number(before)?, after: u32::MAX },
            Some((before, after)) => PlyRange { before: number(before)?, after: number(after)? },
        };
        // Up to the ply before the first one there is nothing to keep but the position.
        (cut.before > 0 && cut.before - 1 <= cut.after).then_some(cut)
    }
}

/// How far a game is that is cut.
pub(super) struct Cutting {
    cut: PlyRange,
    /// The head, and whether it waits for the position that the game is to start from.
    head: BufferedHead,
    waiting: bool,
    /// Whether the first move that is kept has not come yet.
    fresh: bool,
    /// How many plies lead to the current position, and to the places where the open variations branch off.
    ply: u32,
    branches: Vec<u32>,
    /// In a line that has ended, or one that is left out: how many variations are open in it.
    ended: Option<Ended>,
}

#[derive(Clone, Copy)]
struct Ended {
    open: u32,
    /// Whether its closing bracket is left out, too.
    whole: bool,
}

impl Cutting {
    pub(super) fn new(cut: PlyRange) -> Cutting {
        Cutting {
            cut,
            head: BufferedHead::default(),
            waiting: false,
            fresh: false,
            ply: 0,
            branches: Vec::new(),
            ended: None,
        }
    }

    /// Whether all plies are kept.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.cut.before <= 1 && self.cut.after == u32::MAX
    }

    /// Whether the position has not been reached yet that the game is to start from.
    #[inline]
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// A game begins. Returns whether it is to start later than it does.
    pub(super) fn begin(&mut self, head: &Head<'_>) -> bool {
        (self.fresh, self.ply, self.ended) = (false, 0, None);
        self.branches.clear();
        self.waiting = self.cut.before > 1;
        if self.waiting {
            self.head.hold(head);
        }
        self.waiting
    }

    /// The head that was held.
    pub(super) fn head(&self) -> &BufferedHead {
        &self.head
    }

    /// How many of the next moves need no decision.
    #[inline]
    pub(super) fn stretch(&self) -> MoveRun {
        if self.is_idle() {
            MoveRun::pass(u32::MAX)
        } else if self.ended.is_some() || (self.waiting && !self.branches.is_empty()) {
            MoveRun::drop(u32::MAX)
        } else if self.waiting {
            // The last move before the start is needed for its position.
            MoveRun::drop((self.cut.before - 1).saturating_sub(self.ply + 1))
        } else {
            MoveRun::pass(self.cut.after.saturating_sub(self.ply))
        }
    }

    /// Accounts for moves that were handled as [`Cutting::stretch`] allowed.
    #[inline]
    pub(super) fn advance(&mut self, moves: u32, changes: &mut ChangeCounts) {
        if self.is_idle() || moves == 0 {
            return;
        }
        let is_dropped = self.waiting || self.ended.is_some();
        if is_dropped {
            changes.count(Change::Move, u64::from(moves));
        } else {
            self.fresh = false;
        }
        if self.ended.is_none() && (!self.waiting || self.branches.is_empty()) {
            self.ply += moves;
        }
    }

    /// Passes over a step before the start. At the start, returns the position.
    #[inline]
    pub(super) fn wait<'s>(&mut self, step: &Step<'s>, changes: &mut ChangeCounts) -> Option<&'s Position> {
        match step {
            Step::Open => self.branches.push(self.ply),
            Step::Close => drop(self.branches.pop()),
            Step::Move { .. } => changes.count(Change::Move, 1),
            Step::Played(after) if self.branches.is_empty() => {
                self.ply += 1;
                if self.ply + 1 == self.cut.before {
                    (self.fresh, self.waiting) = (true, false);
                    return Some(after);
                }
            }
            _ => {}
        }
        None
    }

    /// Whether a move after the start is kept.
    #[inline]
    pub(super) fn keeps_move(&mut self, step: &Step<'_>, changes: &mut ChangeCounts) -> bool {
        match step {
            Step::Played(_) => self.ended.is_none(),
            Step::Move { .. } if self.ended.is_none() && self.ply < self.cut.after => {
                self.ply += 1;
                self.fresh = false;
                true
            }
            step => self.keeps(step, changes),
        }
    }

    /// Whether a step after the start is kept.
    pub(super) fn keeps(&mut self, step: &Step<'_>, changes: &mut ChangeCounts) -> bool {
        if let Some(ended) = &mut self.ended {
            match step {
                Step::Open => ended.open += 1,
                Step::Close if ended.open > 0 => ended.open -= 1,
                Step::Close => {
                    let whole = ended.whole;
                    self.ended = None;
                    self.close();
                    return !whole;
                }
                Step::Termination(_) | Step::End(_) if self.branches.is_empty() => {
                    self.ended = None;
                    return true;
                }
                Step::Move { .. } => changes.count(Change::Move, 1),
                _ => {}
            }
            return false;
        }
        match step {
            Step::Move { .. } => self.end_line(changes),
            Step::Unplayed(_) if self.ply >= self.cut.after => self.end_line(changes),
            Step::Open => {
                self.branches.push(self.ply);
                // A variation on the move before the start has no place any more.
                if self.fresh {
                    changes.count(Change::Variation, 1);
                    self.ended = Some(Ended { open: 0, whole: true });
                    return false;
                }
                self.ply = self.ply.saturating_sub(1);
                true
            }
            Step::Close => {
                self.close();
                true
            }
            // It belongs to the move before the start.
            Step::Nag { .. } => !self.fresh,
            _ => true,
        }
    }

    fn end_line(&mut self, changes: &mut ChangeCounts) -> bool {
        changes.count(Change::Move, 1);
        self.ended = Some(Ended { open: 0, whole: false });
        false
    }

    fn close(&mut self) {
        if let Some(ply) = self.branches.pop() {
            self.ply = ply;
        }
    }
}

/// The tags of a game that starts from another position than it did.
pub(super) fn tags<'h>(head: &'h BufferedHead, start: &Position) -> Vec<(Cow<'h, str>, Cow<'h, str>)> {
    let mut tags = head.tags();
    set(&mut tags, "SetUp", Cow::Borrowed("1"));
    set(&mut tags, "FEN", Cow::Owned(fen::write(start, fen::Style::default())));
    if start.rules() != Rules::STANDARD && !tags.iter().any(|(name, _)| name == "Variant") {
        set(&mut tags, "Variant", variant_tag(start));
    }
    tags
}

fn set<'h>(tags: &mut Vec<(Cow<'h, str>, Cow<'h, str>)>, name: &'static str, value: Cow<'h, str>) {
    match tags.iter_mut().find(|(known, _)| known == name) {
        Some(tag) => tag.1 = value,
        None => tags.push((Cow::Borrowed(name), value)),
    }
}

/// What happens to the next moves, until a step of another kind comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveRun {
    /// How many moves this holds for.
    pub moves: u32,
    /// Whether they are passed on, or else dropped.
    pub pass: bool,
}

impl MoveRun {
    pub(super) fn pass(moves: u32) -> MoveRun {
        MoveRun { moves, pass: true }
    }

    pub(super) fn drop(moves: u32) -> MoveRun {
        MoveRun { moves, pass: false }
    }
}
