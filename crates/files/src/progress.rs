//! The progress of reading a source, and the bytes that it left unread.

use crate::error::{FileError, Kind};
use crate::trailing_bytes::TrailingBytes;
use scoresheet_core::error::Code;
use scoresheet_parallel::Cancel;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

/// The progress of reading, which any thread may query.
#[derive(Debug, Default)]
pub struct Progress {
    pub(crate) read: AtomicU64,
    pub(crate) stop: Cancel,
    /// The bytes after the compressed data, once that was read to its end.
    pub(crate) trailing_bytes: OnceLock<TrailingBytes>,
    /// The first bytes that are not text in the encoding of the input, and how often there were such.
    invalid: OnceLock<InvalidBytes>,
    invalid_count: AtomicU64,
    total: Option<u64>,
}

/// Bytes that are not text in an encoding.
#[derive(Debug)]
struct InvalidBytes {
    /// The name of the encoding.
    encoding: &'static str,
    /// How many decompressed bytes precede them.
    before: u64,
}

impl Progress {
    pub(crate) fn of(total: Option<u64>) -> Arc<Progress> {
        Arc::new(Progress { total, ..Progress::default() })
    }

    /// The number of bytes read from the file on disk, compressed or not.
    pub fn read(&self) -> u64 {
        self.read.load(Relaxed)
    }

    /// The size of the file; `None` for a pipe.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// The report of the bytes after the compressed data of the input of this name, whose games were all read up to
    /// there: a note if the file ends with other bytes, an error if more compressed data follows. `None` before the end
    /// was reached.
    pub fn trailing_bytes(&self, name: &str) -> Option<FileError> {
        self.trailing_bytes.get().map(|trailing| trailing.report(name))
    }

    /// Counts bytes that are not text in the encoding; `before` bytes precede the first of them.
    pub(crate) fn met_invalid(&self, encoding: &'static str, count: u64, before: u64) {
        self.invalid_count.fetch_add(count, Relaxed);
        self.invalid.get_or_init(|| InvalidBytes { encoding, before });
    }

    /// The report of the bytes that are not text in the encoding of the input of this name, as far as it was read, and
    /// how often there were such.
    pub fn invalid_bytes(&self, name: &str) -> Option<(FileError, u64)> {
        let InvalidBytes { encoding, before } = self.invalid.get()?;
        let message = format!("`{name}` is not {encoding} from byte {before} on");
        let error = FileError { code: Code::EncodingInvalid, ..FileError::new(Kind::Damaged, name, message) };
        Some((error.at(*before), self.invalid_count.load(Relaxed)))
    }
}
