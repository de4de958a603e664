//! Bytes after the compressed data of a file, and how they are reported.

use crate::error::{FileError, Kind};
use scoresheet_core::error::Code;

/// Bytes after the last compressed stream, which were not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TrailingBytes {
    /// The compression of the streams before them.
    pub(crate) compression: &'static str,
    /// The number of bytes.
    pub(crate) count: u64,
    /// Whether all of them are zero.
    pub(crate) zeros: bool,
    /// Whether another stream follows them, which means that the file is damaged.
    pub(crate) goes_on: bool,
    /// The number of compressed bytes before them.
    pub(crate) packed: u64,
    /// The number of decompressed bytes before them.
    pub(crate) unpacked: u64,
}

impl TrailingBytes {
    /// The report of these bytes for an input of this name: a note if the file ends with other bytes, an error if more
    /// compressed data follows.
    pub(crate) fn report(&self, name: &str) -> FileError {
        let TrailingBytes { compression, count, zeros, goes_on, packed, unpacked } = self;
        let what = match (count, zeros) {
            (1, true) => "a zero byte follows".to_owned(),
            (1, false) => "a byte follows".to_owned(),
            (_, true) => format!("{count} zero bytes follow"),
            (_, false) => format!("{count} bytes follow"),
        };
        let message = format!("{what} the {compression} data of `{name}`, which ends at byte {packed} of the file");
        if *goes_on {
            let why = format!("{message}; more {compression} data comes after that, and was not read");
            return FileError::new(Kind::Damaged, name, why).at(*unpacked);
        }
        let note = FileError::new(Kind::Damaged, name, message).at(*unpacked);
        FileError { code: Code::TrailingBytes, ..note }
    }
}
