//! Blocks of bzip2, found from any offset of the file. They start at any bit, with a mark of 48 bits, and each can be
//! decompressed by itself: as the only block of a stream.

use crate::error::FileError;
use crate::parts::range_reader::Ranged;
use crate::progress::Progress;
use bzip2::bufread::BzDecoder;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The marks before a block, and before the checksum of a stream.
const BLOCK: u64 = 0x3141_5926_5359;
const END: u64 = 0x1772_4538_5090;
/// The length of a mark, and of a checksum.
const MARK_BITS: u64 = 48;
const SUM_BITS: u64 = 32;
/// The start of a stream whose blocks have any size.
const STREAM: &[u8] = b"BZh9";
/// How much is read at once.
const AT_ONCE: usize = 256 << 10;
/// The maximum size of a compressed block. One holds at most 900 kB of data.
const LARGEST: usize = 2 << 20;

/// Whether data that starts with these bytes is divided into blocks.
pub(super) fn are_in(head: &[u8]) -> bool {
    head.starts_with(b"BZh") && head.get(4..10).is_some_and(|mark| mark == &BLOCK.to_be_bytes()[2..])
}

/// The bit at which the first block at or after a byte starts; the size of the data in bits if there is none. About
/// `expected` bytes will be read from there.
///
/// # Errors
/// If the data cannot be read.
pub(super) fn find(data: &dyn Ranged, offset: u64, size: u64, expected: u64) -> io::Result<u64> {
    if offset >= size {
        return Ok(8 * size);
    }
    let mut window = Window::at(data, offset, Some(expected))?;
    let mut from = 8 * offset;
    loop {
        if let Some((bit, BLOCK)) = window.next_mark(from, &[BLOCK]) {
            return Ok(bit);
        }
        from = window.end().saturating_sub(MARK_BITS - 1).max(from);
        window.drop_before(from);
        if !window.read_on()? {
            return Ok(8 * size);
        }
    }
}

/// Bytes of the data, in which marks are looked for.
struct Window {
    packed: Box<dyn Read + Send>,
    bytes: Vec<u8>,
    /// The offset of the first byte.
    start: u64,
}

impl Window {
    fn at(data: &dyn Ranged, offset: u64, expected: Option<u64>) -> io::Result<Window> {
        Ok(Window { packed: data.open_at(offset, expected)?, bytes: Vec::new(), start: offset })
    }

    /// The bit after the last one.
    fn end(&self) -> u64 {
        8 * (self.start + self.bytes.len() as u64)
    }

    /// Reads some more bytes; `false` at the end.
    fn read_on(&mut self) -> io::Result<bool> {
        let read = self.packed.by_ref().take(AT_ONCE as u64).read_to_end(&mut self.bytes)?;
        Ok(read > 0)
    }

    /// Drops the bytes before a bit.
    fn drop_before(&mut self, bit: u64) {
        let gone = usize::try_from((bit / 8).saturating_sub(self.start)).unwrap_or(usize::MAX).min(self.bytes.len());
        self.bytes.drain(..gone);
        self.start += gone as u64;
    }

    /// The first of some marks that starts at or after a bit, and which it is.
    fn next_mark(&self, from: u64, marks: &[u64]) -> Option<(u64, u64)> {
        let first = usize::try_from((from / 8).saturating_sub(self.start)).ok()?;
        let mut recent = 0_u64;
        for (index, &byte) in self.bytes.iter().enumerate().skip(first) {
            recent = recent << 8 | u64::from(byte);
            // The last mark that the byte can end starts latest, so the shifts go down.
            for shift in (0..8).rev() {
                let mark = recent >> shift & ((1 << MARK_BITS) - 1);
                if marks.contains(&mark) {
                    let end = 8 * (self.start + index as u64 + 1) - shift;
                    if end >= from + MARK_BITS && index as u64 * 8 + 8 - shift >= MARK_BITS + first as u64 * 8 {
                        return Some((end - MARK_BITS, mark));
                    }
                }
            }
        }
        None
    }

    /// The bits of a range, as a stream with one block.
    fn as_stream(&self, bits: Range<u64>) -> Vec<u8> {
        let mut stream = Bits { bytes: STREAM.to_vec(), last: 0, free: 8 };
        let first = usize::try_from(bits.start / 8 - self.start).unwrap_or(usize::MAX);
        let (mut at, shift) = (bits.start / 8 * 8, bits.start % 8);
        for &byte in self.bytes.iter().skip(first) {
            if at >= bits.end {
                break;
            }
            let skipped = if at < bits.start { shift } else { 0 };
            let count = (bits.end - at).min(8) - skipped;
            stream.push(u64::from(byte) >> (8 - skipped - count), count);
            at += 8;
        }
        // The checksum of a block follows its mark. That of a stream with one block is the same.
        let sum = self.bits(bits.start + MARK_BITS, SUM_BITS);
        stream.push(END, MARK_BITS);
        stream.push(sum, SUM_BITS);
        stream.into_bytes()
    }

    /// Some bits as a number.
    fn bits(&self, from: u64, count: u64) -> u64 {
        (from..from + count).fold(0, |number, bit| {
            let index = usize::try_from(bit / 8 - self.start).unwrap_or(usize::MAX);
            let byte = self.bytes.get(index).copied().unwrap_or_default();
            number << 1 | u64::from(byte >> (7 - bit % 8) & 1)
        })
    }
}

/// Bits that are written one after another.
struct Bits {
    bytes: Vec<u8>,
    last: u8,
    /// How many bits of the last byte are free.
    free: u64,
}

impl Bits {
    /// Adds the lowest bits of a number.
    fn push(&mut self, number: u64, mut count: u64) {
        while count > 0 {
            let taken = count.min(self.free);
            let part = number >> (count - taken) & ((1 << taken) - 1);
            self.last |= (part << (self.free - taken)) as u8;
            self.free -= taken;
            count -= taken;
            if self.free == 0 {
                self.bytes.push(self.last);
                (self.last, self.free) = (0, 8);
            }
        }
    }

    fn into_bytes(mut self) -> Vec<u8> {
        if self.free < 8 {
            self.bytes.push(self.last);
        }
        self.bytes
    }
}

/// Decompresses the blocks between two of them.
pub(super) struct BlockReader {
    name: String,
    data: Arc<dyn Ranged>,
    /// The bit at which the next block starts, and the one at which reading ends.
    blocks: Range<u64>,
    size: u64,
    /// How many bytes will be read, if that is known.
    expected: Option<u64>,
    window: Option<Window>,
    unpacked: Vec<u8>,
    given: usize,
    progress: Arc<Progress>,
}

impl BlockReader {
    pub(super) fn new(name: &str, data: Arc<dyn Ranged>, blocks: Range<u64>, size: u64) -> BlockReader {
        let (name, progress) = (name.to_owned(), Progress::of(None));
        BlockReader { name, data, blocks, size, expected: None, window: None, unpacked: Vec::new(), given: 0, progress }
    }

    /// Reads all of them, and counts the packed bytes.
    pub(super) fn counting(self, progress: &Arc<Progress>) -> BlockReader {
        let expected = Some((self.blocks.end.saturating_sub(self.blocks.start)) / 8);
        BlockReader { progress: Arc::clone(progress), expected, ..self }
    }

    /// The first byte at or after which the next block starts.
    pub(super) fn next_byte(&self) -> u64 {
        self.blocks.start.div_ceil(8)
    }

    /// Decompresses the next block; `false` at the end.
    fn next_block(&mut self) -> io::Result<bool> {
        let Range { start, end } = self.blocks;
        if start >= end {
            // A block that is not where its neighbour looks for it would be read twice, or not at all.
            return if start > end { Err(self.damaged("a block ends in a wrong place")) } else { Ok(false) };
        }
        let mut window = match self.window.take() {
            Some(window) => window,
            None => Window::at(self.data.as_ref(), start / 8, self.expected)?,
        };
        window.drop_before(start);
        let (next, mark) = self.unpack_one(&mut window, start)?;
        self.blocks.start = if mark == BLOCK { next } else { self.next_stream(&mut window, next)? };
        self.progress.read.fetch_add((self.blocks.start - start) / 8, Relaxed);
        self.window = Some(window);
        Ok(true)
    }

    /// Decompresses the block at a bit. Returns the mark after it.
    fn unpack_one(&mut self, window: &mut Window, start: u64) -> io::Result<(u64, u64)> {
        let (mut from, mut is_damaged) = (start + MARK_BITS, false);
        loop {
            let Some((bit, mark)) = window.next_mark(from, &[BLOCK, END]) else {
                from = window.end().saturating_sub(MARK_BITS - 1).max(from);
                let ends = window.bytes.len() > LARGEST || !window.read_on()?;
                match (ends, is_damaged || window.bytes.len() > LARGEST) {
                    (false, _) => continue,
                    (true, true) => return Err(self.damaged("the bzip2 data is damaged")),
                    (true, false) => return Err(self.damaged("the bzip2 data is truncated")),
                }
            };
            self.unpacked.clear();
            self.given = 0;
            let stream = window.as_stream(start..bit);
            if BzDecoder::new(stream.as_slice()).read_to_end(&mut self.unpacked).is_ok() {
                return Ok((bit, mark));
            }
            // What looks like a mark may be a part of the block.
            (from, is_damaged) = (bit + 1, true);
        }
    }

    /// The first block after the end of a stream at a bit, or the end of the data.
    fn next_stream(&self, window: &mut Window, end: u64) -> io::Result<u64> {
        let mut from = end + MARK_BITS + SUM_BITS;
        while window.end() < from {
            if !window.read_on()? {
                return Err(self.damaged("the bzip2 data is truncated"));
            }
        }
        loop {
            if let Some((bit, _)) = window.next_mark(from, &[BLOCK]) {
                return Ok(bit);
            }
            from = window.end().saturating_sub(MARK_BITS - 1).max(from);
            window.drop_before(from);
            if !window.read_on()? {
                return Ok(8 * self.size);
            }
        }
    }

    fn damaged(&self, why: &str) -> io::Error {
        FileError::damaged(&self.name, &format!("{why}, at byte {} of the file", self.blocks.start / 8)).into()
    }
}

impl Read for BlockReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.unpacked.len() {
            if buffer.is_empty() || !self.next_block()? {
                return Ok(0);
            }
        }
        let count = buffer.len().min(self.unpacked.len() - self.given);
        buffer[..count].copy_from_slice(&self.unpacked[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::range_reader::Stamp;
    use bzip2::Compression;
    use bzip2::read::BzEncoder;

    #[derive(Debug)]
    struct Memory(Vec<u8>);

    impl Ranged for Memory {
        fn open_at(&self, offset: u64, _expected: Option<u64>) -> io::Result<Box<dyn Read + Send>> {
            let offset = usize::try_from(offset).unwrap_or(usize::MAX).min(self.0.len());
            Ok(Box::new(io::Cursor::new(self.0[offset..].to_vec())))
        }

        fn stamp(&self) -> io::Result<Stamp> {
            Ok(Stamp { size: self.0.len() as u64, version: None })
        }
    }

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        BzEncoder::new(text, Compression::new(1)).read_to_end(&mut packed).expect("memory is read");
        packed
    }

    /// Numbers that do not repeat, so that blocks of 100 kB are many.
    fn text(numbers: u32) -> Vec<u8> {
        (0..numbers).flat_map(|number| number.wrapping_mul(2_654_435_761).to_string().into_bytes()).collect()
    }

    #[test]
    fn blocks_are_found_and_read_from_any_offset() {
        let text = text(100_000);
        let two = [packed(&text), packed(&text)].concat();
        for packed in [packed(&text), two] {
            let size = packed.len() as u64;
            assert!(are_in(&packed));
            let data: Arc<dyn Ranged> = Arc::new(Memory(packed));
            let mut cuts: Vec<u64> =
                (0..=10).map(|tenth| find(data.as_ref(), size * tenth / 10, size, 0).expect("read")).collect();
            cuts.dedup();
            assert!(cuts.len() > 5, "{cuts:?}");
            let mut whole = Vec::new();
            for cut in cuts.windows(2) {
                BlockReader::new("x", Arc::clone(&data), cut[0]..cut[1], size).read_to_end(&mut whole).expect("read");
            }
            assert_eq!(whole.len() % text.len(), 0);
            assert!(whole.chunks(text.len()).all(|copy| copy == text));
        }
    }

    #[test]
    fn data_that_is_cut_or_damaged_is_not_taken_for_whole() {
        let packed = packed(&text(50_000));
        let size = packed.len() as u64;
        for cut in [20, packed.len() / 2, packed.len() - 11, packed.len() - 5] {
            let data: Arc<dyn Ranged> = Arc::new(Memory(packed[..cut].to_vec()));
            let read = BlockReader::new("x", data, 32..8 * cut as u64, cut as u64).read_to_end(&mut Vec::new());
            assert!(read.is_err_and(|error| error.to_string().contains("truncated")), "cut at {cut}");
        }
        for at in (40..packed.len() - 20).step_by(packed.len() / 40) {
            let mut damaged = packed.clone();
            damaged[at] ^= 4;
            let data: Arc<dyn Ranged> = Arc::new(Memory(damaged));
            let read = BlockReader::new("x", data, 32..8 * size, size).read_to_end(&mut Vec::new());
            assert!(read.is_err(), "damaged at {at}");
        }
    }
}
