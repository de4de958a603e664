//! Moves as 16 bits.

use super::position::{Position, Wing};
use super::types::{Move, MoveKind, Role, Square};
use super::variant::Rules;
use alloc::vec::Vec;

/// The bit of castling.
const CASTLE: u16 = 1 << 15;

/// The word that the rules of packed moves follow: no move has all bits.
const HEAD: u16 = u16::MAX;

/// The packed moves of a whole line, from a blob or from lists.
///
/// A blob has two bytes a move, little-endian. Under rules other than those of chess and Chess960 they follow ten other bytes,
/// `FF FF` and [`Rules::bits`] as 64 bits, little-endian. So the moves state their rules, and cannot be played as chess
/// by mistake.
#[derive(Clone, Copy, Debug)]
pub struct PackedLine<'b> {
    rules: Option<Rules>,
    words: LineWords<'b>,
}

#[derive(Clone, Copy, Debug)]
enum LineWords<'b> {
    Blob(&'b [[u8; 2]]),
    Lists { from: &'b [i8], to: &'b [i8], promotion: &'b [i8], castle: &'b [i8] },
}

impl<'b> PackedLine<'b> {
    /// Reads a blob; `None` if it is invalid, or of rules that are not supported.
    ///
    /// ```
    /// use scoresheet_core::rules::{self, PackedLine, PackedMove};
    /// let atomic = rules::find("atomic");
    /// let mut blob = Vec::new();
    /// PackedLine::write(atomic.unwrap(), [PackedMove(12 | 28 << 6)], &mut blob);
    /// let line = PackedLine::read(&blob).unwrap();
    /// assert_eq!((line.rules(), line.len(), line.get(0)), (atomic, 1, Some(PackedMove(12 | 28 << 6))));
    /// ```
    #[inline]
    pub fn read(blob: &'b [u8]) -> Option<PackedLine<'b>> {
        let (words, []) = blob.as_chunks() else { return None };
        if words.first() != Some(&HEAD.to_le_bytes()) {
            return Some(PackedLine { rules: None, words: LineWords::Blob(words) });
        }
        let (bits, moves) = blob[2..].split_first_chunk()?;
        let rules = Rules::of_bits(u64::from_le_bytes(*bits))?;
        Some(PackedLine { rules: Some(rules), words: LineWords::Blob(moves.as_chunks().0) })
    }

    /// The moves of the columns `from_square`, `to_square`, `promotion` and `castle`, with the rules, if they are known
    /// not to be those of chess.
    ///
    /// ```
    /// use scoresheet_core::rules::{PackedLine, PackedMove};
    /// let line = PackedLine::of_lists(None, [&[12], &[28], &[0], &[0]]);
    /// assert!(line.moves().eq([PackedMove(12 | 28 << 6)]));
    /// ```
    pub fn of_lists(rules: Option<Rules>, [from, to, promotion, castle]: [&'b [i8]; 4]) -> PackedLine<'b> {
        let rules = rules.filter(|rules| !rules.is_chess());
        PackedLine { rules, words: LineWords::Lists { from, to, promotion, castle } }
    }

    /// Appends a blob of these moves, which are played by these rules.
    pub fn write(rules: Rules, moves: impl IntoIterator<Item = PackedMove>, out: &mut Vec<u8>) {
        if !rules.is_chess() {
            out.extend(HEAD.to_le_bytes());
            out.extend(rules.bits().to_le_bytes());
        }
        for packed in moves {
            out.extend(packed.0.to_le_bytes());
        }
    }

    /// The rules that the line names: none if it is one of chess or of Chess960.
    #[inline]
    pub fn rules(self) -> Option<Rules> {
        self.rules
    }

    /// Whether a game with this start is played by the rules of the line. Castling as in Chess960 makes no difference.
    pub fn fits(self, start: &Position) -> bool {
        let rules = self.rules.unwrap_or(Rules::STANDARD);
        rules.without_free_castling() == start.rules().without_free_castling()
    }

    /// The number of moves.
    #[inline]
    pub fn len(self) -> usize {
        match self.words {
            LineWords::Blob(words) => words.len(),
            LineWords::Lists { from, .. } => from.len(),
        }
    }

    /// Whether there are no moves.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// A move by the number of those before it; `None` after the last one, and if the numbers in lists mean no move.
    #[inline]
    pub fn get(self, ply: usize) -> Option<PackedMove> {
        match self.words {
            LineWords::Blob(words) => words.get(ply).map(|word| PackedMove(u16::from_le_bytes(*word))),
            LineWords::Lists { from, to, promotion, castle } => {
                let below = |list: &[i8], limit: u16| list.get(ply).map(|number| *number as u16).filter(|n| *n < limit);
                let (from, to) = (below(from, 64)?, below(to, 64)?);
                Some(PackedMove(from | to << 6 | below(promotion, 8)? << 12 | u16::from(*castle.get(ply)? != 0) << 15))
            }
        }
    }

    /// The moves, up to an invalid one.
    #[inline]
    pub fn moves(self) -> impl Iterator<Item = PackedMove> + Clone + use<'b> {
        (0..self.len()).map_while(move |ply| self.get(ply))
    }
}

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

    /// The move in a position, or `None` if no piece could move like this: there is no rook to castle with, or no such
    /// role to promote to. [`Position::is_legal`] returns whether the move is legal.
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
