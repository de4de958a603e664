//! The units of a bare stream.

/// What is written of each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Unit {
    /// A word of two bytes. The flag of the last one says that the game is over; a lone `00 01` that it has no moves.
    Word,
    /// The board after it, in 32 bytes. The byte `88` in place of another one says that the game is over.
    Board,
}

impl Unit {
    pub(super) fn length(self) -> usize {
        match self {
            Unit::Word => 2,
            Unit::Board => 32,
        }
    }
}

/// The flag of a word that ends the game.
pub(super) const OVER: u8 = 1;
/// The word of a game without moves that is over.
pub(super) const NO_MOVES: [u8; 2] = [0, OVER];
/// The byte after the last board of a game that is over.
pub(super) const NO_BOARD: u8 = 0x88;
