//! Opening books in the format of Polyglot: records of 16 bytes, sorted by the hash of their position.

mod lines;
mod record;

pub use lines::{Lines, MAX_PLIES, Unusable};
pub use record::{BYTES, Record, find, number};
