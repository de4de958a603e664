//! An index of positions beside a Parquet file of games: what was played in each position, and how that scored.
//!
//! Positions that occur in two or more games have one row per move and per kind of game (year, speed, ratings), with counts.
//! The others have one row that names their game. The rows are sorted by the Polyglot hash of the position within small
//! row groups, so that a question about a position reads one of them.
//!
//! The index is built from records of 16 bytes, one per ply, which are distributed by the first bits of their hash and spill
//! to disk beyond a memory budget. Each part is then sorted and summed up by itself. What is known about the games takes
//! another 16 bytes per game, which stay in memory.
//!
//! Games are added to an index by appending row groups with the positions of these games alone, to a copy of the file. A
//! question then reads a row group of each addition. A checksum of the games tells whether a file starts with those that are
//! in the index.

mod build;
mod fingerprint;
mod gather;
mod layout;
pub(crate) mod occurrence;
mod open;
pub(crate) mod partitions;
pub(crate) mod rows;
mod search;
mod totals;
mod write;

pub use build::{IndexOptions, Summary, add, build};
pub use fingerprint::Stamp;
pub use occurrence::BAND;
pub use open::PositionIndex;
pub use scoresheet_core::time_control::Speed;
pub use search::{NamedBy, SearchBounds, search};
pub use totals::{Bounds, MoveTotals, Total, only_row, totals};
