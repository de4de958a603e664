//! Comments: the streams `numbers` and `texts`.
//!
//! A comment is a sequence of templates and of texts that are none. A template is a text from which numbers, clocks and
//! lines of moves were taken out: `[%clk …]`. The templates of a group are in its header. A number is coded against those
//! that came before it with the same word: the last clock of the same side, for example. Lines of moves are coded against
//! the earlier lines of the game.
//!
//! To write a group, pass all comments to a [`Learner`], those of some blocks to a [`Trainer`] if the group has at least
//! [`TRAINED_BLOCKS`], and those of each block to a [`BlockWriter`]. All of them, and [`BlockReader`], must be told the same [`Place`]s.

mod block;
mod codec;
mod coding;
mod dictionary;
mod group;
mod lines;
mod mixing;
mod numbers;
mod place;
mod prose;
mod segments;
mod spelled;
mod structure;
mod texts;
mod times;
mod written;

pub use block::{BlockReader, BlockWriter};
pub use coding::Purpose;
pub use group::{CommentsModel, Learner, TRAINED_BLOCKS, Trainer, measure};
pub use place::Place;
