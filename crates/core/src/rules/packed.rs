//! Moves as 16 bits.

use super::position::{Position, Wing};
use super::types::{Move, MoveKind, Role, Square};

/// The bit of castling.
const CASTLE: u16 = 1 << 15;

/// A move as 16 bits: bits 0 to 5 are the square that it starts from, 6 to 11 its destination, 12 to 14 the number of the
/// role that a pawn is promoted to, and 15 is set for castling, which is stored as the squares of the king. A null move has
/// the king's square twice, and a drop its square twice and the number of the role that is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove(pub u16);

impl PackedMove {
    /// Packs the parts of a move.
    ///
    /// ```
    /// use scoresheet_core::rules::{PackedMove, Square};
    /// let (e2, e4) = (Square::masked(12), Square::masked(28));
    /// assert_eq!(PackedMove::new(e2, e4, 0, false), PackedMove(12 | 28 << 6));
    /// ```
    #[inline]
    pub fn new(from: Square, to: Square, promotion: u8, castles: bool) -> PackedMove {
        let squares = u16::from(from.number()) | u16::from(to.number()) << 6;
        PackedMove(squares | u16::from(promotion & 7) << 12 | if castles { CASTLE } else { 0 })
    }

    /// Packs a move.
    #[inline]
    pub fn of(mv: Move) -> PackedMove {
        PackedMove::new(
            mv.from,
            mv.destination(),
            mv.promotion.map_or(0, |role| role as u8),
            mv.kind == MoveKind::Castle,
        )
    }

    /// The square that the move starts from.
    #[inline]
    pub fn from(self) -> Square {
        Square::masked(self.0 as u8)
    }

    /// The destination; for castling, that of the king.
    #[inline]
    pub fn to(self) -> Square {
        Square::masked((self.0 >> 6) as u8)
    }

    /// The number of the role that a pawn is promoted to or that is dropped; 0 for none.
    #[inline]
    pub fn promotion(self) -> u8 {
        (self.0 >> 12) as u8 & 7
    }

    /// Whether the move is castling.
    #[inline]
    pub fn castles(self) -> bool {
        self.0 & CASTLE != 0
    }

    /// The moves below this number are neither castling nor promotions nor drops.
    pub(super) const SIMPLE: u16 = 1 << 12;

    /// The wing that the king castles to.
    #[inline]
    pub(super) fn wing(self) -> Wing {
        if self.to().file() > 4 { Wing::King } else { Wing::Queen }
    }

    /// The move in a position, or `None` if no piece could move like this: there is no rook to castle with, or no such role to
    /// promote to. Whether the move is legal is a question for [`Position::is_legal`].
    pub fn unpack(self, before: &Position) -> Option<Move> {
        let (from, to) = (self.from(), self.to());
        if self.castles() {
            let rook = before.castling_rook(before.turn(), self.wing())?;
            return Some(Move { from, to: rook, promotion: None, kind: MoveKind::Castle });
        }
        let promotion = match self.promotion() {
            0 => None,
            number => Some(Role::from_number(number)?),
        };
        if from == to {
            return match promotion {
                None => Some(Move { from, to, promotion, kind: MoveKind::Null }),
                Some(role) => Some(Move::drop(role, to)).filter(|_| before.rules().has_drops() && role != Role::King),
            };
        }
        let pawn = before.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
        let passing = pawn && from.file() != to.file() && before.piece_at(to).is_none();
        let kind = if passing { MoveKind::EnPassant } else { MoveKind::Plain };
        Some(Move { from, to, promotion, kind })
    }
}
