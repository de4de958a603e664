//! Where the bytes of archives are: in a file, or at a URL, of which only the ranges that are needed are fetched.

use crate::inputs::archive_file::FileAt;
use scoresheet_archive::{ReadAt, TRAILER};
use scoresheet_files::{FileError, Ranged};
use scoresheet_parallel::Lock;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// How many bytes at the end are fetched together: the index of an archive is there.
const END: u64 = 64 << 10;
/// How many bytes are fetched together at most if more will be read after them.
const AT_ONCE: u64 = 1 << 20;
/// How many pieces that were fetched are kept: those of several groups may be read in turns.
const KEPT: usize = 4;

/// The bytes of an archive.
#[derive(Clone)]
pub(crate) enum ArchiveBytes {
    /// In a file.
    File(FileAt),
    /// At a URL.
    Remote(Arc<RemoteBytes>),
}

impl ArchiveBytes {
    /// Refuses a file whose content was written since it was opened.
    ///
    /// # Errors
    /// If it was.
    pub(crate) fn check(&self, name: &str) -> Result<(), FileError> {
        match self {
            ArchiveBytes::File(file) => file.check(name),
            // Requests are not repeated only to find that out; the checksum of what is fetched shows it.
            ArchiveBytes::Remote(_) => Ok(()),
        }
    }

    /// Whether it takes requests to read them.
    pub(crate) fn is_remote(&self) -> bool {
        matches!(self, ArchiveBytes::Remote(_))
    }

    /// Tells which bytes will be read, in order, so that neighbors are fetched together.
    pub(crate) fn expect(&self, runs: Vec<Range<u64>>) {
        if let ArchiveBytes::Remote(remote) = self {
            // Only the first reader plans.
            let _ = remote.runs.set(runs);
        }
    }
}

impl ReadAt for ArchiveBytes {
    fn length(&self) -> u64 {
        match self {
            ArchiveBytes::File(file) => file.length(),
            ArchiveBytes::Remote(remote) => remote.length,
        }
    }

    fn read_at(&self, byte: u64, into: &mut [u8]) -> io::Result<()> {
        match self {
            ArchiveBytes::File(file) => file.read_at(byte, into),
            ArchiveBytes::Remote(remote) => remote.read_at(byte, into),
        }
    }
}

/// Bytes at a URL.
pub(crate) struct RemoteBytes {
    data: Arc<dyn Ranged>,
    length: u64,
    /// The last bytes, which were fetched first.
    end: Vec<u8>,
    /// What will be read.
    runs: OnceLock<Vec<Range<u64>>>,
    /// The pieces that were fetched last, each with its first byte. The lock is held during a request, so that what it
    /// fetches is not requested by another thread, too.
    pieces: Lock<VecDeque<(u64, Vec<u8>)>>,
}

impl RemoteBytes {
    /// The bytes of this data, if they start as expected, and end as those of an archive whose end is not missing.
    ///
    /// # Errors
    /// If they cannot be fetched.
    pub(crate) fn of(data: Arc<dyn Ranged>, starts: fn(&[u8]) -> bool) -> io::Result<Option<RemoteBytes>> {
        let length = data.stamp()?.size;
        let mut head = Vec::new();
        data.open_at(0, Some(8))?.take(8).read_to_end(&mut head)?;
        if !starts(&head) {
            return Ok(None);
        }
        let mut end = Vec::new();
        let size = length.min(END);
        data.open_at(length - size, Some(size))?.take(size).read_to_end(&mut end)?;
        if end.len() as u64 != size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if !end.ends_with(&TRAILER) {
            return Ok(None);
        }
        Ok(Some(RemoteBytes { data, length, end, runs: OnceLock::new(), pieces: Lock::default() }))
    }

    fn read_at(&self, byte: u64, into: &mut [u8]) -> io::Result<()> {
        let mut pieces = self.pieces.lock();
        let end = (self.length - self.end.len() as u64, &self.end);
        let kept = pieces.iter().map(|(start, bytes)| (*start, bytes)).chain([end]);
        if let Some(found) = kept.filter_map(|piece| within(piece, byte, into.len())).next() {
            into.copy_from_slice(found);
            return Ok(());
        }
        let length = self.expected(byte, into.len() as u64);
        let mut piece = Vec::new();
        self.data.open_at(byte, Some(length))?.take(length).read_to_end(&mut piece)?;
        into.copy_from_slice(piece.get(..into.len()).ok_or(io::ErrorKind::UnexpectedEof)?);
        if pieces.len() == KEPT {
            pieces.pop_front();
        }
        pieces.push_back((byte, piece));
        Ok(())
    }

    /// How many bytes to fetch from a byte on, of which this many are read now.
    fn expected(&self, byte: u64, length: u64) -> u64 {
        let runs = self.runs.get().map_or(&[][..], Vec::as_slice);
        let at = runs.partition_point(|run| run.end <= byte);
        let rest = runs.get(at).filter(|run| run.start <= byte).map_or(0, |run| run.end - byte);
        rest.min(AT_ONCE).max(length)
    }
}

/// This many bytes from a byte on, if a piece has all of them.
fn within((start, bytes): (u64, &Vec<u8>), byte: u64, length: usize) -> Option<&[u8]> {
    let from = usize::try_from(byte.checked_sub(start)?).ok()?;
    bytes.get(from..from.checked_add(length)?)
}
