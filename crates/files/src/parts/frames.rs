//! Zstandard frames with their lengths before them, found from any offset of the file.

use crate::compression;
use crate::decompress;
use crate::error::FileError;
use crate::parts::range_reader::Ranged;
use crate::progress::Progress;
use crate::zstandard::{HEADER, LARGEST_PACKED, MARK, all_frames};
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// How much is searched at once.
const AT_ONCE: usize = 1 << 20;

/// The first frame at or after an offset: its length leads to another one, or to the end. The size of the data if there
/// is none. About `expected` bytes will be read from there.
///
/// # Errors
/// If the data cannot be read.
pub(super) fn find(data: &dyn Ranged, offset: u64, size: u64, expected: u64) -> io::Result<u64> {
    if offset == 0 || offset >= size {
        return Ok(offset.min(size));
    }
    let mut from = data.open_at(offset, Some(expected))?;
    let (mut window, mut start) = (Vec::new(), offset);
    loop {
        let filled = window.len();
        let read = from.by_ref().take(AT_ONCE as u64).read_to_end(&mut window)?;
        for at in marks_in(&window) {
            let frame = start + at as u64;
            if leads_on(data, frame, &window[at + MARK.len()..], size)? {
                return Ok(frame);
            }
        }
        if read == 0 {
            return Ok(size);
        }
        // A header at the end may be incomplete.
        let gone = (filled + read).saturating_sub(HEADER - 1);
        window.drain(..gone);
        start += gone as u64;
    }
}

/// Where headers may be that are whole.
fn marks_in(bytes: &[u8]) -> impl Iterator<Item = usize> {
    bytes.windows(HEADER).enumerate().filter(|(_, window)| window.starts_with(MARK)).map(|(at, _)| at)
}

/// Whether the length after a mark leads to another mark, or to the end.
fn leads_on(data: &dyn Ranged, frame: u64, length: &[u8], size: u64) -> io::Result<bool> {
    let Some(&length) = length.first_chunk::<4>() else { return Ok(false) };
    let next = frame + HEADER as u64 + u64::from(u32::from_le_bytes(length));
    if next >= size {
        return Ok(next == size);
    }
    let mut head = Vec::with_capacity(MARK.len());
    data.open_at(next, Some(MARK.len() as u64))?.take(MARK.len() as u64).read_to_end(&mut head)?;
    Ok(head == MARK)
}

/// Decompresses the frames between two of them.
pub(super) struct FrameReader {
    name: String,
    data: Arc<dyn Ranged>,
    frames: Range<u64>,
    window: u64,
    /// How many bytes will be read, if that is known.
    expected: Option<u64>,
    packed: Option<Box<dyn Read + Send>>,
    frame: Option<zstd::Decoder<'static, Cursor<Vec<u8>>>>,
    progress: Arc<Progress>,
}

impl FrameReader {
    pub(super) fn new(name: &str, data: Arc<dyn Ranged>, frames: Range<u64>, window: u64) -> FrameReader {
        let progress = Progress::of(None);
        FrameReader { name: name.to_owned(), data, frames, window, expected: None, packed: None, frame: None, progress }
    }

    /// Reads all of them, and counts the packed bytes.
    pub(super) fn counting(self, progress: &Arc<Progress>) -> FrameReader {
        let expected = Some(self.frames.end.saturating_sub(self.frames.start));
        FrameReader { progress: Arc::clone(progress), expected, ..self }
    }

    /// The offset of the next frame.
    pub(super) fn next_byte(&self) -> u64 {
        self.frames.start
    }

    /// Goes to the next frame; `false` at the end.
    fn next_frame(&mut self) -> io::Result<bool> {
        if self.frames.is_empty() {
            // A frame that is not where its neighbour looks for it would be read twice, or not at all.
            return if self.frames.start > self.frames.end {
                Err(self.damaged("a frame has a wrong length"))
            } else {
                Ok(false)
            };
        }
        let packed = match &mut self.packed {
            Some(packed) => packed,
            none => none.insert(self.data.open_at(self.frames.start, self.expected)?),
        };
        let mut header = Vec::with_capacity(HEADER);
        packed.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
        let length = header.strip_prefix(MARK).and_then(|length| length.first_chunk::<4>());
        let Some(&length) = length else { return Err(self.damaged("a frame without its length follows")) };
        let length = u32::from_le_bytes(length);
        if length > LARGEST_PACKED {
            return Err(self.damaged("a frame is too large to be read in parts"));
        }
        let mut frame = Vec::with_capacity(length as usize);
        packed.by_ref().take(u64::from(length)).read_to_end(&mut frame)?;
        if frame.len() < length as usize {
            return Err(self.damaged("the zstd data is truncated"));
        }
        self.frames.start += (HEADER + frame.len()) as u64;
        self.progress.read.fetch_add((HEADER + frame.len()) as u64, Relaxed);
        self.frame = Some(all_frames(Cursor::new(frame), self.window).map_err(|error| self.failed(&error))?);
        Ok(true)
    }

    /// The failure of a decoder.
    fn failed(&self, error: &io::Error) -> io::Error {
        decompress::failure(&self.name, compression::of_bytes(MARK), error).into()
    }

    fn damaged(&self, why: &str) -> io::Error {
        FileError::damaged(&self.name, &format!("{why}, at byte {} of the file", self.frames.start)).into()
    }
}

impl Read for FrameReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(buffer).map_err(|error| self.failed(&error))?;
                if count > 0 {
                    return Ok(count);
                }
                self.frame = None;
            }
            if !self.next_frame()? {
                return Ok(0);
            }
        }
    }
}
