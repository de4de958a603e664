//! Reads and writes eight bytes as one number.

use alloc::vec::Vec;

/// Eight times the same byte.
#[inline(always)]
pub(crate) const fn repeat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The first eight bytes as one number, the first one lowest; zero if there are fewer.
#[inline(always)]
pub(crate) fn first(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight))
}

/// The high bit of each byte of `word` that is less than `limit`. The lowest one is right; above it there may be more.
#[inline(always)]
pub(crate) fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(repeat(limit)) & !word & repeat(0x80)
}

/// The bit 20 of each byte of `word` whose lowest five bits are above Z's.
#[inline(always)]
pub(crate) fn above_letters(word: u64) -> u64 {
    ((word & repeat(0x1f)) + repeat(0x05)) & repeat(0x20)
}

/// The high bit of each byte of `word` that is not a ASCII letter or digit.
#[inline(always)]
pub(crate) fn not_alphanumeric(word: u64) -> u64 {
    // The high bits are left out, so that no sum reaches the next byte.
    let low = word & repeat(0x7f);
    let from = |bytes: u64, first: u8| bytes + repeat(0x80 - first);
    let lower = low | repeat(0x20);
    let letters = from(lower, b'a') & !from(lower, b'z' + 1);
    let digits = from(low, b'0') & !from(low, b'9' + 1);
    (word | !(letters | digits)) & repeat(0x80)
}

/// Whether `text` holds one of `stops`. Looks at eight bytes at once, and at the last ones again if eight do not
/// fill it.
#[inline]
pub(crate) fn holds<const N: usize>(text: &[u8], stops: [u8; N]) -> bool {
    let hits = |eight: [u8; 8]| {
        let word = u64::from_le_bytes(eight);
        stops.iter().fold(0, |hits, &stop| hits | below(word ^ repeat(stop), 1))
    };
    let (eights, rest) = text.as_chunks::<8>();
    let hit = eights.iter().fold(0, |hit, &eight| hit | hits(eight));
    let last = match text.last_chunk::<8>() {
        Some(&eight) => hits(eight),
        None => u64::from(rest.iter().any(|byte| stops.contains(byte))),
    };
    hit | last != 0
}

/// Appends the first `length` bytes of a number, the lowest first; at most eight. All of it at once, as that is one store, and
/// then what was meant.
#[inline(always)]
pub(crate) fn push(out: &mut Vec<u8>, bytes: u64, length: usize) {
    let end = out.len() + length;
    out.extend_from_slice(&bytes.to_le_bytes());
    out.truncate(end);
}

/// The first place from `at` that holds `stop`, or the end, if that is likely to be far: looks at 64 bytes at once.
pub(crate) fn find_far(text: &[u8], mut at: usize, stop: u8) -> usize {
    while let Some(stretch) = text.get(at..).and_then(|rest| rest.first_chunk::<64>()) {
        if stretch.iter().fold(false, |found, &byte| found | (byte == stop)) {
            break;
        }
        at += stretch.len();
    }
    find(text, at, [stop])
}

/// The first place from `at` that holds one of `stops`, or the end. Looks at eight bytes at once.
#[inline(always)]
pub(crate) fn find<const N: usize>(text: &[u8], mut at: usize, stops: [u8; N]) -> usize {
    while let Some(&eight) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(eight);
        let hits = stops.iter().fold(0, |hits, &stop| hits | below(word ^ repeat(stop), 1));
        if hits != 0 {
            return at + (hits.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while text.get(at).is_some_and(|b| !stops.contains(b)) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_distinguished_from_all_other_bytes() {
        for byte in 0..=u8::MAX {
            for neighbour in [0, b'a', 0xff] {
                let word = u64::from_le_bytes([neighbour, byte, neighbour, byte, byte, neighbour, byte, neighbour]);
                let told = not_alphanumeric(word).to_le_bytes()[1] != 0;
                assert_eq!(told, !byte.is_ascii_alphanumeric(), "{byte:#x}");
            }
        }
    }
}
