//! Comments: the streams `numbers` and `texts`.
//!
//! A comment is a sequence of templates and other texts. A template is a text from which numbers, clocks and lines of
//! moves were taken out: `[%clk …]`. The templates of a group are in its header. A number is coded against those that
//! came before it with the same word: the last clock of the same side, for example. Lines of moves are coded against
//! the earlier lines of the game.
//!
//! To write a group, pass all comments to a [`Learner`], those of some blocks to a [`Trainer`] if the group has at least
//! [`TRAINED_BLOCKS`], and those of each block to a [`BlockWriter`]. All of them, and [`BlockReader`], must get the
//! same [`CommentPlace`]s.

mod block;
mod codec;
mod coding;
mod dictionary;
mod group;
mod lines;
mod mixing;
mod number_format;
mod numbers;
mod prose;
mod segments;
mod structure;
mod texts;
mod times;

pub use block::{BlockReader, BlockWriter};
pub use coding::Purpose;
pub use group::{CommentsModel, Learner, TRAINED_BLOCKS, Trainer, measure};

use scoresheet_core::rules::{Color, Move, Position};

/// The place of a comment. Writers and readers must pass the same.
#[derive(Clone, Copy, Debug)]
pub struct CommentPlace<'p> {
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

impl CommentPlace<'_> {
    /// The side that made the last move.
    fn mover(&self) -> Color {
        self.position.turn().other()
    }
}
