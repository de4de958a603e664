//! The moves before, as far as features need them.

use super::board::NOTHING;
use super::candidate::Candidate;

/// A move of the past, on the board as the side to move sees it now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    /// The role that moved, or [`NOTHING`] if there was no move.
    pub(super) role: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) captured: usize,
}

impl Past {
    const NONE: Past = Past { role: NOTHING, from: 0, to: 0, captured: NOTHING };

    fn of(mv: Candidate) -> Past {
        Past { role: mv.role(), from: mv.from().index(), to: mv.to().index(), captured: mv.captured() }
    }

    /// The same move as the other side sees it. No move looks the same from both sides.
    fn turned(self) -> Past {
        if self.role >= NOTHING { Past::NONE } else { Past { from: self.from ^ 56, to: self.to ^ 56, ..self } }
    }

    /// Role, origin and destination as one number.
    #[inline(always)]
    pub(super) fn word(&self) -> u64 {
        ((self.role << 6 | self.from) << 6 | self.to) as u64
    }
}

/// The last two moves, and how many there were.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    /// The opponent's last move.
    pub(super) last: Past,
    /// The mover's own move before.
    pub(super) own: Past,
    /// The number of plies that were played. A line that does not start with all pieces starts late.
    pub(super) ply: u32,
}

impl History {
    pub(super) fn new(ply: u32) -> History {
        History { last: Past::NONE, own: Past::NONE, ply }
    }

    /// Adds a move of the mover, or none for a null move, and turns to the other side.
    pub(super) fn push(&mut self, mv: Option<Candidate>) {
        self.own = self.last.turned();
        self.last = mv.map_or(Past::NONE, |mv| Past::of(mv).turned());
        self.ply = self.ply.saturating_add(1);
    }
}
