//! Bits in bytes, the most significant one first: reading them from a block, and writing them.

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The 64 bits that start at a place; zeros after the last byte.
#[inline]
pub(super) fn word(bytes: &[u8], bit: usize) -> u64 {
    let (at, shift) = (bit / 8, (bit % 8) as u32);
    match bytes.get(at..).and_then(|rest| rest.first_chunk::<9>()) {
        Some(&[first @ .., last]) => u64::from_be_bytes(first) << shift | u64::from(last) >> (8 - shift),
        None => word_at_end(bytes, at, shift),
    }
}

#[cold]
fn word_at_end(bytes: &[u8], at: usize, shift: u32) -> u64 {
    let mut nine = [0; 9];
    let rest = bytes.get(at..).unwrap_or_default();
    let length = rest.len().min(9);
    nine[..length].copy_from_slice(&rest[..length]);
    let [first @ .., last] = nine;
    u64::from_be_bytes(first) << shift | u64::from(last) >> (8 - shift)
}

/// A run of bytes that starts at any bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BitText {
    /// The bits before it in the block.
    pub(super) bit: usize,
    /// How many bytes it has.
    pub(super) length: usize,
}

impl BitText {
    /// Its bytes, without a copy if they start at a whole byte.
    pub(super) fn of<'a>(self, block: &'a [u8]) -> Cow<'a, [u8]> {
        let at = self.bit / 8;
        if self.bit.is_multiple_of(8) {
            return Cow::Borrowed(block.get(at..at + self.length).unwrap_or_default());
        }
        let mut out = Vec::with_capacity(self.length + 7);
        let mut bit = self.bit;
        while out.len() < self.length {
            out.extend_from_slice(&word(block, bit).to_be_bytes());
            bit += 64;
        }
        out.truncate(self.length);
        Cow::Owned(out)
    }

    /// The bits up to its end.
    pub(super) fn end(self) -> usize {
        self.bit + 8 * self.length
    }
}

/// Reads bits from a place on. There are no bits after the last one: reading them returns nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitReader<'a> {
    pub(super) bytes: &'a [u8],
    /// The bits before the next one.
    pub(super) at: usize,
}

impl<'a> BitReader<'a> {
    /// How many bits are left.
    #[inline]
    pub(super) fn left(&self) -> usize {
        (8 * self.bytes.len()).saturating_sub(self.at)
    }

    /// The next bits, up to 56, without taking them; zeros after the end.
    #[inline]
    pub(super) fn peek(&self, width: u32) -> u64 {
        if width == 0 { 0 } else { word(self.bytes, self.at) >> (64 - width) }
    }

    /// Takes that many bits.
    #[inline]
    pub(super) fn take(&mut self, width: u32) -> Option<u64> {
        if self.left() < width as usize {
            return None;
        }
        let bits = self.peek(width);
        self.at += width as usize;
        Some(bits)
    }

    /// Takes a text of this many bytes.
    pub(super) fn take_text(&mut self, length: usize) -> Option<BitText> {
        let text = BitText { bit: self.at, length };
        (length <= self.left() / 8).then(|| self.at = text.end())?;
        Some(text)
    }

    /// Takes a text, and the zero byte after it.
    pub(super) fn take_closed_text(&mut self) -> Option<BitText> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let most = self.left() / 8;
        let mut length = 0;
        while length < most {
            let eight = word(self.bytes, self.at + 8 * length);
            // The highest byte that is zero is found for certain: only those below it may be taken for one wrongly.
            if eight.wrapping_sub(ONES) & !eight & HIGH == 0 {
                length += 8;
                continue;
            }
            length += eight.to_be_bytes().iter().position(|byte| *byte == 0).unwrap_or(8);
            break;
        }
        if length >= most {
            return None;
        }
        let text = BitText { bit: self.at, length };
        self.at = text.end() + 8;
        Some(text)
    }
}

/// Bits that are written one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct BitWriter {
    /// The bytes that are whole.
    bytes: Vec<u8>,
    /// The bits of the next one, the first one highest, and how many there are: fewer than eight.
    held: u64,
    count: u32,
}

impl BitWriter {
    /// How many bits there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        8 * self.bytes.len() + self.count as usize
    }

    /// Starts again.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        (self.held, self.count) = (0, 0);
    }

    /// Writes the lowest `width` bits of `value`, up to 56; those above them are zero.
    #[inline]
    pub(super) fn push(&mut self, value: u64, width: u32) {
        if width == 0 {
            return;
        }
        self.held |= value << (64 - self.count - width);
        self.count += width;
        // All of it at once, as that is one store, and then what is whole.
        let whole = (self.count / 8) as usize;
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&self.held.to_be_bytes());
        self.bytes.truncate(before + whole);
        self.held = if whole == 8 { 0 } else { self.held << (8 * whole) };
        self.count %= 8;
    }

    /// Writes bytes.
    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        if self.count == 0 {
            return self.bytes.extend_from_slice(bytes);
        }
        for chunk in bytes.chunks(7) {
            let value = chunk.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
            self.push(value, 8 * chunk.len() as u32);
        }
    }

    /// Writes the bits of another one from a place to a place.
    pub(super) fn push_bits_of(&mut self, other: &BitWriter, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let width = (to - at).min(56) as u32;
            let held = at >= 8 * other.bytes.len();
            let bits = if held { other.held << (at - 8 * other.bytes.len()) } else { other.word(at) };
            self.push(bits >> (64 - width), width);
            at += width as usize;
        }
    }

    /// The 64 bits from a place on.
    fn word(&self, at: usize) -> u64 {
        let (whole, from) = (8 * self.bytes.len(), word(&self.bytes, at));
        let known = whole - at;
        if known < 64 { from | self.held >> known } else { from }
    }

    /// Throws away the text after this many bits.
    pub(super) fn truncate(&mut self, bits: usize) {
        if bits >= self.len() {
            return;
        }
        if bits < 8 * self.bytes.len() {
            let last = self.bytes.get(bits / 8).copied().unwrap_or_default();
            self.bytes.truncate(bits / 8);
            self.held = u64::from(last) << 56;
        }
        self.count = (bits % 8) as u32;
        self.held &= if self.count == 0 { 0 } else { u64::MAX << (64 - self.count) };
    }

    /// Fills the last byte with zeros.
    pub(super) fn fill(&mut self) {
        if self.count > 0 {
            self.push(0, 8 - self.count);
        }
    }

    /// The bytes, the last one filled.
    pub(super) fn bytes(&mut self) -> &[u8] {
        self.fill();
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn bits_come_back_from_any_place() {
        for offset in 0..9u32 {
            let mut writer = BitWriter::default();
            writer.push(0, offset);
            writer.push(0b101, 3);
            writer.push_bytes(b"a text that is longer than eight bytes\0");
            writer.push(0x00ab_cdef_0123_4567, 56);
            let bytes = writer.bytes().to_vec();
            let mut reader = BitReader { bytes: &bytes, at: offset as usize };
            assert_eq!(reader.take(3), Some(0b101));
            let text = reader.take_closed_text().expect("a zero byte");
            assert_eq!(&*text.of(&bytes), b"a text that is longer than eight bytes");
            assert_eq!(reader.take(56), Some(0x00ab_cdef_0123_4567));
            assert!(reader.left() < 8);
            assert_eq!(reader.take(8), None);
        }
    }

    #[test]
    fn bits_are_copied_and_thrown_away() {
        for cut in 0..200 {
            let mut source = BitWriter::default();
            (0..25).for_each(|at| source.push(0x5a ^ at, 8));
            source.push(0b11, 2);
            let mut copy = BitWriter::default();
            copy.push(1, 1);
            copy.push_bits_of(&source, cut, source.len());
            assert_eq!(copy.len(), 1 + source.len() - cut);
            let mut again = BitWriter::default();
            again.push_bits_of(&source, 0, cut);
            again.push_bits_of(&copy, 1, copy.len());
            assert_eq!(again.bytes(), source.bytes());
            source.truncate(cut);
            assert_eq!(source.len(), cut);
            let (mut short, all) = (BitWriter::default(), again);
            short.push_bits_of(&all, 0, cut);
            assert_eq!(short.bytes(), source.bytes());
        }
    }

    #[test]
    fn a_text_without_its_zero_byte_is_none() {
        let bytes = vec![0xff; 20];
        assert_eq!(BitReader { bytes: &bytes, at: 3 }.take_closed_text(), None);
        let bytes = [0x20, 0x00];
        assert_eq!(BitReader { bytes: &bytes, at: 0 }.take_closed_text(), Some(BitText { bit: 0, length: 1 }));
        assert_eq!(BitReader { bytes: &bytes, at: 4 }.take_closed_text(), Some(BitText { bit: 4, length: 0 }));
    }
}
