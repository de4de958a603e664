//! An index of positions beside a Parquet file of games: what was played in each position, and how that scored.
//!
//! Positions that occur in two or more games have one row per move and per kind of game (year, speed, ratings), with counts.
//! The others have one row that names their game. The rows are sorted by the Polyglot hash of the position within small
//! row groups, so that a question about a position reads one of them.
//!
//! The index is built from records of 16 bytes, one per ply, which are distributed by the first bits of their hash and spill
//! to disk beyond a memory budget. Each part is then sorted and summed up by itself. What is known about the games takes
//! another 16 bytes per game, which stay in memory.

mod build;
mod fingerprint;
mod gather;
mod layout;
pub(crate) mod occurrence;
mod open;
pub(crate) mod partitions;
pub(crate) mod rows;
mod totals;
mod write;

pub use build::{IndexOptions, Summary, build};
pub use fingerprint::Stamp;
pub use occurrence::BAND;
pub use open::PositionIndex;
pub use scoresheet_core::time_control::Speed;
pub use totals::{Bounds, Total, only_row, totals};
