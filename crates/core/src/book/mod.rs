//! Opening books in the format of Polyglot: records of 16 bytes, sorted by the hash of their position.

mod lines;
mod record;

pub use lines::{BookLines, MAX_PLIES, UnplayableRecords};
pub use record::{BYTES, BookRecord, find, number};
