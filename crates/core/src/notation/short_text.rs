//! The short texts of moves, each held in one 64-bit number, so that a text is built and written whole, not byte by byte.

use core::num::NonZeroUsize;

/// The text of a move without its end marks, if that is at most eight bytes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortText {
    /// The bytes of the text, the first one lowest, and zeros after the last one.
    bytes: u64,
    // With the niche of this field, an optional text comes back from a call in two registers.
    length: NonZeroUsize,
}

impl ShortText {
    /// The text that consists of the lowest `length` bytes of `bytes`; all bytes above them must be zero. `None` if `length` is
    /// zero or more than eight.
    #[inline(always)]
    pub fn new(bytes: u64, length: usize) -> Option<ShortText> {
        let length = NonZeroUsize::new(length).filter(|length| length.get() <= 8)?;
        Some(ShortText { bytes, length })
    }

    /// A move in SAN as it is in a text, without the mark at its end. `None` if the move leaves no room for a mark, or
    /// if it is longer than eight bytes with its mark.
    #[inline(always)]
    pub(crate) fn of_san(san: &[u8]) -> Option<ShortText> {
        let marked = usize::from(matches!(san.last(), Some(b'+' | b'#')));
        let length = san.len().checked_sub(marked)?;
        let bytes = packed(san).filter(|_| length < 8)?;
        ShortText::new(bytes & !(u64::MAX << (8 * length)), length)
    }

    /// The bytes of the text, the first one lowest, and zeros after the last one.
    #[inline(always)]
    pub fn bytes(self) -> u64 {
        self.bytes
    }

    /// How many bytes the text has: one to eight.
    #[inline(always)]
    pub fn length(self) -> usize {
        self.length.get()
    }

    /// The text with a mark of one byte or none after it, as its bytes and their number. There must be room for the
    /// mark: the text alone then has at most seven bytes.
    #[inline(always)]
    pub fn marked(self, mark: &[u8]) -> (u64, usize) {
        let length = self.length();
        match mark {
            [mark, ..] => (self.bytes | u64::from(*mark) << ((8 * length) & 63), length + 1),
            [] => (self.bytes, length),
        }
    }
}

/// A text of at most eight bytes that grows at its end.
#[derive(Default)]
pub(super) struct Growing {
    bytes: u64,
    bits: u32,
}

impl Growing {
    /// Adds two bytes.
    #[inline(always)]
    pub(super) fn push(&mut self, two: [u8; 2]) {
        self.bytes |= u64::from(u16::from_le_bytes(two)) << (self.bits & 63);
        self.bits += 16;
    }

    /// Adds a byte if `when` holds, without a branch.
    #[inline(always)]
    pub(super) fn push_if(&mut self, when: bool, byte: u8) {
        let byte = if when { u64::from(byte) } else { 0 };
        self.bytes |= byte << (self.bits & 63);
        self.bits += u32::from(when) * 8;
    }

    /// The text; `None` if it became too long.
    #[inline(always)]
    pub(super) fn finish(self) -> Option<ShortText> {
        ShortText::new(self.bytes, self.bits as usize / 8)
    }
}

/// A text of two to eight bytes as one number. There is no loop over the bytes, because every move comes this way.
#[inline(always)]
fn packed(text: &[u8]) -> Option<u64> {
    let length = text.len();
    let (low, high, apart) = match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        (Some(low), Some(high)) => (u32::from_le_bytes(*low), u32::from_le_bytes(*high), length - 4),
        _ => {
            let (low, high) = (text.first_chunk::<2>()?, text.last_chunk::<2>()?);
            (u32::from(u16::from_le_bytes(*low)), u32::from(u16::from_le_bytes(*high)), length - 2)
        }
    };
    (length <= 8).then(|| u64::from(low) | u64::from(high) << ((8 * apart) & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_match_the_move_without_its_mark() {
        for (san, length) in
            [("e4", 2), ("e4+", 2), ("Nf3", 3), ("exd5#", 4), ("O-O-O+", 5), ("Qa1xb2#", 6), ("exd8=Q+", 6)]
        {
            let unmarked = ShortText::of_san(san.as_bytes()).expect("it is short");
            assert_eq!(unmarked.bytes().to_le_bytes()[..length], san.as_bytes()[..length], "{san}");
            assert_eq!((unmarked.length(), unmarked.bytes() >> (8 * length)), (length, 0), "{san}");
            let (bytes, length) = unmarked.marked(b"+");
            assert_eq!(bytes.to_le_bytes()[length - 1], b'+');
        }
        assert_eq!(ShortText::of_san(b"R1a1xa8=Q"), None);
        assert_eq!(ShortText::of_san(b"x"), None);
        assert_eq!(ShortText::of_san(b""), None);
    }
}
