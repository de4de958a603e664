//! Where a comment stands.

use scoresheet_core::rules::{Color, Move, Position};

/// Where a comment stands. Writers and readers must give the same.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    /// The number of plies before it.
    pub ply: u32,
    /// How many variations are open: 0 in the mainline.
    pub depth: u32,
    /// The position before the last move; without one, the position at the start.
    pub before: &'p Position,
    /// The position after it.
    pub position: &'p Position,
    /// The last move, if there is one in this line.
    pub last: Option<Move>,
}

impl Place<'_> {
    /// The side that made the last move.
    pub(super) fn mover(&self) -> Color {
        self.position.turn().other()
    }
}
