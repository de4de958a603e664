//! The numbers of moves.

use crate::rules::{Color, Position};

/// The number of a move: `12.` is that of White's, `12...` in PGN and `12.5` in VGN that of Black's reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number.
    pub value: u32,
    /// Whether the move is Black's.
    pub black: bool,
}

impl MoveNumber {
    /// That of White's first move.
    pub const FIRST: MoveNumber = MoveNumber { value: 1, black: false };

    /// That of the next move in this position.
    #[inline(always)]
    pub fn next_in(position: &Position) -> MoveNumber {
        MoveNumber { value: position.fullmove(), black: position.turn() == Color::Black }
    }

    /// Which ply this is in a game that starts with the move of the number `first`, which is ply 1. `None` where it would be
    /// before that.
    pub fn ply_since(self, first: MoveNumber) -> Option<u32> {
        let plies = self.value.checked_sub(first.value)?.checked_mul(2)?.checked_add(u32::from(self.black))?;
        plies.checked_sub(u32::from(first.black))?.checked_add(1)
    }
}
