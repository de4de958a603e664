//! One tree of the moves of many games, with what became of each move.
//!
//! The moves of all games become the same records that an [index of positions](crate::index) is built from, with a key that
//! tells the position and the ply, or the moves that led there. They are distributed by their key, spill to disk beyond a
//! memory budget, and are summed up part by part. Moves of too few games are dropped as soon as they are summed up, so that
//! memory depends on the number of moves that the tree may have, and on 16 bytes for each game.

mod build;
mod gather;
mod grow;
mod options;
mod sums;

pub use build::{TreeBuilder, TreeCounts};
pub use gather::{LineGatherer, Lines};
pub use options::{MOST_MOVES, MOST_PLIES, Orders, TreeOptions};
