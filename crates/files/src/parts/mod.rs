//! Parts of a file, which are read in parallel, on one machine or on many.
//!
//! A part is a range of offsets of the file as it is stored. Each of the two offsets leads to one place in the unpacked
//! data, regardless of who looks for it; the part is the data between these places. Therefore neighbours fit together,
//! and no reader has to read the file from its start.

mod blocks;
mod chain;
mod frames;
mod range_reader;
mod remote;
mod trim;

pub use range_reader::{OnDisk, Ranged, Stamp};
pub use remote::{Fetched, Remote};
pub use trim::Edges;

use crate::error::FileError;
use crate::progress::Progress;
use crate::source::Source;
use blocks::BlockReader;
use chain::Chained;
use frames::FrameReader;
use scoresheet_core::limits::Limits;
use scoresheet_core::location::Base;
use std::io::{self, Read};
use std::sync::Arc;
use trim::Trimmed;

/// How many bytes are enough to find a frame or a block, and to read the first game after it, in most files.
const FRAMES_TO_NEXT: u64 = 8 << 20;
const BLOCKS_TO_NEXT: u64 = 1 << 20;

/// How a file is divided, which its first bytes decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// At any byte.
    Bytes,
    /// Between Zstandard frames that are preceded by their lengths, as `pzstd` writes them.
    Frames,
    /// Between blocks of bzip2.
    Blocks,
}

impl Framing {
    /// The framing of a file that starts with these bytes; `None` if it cannot be divided.
    pub fn of(head: &[u8]) -> Option<Framing> {
        if head.starts_with(crate::zstandard::MARK) {
            return Some(Framing::Frames);
        }
        if blocks::are_in(head) {
            return Some(Framing::Blocks);
        }
        crate::compression::of_bytes(head).is_none().then_some(Framing::Bytes)
    }

    /// An offset such that the place which it leads to has at least this many bytes of unpacked data before it.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub fn offset_after(self, data: &Arc<dyn Ranged>, size: u64, unpacked: u64, limits: &Limits) -> io::Result<u64> {
        let data = Arc::clone(data);
        match self {
            Framing::Bytes => Ok(unpacked),
            Framing::Frames => {
                let mut reader = FrameReader::new("", data, 0..size, limits.window);
                io::copy(&mut reader.by_ref().take(unpacked), &mut io::sink())?;
                Ok(reader.next_byte())
            }
            Framing::Blocks => {
                let blocks = blocks::find(data.as_ref(), 0, size, 0)?..8 * size;
                let mut reader = BlockReader::new("", data, blocks, size);
                io::copy(&mut reader.by_ref().take(unpacked), &mut io::sink())?;
                Ok(reader.next_byte())
            }
        }
    }

    /// Its name.
    pub fn id(self) -> &'static str {
        match self {
            Framing::Bytes => "bytes",
            Framing::Frames => "frames",
            Framing::Blocks => "blocks",
        }
    }

    /// The framing with this name.
    pub fn find(id: &str) -> Option<Framing> {
        [Framing::Bytes, Framing::Frames, Framing::Blocks].into_iter().find(|framing| framing.id() == id)
    }
}

/// A part of a file.
#[derive(Clone, Debug)]
pub struct FilePart {
    /// The first offset.
    pub start: u64,
    /// The offset at which the next part starts; at least the size for the last part.
    pub end: u64,
    /// How the file is divided.
    pub framing: Framing,
    /// What identified the file when the parts were planned.
    pub stamp: Stamp,
    /// The counts of everything before the part, if they are known.
    pub before: Base,
    /// How places in the data are found.
    pub edges: Edges,
    /// The caller's name for the format of the data, which the bytes of a part may not show.
    pub format: &'static str,
}

impl FilePart {
    /// Opens the part of this data.
    ///
    /// # Errors
    /// If it cannot be read, has another size than planned, or its frames cannot be found.
    pub(crate) fn open(&self, name: &str, data: &Arc<dyn Ranged>, limits: &Limits) -> Result<Source, FileError> {
        let failed =
            |error: io::Error| FileError::inside(&error).cloned().unwrap_or_else(|| FileError::reading(name, &error));
        self.check(name, &data.stamp().map_err(failed)?)?;
        let progress = Progress::of(Some(self.length()));
        let chained = self.chained(name, data, limits, &progress).map_err(failed)?;
        let trimmed = Trimmed::new(chained, self.edges, self.start == 0);
        let packed = self.framing != Framing::Bytes;
        Ok(Source::counted(name, Box::new(trimmed), progress, limits, packed))
    }

    /// How many bytes of the stored file it has.
    pub(crate) fn length(&self) -> u64 {
        self.end.min(self.stamp.size).saturating_sub(self.start)
    }

    /// Refuses a file that is not the one that was planned for.
    fn check(&self, name: &str, now: &Stamp) -> Result<(), FileError> {
        let (size, planned) = (now.size, self.stamp.size);
        let why = if size != planned {
            format!("{planned} bytes then, {size} now")
        } else if now.version != self.stamp.version {
            "it has another version".to_owned()
        } else {
            return Ok(());
        };
        Err(FileError::unknown(name, &format!("it has changed since its parts were planned: {why}")))
    }

    /// The data from the first offset to the second, and that from the second on.
    fn chained(
        &self,
        name: &str,
        data: &Arc<dyn Ranged>,
        limits: &Limits,
        progress: &Arc<Progress>,
    ) -> io::Result<Chained> {
        let size = self.stamp.size;
        let (length, end) = (self.length(), self.end.min(size));
        match self.framing {
            Framing::Bytes => {
                let own = data.open_at(self.start, Some(length))?.take(length);
                let data = Arc::clone(data);
                let next = move || data.open_at(end, None);
                Ok(Chained::new(Counted { from: Box::new(own), progress: Arc::clone(progress) }, next))
            }
            Framing::Frames => {
                let edge = |offset, expected| frames::find(data.as_ref(), offset, size, expected);
                let (start, end) = (edge(self.start, length)?, edge(end, FRAMES_TO_NEXT)?);
                let reader = |from, to| FrameReader::new(name, Arc::clone(data), from..to, limits.window);
                let next = reader(end, size);
                Ok(Chained::new(reader(start, end).counting(progress), move || Ok(Box::new(next) as Box<_>)))
            }
            Framing::Blocks => {
                let edge = |offset, expected| blocks::find(data.as_ref(), offset, size, expected);
                let (start, end) = (edge(self.start, length)?, edge(end, BLOCKS_TO_NEXT)?);
                let reader = |from, to| BlockReader::new(name, Arc::clone(data), from..to, size);
                let next = reader(end, 8 * size);
                Ok(Chained::new(reader(start, end).counting(progress), move || Ok(Box::new(next) as Box<_>)))
            }
        }
    }
}

/// Counts the bytes that are read.
struct Counted {
    from: Box<dyn Read + Send>,
    progress: Arc<Progress>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        self.progress.read.fetch_add(count as u64, std::sync::atomic::Ordering::Relaxed);
        Ok(count)
    }
}
