//! Moves taken back by their texts alone.

use crate::notation::{MoveError, Validation};
use crate::rules::{Piece, Position, Square};

/// A notation whose texts state what a move changed, so that the board before it follows from the board after it.
pub trait ReversibleNotation {
    /// The position before the move that `text` names, which led to `after`. Castling rights, the en passant square and
    /// the counter of the fifty moves rule are those that the text gives, and else those of `earlier`. If neither has
    /// them, the rights are those of `after`, there is no en passant square, and the counter is one less.
    ///
    /// # Errors
    /// If the text is not a move, cannot have led to `after`, or is rejected by `validation`.
    fn undo(
        &self,
        after: &Position,
        text: &[u8],
        earlier: &Earlier<'_>,
        validation: Validation,
    ) -> Result<Position, MoveError>;
}

/// What is known of the position before a move besides the text of the move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Earlier<'e> {
    /// The squares of the rooks that may castle, all of them.
    pub castling: Option<u64>,
    /// The square that a double step had passed over.
    pub passed: Option<Square>,
    /// Plies since a capture or a pawn's move.
    pub halfmove: Option<u32>,
    /// What was on some squares, unless the text states it: an own piece that the move captured, what was in the
    /// way of an illegal castling, and in Chess960 king and rook before they castled.
    pub pieces: &'e [(Square, Option<Piece>)],
}

impl Earlier<'_> {
    /// The squares on which this piece is known to have been.
    pub(super) fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> {
        self.pieces.iter().filter(move |(_, stands)| *stands == Some(piece)).map(|(square, _)| *square)
    }
}
