//! A legal move, packed in one word.

use scoresheet_core::rules::Square;

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing, or a promotion.
    Plain,
    /// A pawn takes one that has just passed it.
    EnPassant,
    /// The king castles, to the king's side or not. The destination is the king's.
    Castle(bool),
}

/// A legal move on a [`super::board::Board`], as the mover sees it.
///
/// From the lowest bit: origin (6 bits), destination (6), role (3), captured role or none (3), role again (3), role on the
/// destination (3), kind (2). Features need the role beside the destination and beside the captured role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Candidate(u32);

const EN_PASSANT: u32 = 1 << 24;
const CASTLES: u32 = 2 << 24;
const CASTLES_KINGSIDE: u32 = 3 << 24;

impl Candidate {
    /// A move of a piece, without its destination and what it captures.
    #[inline(always)]
    pub(super) fn of(role: usize, from: Square) -> Candidate {
        Candidate(u32::from(from.number()) | (role as u32) << 12 | (role as u32) << 18 | (role as u32) << 21)
    }

    /// The same move to this square, capturing this role.
    #[inline(always)]
    pub(super) fn to_square(self, to: Square, captured: u8) -> Candidate {
        Candidate(self.0 | u32::from(to.number()) << 6 | u32::from(captured) << 15)
    }

    #[inline(always)]
    pub(super) fn promoted(self, role: usize) -> Candidate {
        Candidate(self.0 & !(7 << 21) | (role as u32) << 21)
    }

    pub(super) fn en_passant(self) -> Candidate {
        Candidate(self.0 | EN_PASSANT)
    }

    pub(super) fn castling(self, kingside: bool) -> Candidate {
        Candidate(self.0 | if kingside { CASTLES_KINGSIDE } else { CASTLES })
    }

    #[inline(always)]
    pub(super) fn from(self) -> Square {
        Square::masked(self.0 as u8)
    }

    #[inline(always)]
    pub(super) fn to(self) -> Square {
        Square::masked((self.0 >> 6) as u8)
    }

    /// The role that moves.
    #[inline(always)]
    pub(super) fn role(self) -> usize {
        (self.0 >> 12 & 7) as usize
    }

    /// The role that is captured, or [`NOTHING`].
    #[inline(always)]
    pub(super) fn captured(self) -> usize {
        (self.0 >> 15 & 7) as usize
    }

    /// The role (3 bits) and the destination (6).
    #[inline(always)]
    pub(super) fn target(self) -> usize {
        (self.0 >> 6 & 0x1ff) as usize
    }

    /// The role (3 bits) and the captured role (3).
    #[inline(always)]
    pub(super) fn roles(self) -> usize {
        (self.0 >> 15 & 0x3f) as usize
    }

    #[inline(always)]
    pub(super) fn captures(self) -> bool {
        self.captured() != NOTHING
    }

    /// The role of the piece on the destination afterwards.
    #[inline(always)]
    pub(super) fn placed(self) -> usize {
        (self.0 >> 21 & 7) as usize
    }

    #[inline(always)]
    pub(super) fn promotes(self) -> bool {
        self.role() == PAWN && self.placed() != PAWN
    }

    #[inline(always)]
    pub(super) fn kind(self) -> Kind {
        match self.0 & CASTLES_KINGSIDE {
            0 => Kind::Plain,
            EN_PASSANT => Kind::EnPassant,
            other => Kind::Castle(other == CASTLES_KINGSIDE),
        }
    }
}

pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;
/// No piece.
pub(super) const NOTHING: usize = 6;
