//! The faults of bytes that are not an archive, or not a whole one.

use std::fmt;

/// Why bytes cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// They end too early.
    Short,
    /// Their checksum differs.
    Checksum,
    /// A number is larger than it can be.
    Size,
    /// They contradict each other.
    Content,
    /// They need a newer version of the reader, or tables that it does not have.
    Version,
    /// Another archive starts there.
    Joined,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Damage::Short => "it ends too early",
            Damage::Checksum => "its checksum differs",
            Damage::Size => "a number in it is too large",
            Damage::Content => "its content is contradictory",
            Damage::Version => "it was written by a newer version",
            Damage::Joined => "a second archive starts there",
        })
    }
}

impl std::error::Error for Damage {}
