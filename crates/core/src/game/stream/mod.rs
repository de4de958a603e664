//! Bare streams: the moves of one game, or its boards, and nothing else. What they have in common; the formats themselves are
//! files of their own.

mod reader;
mod writer;

pub(super) use reader::StreamReader;
pub(super) use writer::StreamWriter;

use crate::loss::LossKind;

/// What is written of each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A word of two bytes. The flag of the last one says that the game is over; a lone `00 01` that it has no moves.
    Word,
    /// The board after it, in 32 bytes. The byte `88` in place of another one says that the game is over.
    Board,
}

impl Unit {
    fn length(self) -> usize {
        match self {
            Unit::Word => 2,
            Unit::Board => 32,
        }
    }
}

/// The flag of a word that ends the game.
const OVER: u8 = 1;
/// The word of a game without moves that is over.
const NO_MOVES: [u8; 2] = [0, OVER];
/// The byte behind the last board of a game that is over.
const NO_BOARD: u8 = 0x88;

/// What a bare stream cannot say, besides what its notation cannot.
pub(super) const LOSSES: &[LossKind] = &[
    LossKind::Comment,
    LossKind::Command,
    LossKind::Nag,
    LossKind::NagComposite,
    LossKind::Variation,
    LossKind::EscapedLine,
    LossKind::Tag,
    LossKind::Start,
    LossKind::Result,
];
