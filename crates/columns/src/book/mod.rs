//! Opening books in the format of Polyglot, made from games.
//!
//! The moves of all games become the same records that an [index of positions](crate::index) is built from. They are
//! distributed by the hash of their position, spill to disk beyond a memory budget, and are then summed up part by part.

mod build;
mod gather;
mod weights;

pub use build::{BookBuilder, BookCounts};
pub use gather::{Plays, PlaysOf};
pub use weights::{BookOptions, Weights};
