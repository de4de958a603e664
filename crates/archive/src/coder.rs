//! A range coder: symbols of known frequencies, and bits whose probabilities adapt.
//!
//! Everything is computed with integers, so the same input gives the same bytes on every machine.

use std::fmt;
use std::hint::select_unpredictable;

/// The number of bits of a probability.
const PRECISION: u32 = 16;

/// A range below this is widened by a byte.
const SHORT: u32 = 1 << 24;

/// The largest total of frequencies: 256 moves of 2^14 each. A range is never smaller than 2^24, so each unit of frequency has
/// at least 2^2; a range is far larger on average, so rounding costs nothing that can be measured.
pub const MAX_TOTAL: u32 = 1 << 22;

/// How many zeros at the end of a stream are not stored. A reader that misses more than these reads a damaged stream.
const MOST_MISSING: usize = 64;

/// The probability that a bit is set, which follows the bits that were coded.
///
/// It starts by learning fast: the n-th bit moves it by 1/(n + 1.5) of the difference, until n reaches a limit.
///
/// All of it is one number, which is loaded and stored as such: the probability of a set bit in units of 2^-16, never 0, in
/// the low 16 bits, then how many bits were seen, up to the limit, and in the highest eight the [`Limit`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bit(u32);

/// How many bits count for a probability: the more, the slower it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// 60 bits.
    Usual,
    /// 100 bits.
    High,
    /// 250 bits.
    Highest,
}

impl Limit {
    /// All of them, by their numbers, and how many bits they are.
    const ALL: [(Limit, u8); 3] = [(Limit::Usual, 60), (Limit::High, 100), (Limit::Highest, 250)];
}

/// What the next bit does, by the number of bits seen and the limit: the low half has the part of the difference that it
/// leaves, in units of 2^-15, which is all but 1/(n + 1.5); the high half has the numbers after it.
static STEPS: [u32; 1 << 10] = {
    let mut steps = [0; 1 << 10];
    let mut limit = 0;
    while limit < Limit::ALL.len() {
        let mut seen = 0;
        while seen < 256 {
            let next = if seen < Limit::ALL[limit].1 as u32 { seen + 1 } else { seen };
            let left = (1 << 15) - (1 << 16) / (2 * seen + 3);
            steps[limit << 8 | seen as usize] = (limit as u32) << 24 | next << 16 | left;
            seen += 1;
        }
        limit += 1;
    }
    steps
};

/// Both values of a bit stay possible, with at least 2^-11.
const LEAST: u32 = 1 << 5;

impl Default for Bit {
    fn default() -> Bit {
        Bit::NEW
    }
}

impl fmt::Debug for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bit").field("probability", &self.probability()).field("seen", &self.seen()).finish()
    }
}

impl Bit {
    /// Both values are equally likely.
    pub const NEW: Bit = Bit::known(1 << 15, 0);

    /// A probability in units of 2^-16 that is known as well as after `seen` bits.
    pub const fn known(set: u16, seen: u8) -> Bit {
        let set = if set == 0 { 1 } else { set };
        Bit(set as u32 | (seen as u32) << 16)
    }

    /// The same probability, of which as many of the last bits count.
    pub const fn with_limit(self, limit: Limit) -> Bit {
        Bit(self.0 & 0x00FF_FFFF | (limit as u32) << 24)
    }

    /// The probability of a set bit, in units of 2^-16.
    pub const fn probability(self) -> u16 {
        self.0 as u16
    }

    /// How many bits it has learned from, up to a limit.
    pub const fn seen(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// This one, or another one if a bit is set, without a branch.
    #[inline]
    pub(crate) fn or(self, other: Bit, bit: bool) -> Bit {
        Bit(self.0 ^ (self.0 ^ other.0) & u32::from(bit).wrapping_neg())
    }

    /// The share of a range that belongs to a set bit.
    #[inline]
    fn split(self, range: u32) -> u32 {
        (range >> PRECISION) * (self.0 & 0xFFFF)
    }

    #[inline]
    pub(crate) fn learn(&mut self, bit: bool) {
        let step = STEPS[(self.0 >> 16) as usize & (STEPS.len() - 1)];
        // The probability of the other value shrinks. It is rounded so that that of a set bit is rounded down.
        let flip = u32::from(bit).wrapping_neg() & 0xFFFF;
        let other = ((self.0 & 0xFFFF) ^ flip) * (step & 0xFFFF);
        let other = ((other + (flip >> 1)) >> 15).max(LEAST);
        self.0 = step & 0xFFFF_0000 | other ^ flip;
    }
}

/// Takes symbols and returns bytes.
#[derive(Debug)]
pub struct Encoder {
    low: u64,
    range: u32,
    /// A byte that a carry may still change, and the number of bytes 0xFF after it.
    held: Option<u8>,
    full: usize,
    out: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder::new()
    }
}

impl Encoder {
    /// Starts a stream.
    pub fn new() -> Encoder {
        Encoder { low: 0, range: u32::MAX, held: None, full: 0, out: Vec::new() }
    }

    /// Writes a symbol whose frequency is `frequency` of `total`; those before it have `before` together.
    ///
    /// `total` is at most [`MAX_TOTAL`], `frequency` is not 0, and `before + frequency` is at most `total`.
    #[inline]
    pub fn symbol(&mut self, before: u32, frequency: u32, total: u32) {
        debug_assert!(frequency > 0 && before + frequency <= total && total <= MAX_TOTAL);
        let unit = self.range / total;
        self.low += u64::from(unit) * u64::from(before);
        self.range = unit * frequency;
        self.widen();
    }

    /// Writes a bit, and updates its probability.
    #[inline]
    pub fn bit(&mut self, model: &mut Bit, bit: bool) {
        let split = model.split(self.range);
        if bit {
            self.range = split;
        } else {
            self.low += u64::from(split);
            self.range -= split;
        }
        model.learn(bit);
        self.widen();
    }

    /// Writes the low `count` bits of a number, all values being equally likely.
    pub fn bits(&mut self, value: u64, count: u32) {
        let mut left = count;
        while left > 0 {
            let step = left.min(16);
            left -= step;
            self.symbol((value >> left) as u32 & ((1 << step) - 1), 1, 1 << step);
        }
    }

    #[inline]
    fn widen(&mut self) {
        while self.range < SHORT {
            self.shift();
            self.range <<= 8;
        }
    }

    /// Moves the highest byte out.
    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        let byte = (self.low >> 24) as u8;
        if carry == 1 || byte != 0xFF {
            if let Some(held) = self.held {
                self.out.push(held.wrapping_add(carry));
            }
            let filler = if carry == 1 { 0x00 } else { 0xFF };
            self.out.resize(self.out.len() + self.full, filler);
            self.full = 0;
            self.held = Some(byte);
        } else {
            self.full += 1;
        }
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }

    /// Ends the stream with the few bytes that are needed; a reader assumes zeros for the [`MOST_MISSING`] bytes after them.
    pub fn finish(mut self) -> Vec<u8> {
        // The value in [low, low + range) with the most zeros at its end.
        let end = self.low + u64::from(self.range) - 1;
        let zeros = (0..33).rev().find(|&zeros| (end >> zeros << zeros) >= self.low).unwrap_or(0);
        self.low = end >> zeros << zeros;
        for _ in 0..5 {
            self.shift();
        }
        let zeros = self.out.iter().rev().take(MOST_MISSING).take_while(|byte| **byte == 0).count();
        self.out.truncate(self.out.len() - zeros);
        self.out
    }
}

/// Takes bytes and returns symbols. Any bytes give some symbols.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: &'a [u8],
    /// How many bytes were taken that are not there.
    missing: u32,
}

impl<'a> Decoder<'a> {
    /// Starts to read a stream.
    pub fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { code: 0, range: u32::MAX, bytes, missing: 0 };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next();
        }
        decoder
    }

    #[inline]
    fn next(&mut self) -> u32 {
        match self.bytes.split_first() {
            Some((&byte, rest)) => {
                self.bytes = rest;
                u32::from(byte)
            }
            None => {
                self.missing = self.missing.saturating_add(1);
                0
            }
        }
    }

    /// Whether more was read than a complete stream allows. A few zeros at its end are not stored, so this is not
    /// exact.
    pub fn is_exhausted(&self) -> bool {
        self.missing as usize > MOST_MISSING
    }

    /// The position of the next symbol within `total`: the sum of the frequencies before it is at most this, and with its own
    /// frequency more than this. [`Decoder::take`] follows.
    #[inline]
    pub fn peek(&mut self, total: u32) -> u32 {
        self.range /= total;
        (self.code / self.range).min(total - 1)
    }

    /// Takes the symbol that was found with [`Decoder::peek`].
    #[inline]
    pub fn take(&mut self, before: u32, frequency: u32) {
        self.code = self.code.wrapping_sub(before.wrapping_mul(self.range));
        self.range = self.range.wrapping_mul(frequency);
        self.widen();
    }

    /// Reads a bit, and updates its probability.
    #[inline]
    pub fn bit(&mut self, model: &mut Bit) -> bool {
        let split = model.split(self.range);
        let (rest, bit) = self.code.overflowing_sub(split);
        // Processors cannot guess most bits, so nothing branches on them here.
        self.code = select_unpredictable(bit, self.code, rest);
        self.range = select_unpredictable(bit, split, self.range - split);
        model.learn(bit);
        self.widen();
        bit
    }

    /// Reads a number of `count` bits, all values being equally likely.
    pub fn bits(&mut self, count: u32) -> u64 {
        let (mut value, mut left) = (0, count);
        while left > 0 {
            let step = left.min(16);
            left -= step;
            let part = self.peek(1 << step);
            self.take(part, 1);
            value = value << step | u64::from(part);
        }
        value
    }

    #[inline]
    fn widen(&mut self) {
        while self.range < SHORT {
            self.code = self.code << 8 | self.next();
            self.range = self.range.max(1) << 8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bit, Decoder, Encoder, Limit};

    /// Numbers that look random; the same every time.
    fn numbers(count: usize) -> impl Iterator<Item = u32> {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        std::iter::repeat_with(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as u32
        })
        .take(count)
    }

    #[test]
    fn what_is_written_is_read() {
        let values: Vec<u32> = numbers(20_000).collect();
        let mut encoder = Encoder::new();
        let mut models = [Bit::NEW; 4];
        for &value in &values {
            encoder.bit(&mut models[(value & 3) as usize], value % 7 == 0);
            encoder.symbol(value % 1000, 1, 1001);
            encoder.bits(u64::from(value), 24);
        }
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        let mut models = [Bit::NEW; 4];
        for &value in &values {
            assert_eq!(decoder.bit(&mut models[(value & 3) as usize]), value % 7 == 0);
            let found = decoder.peek(1001);
            assert_eq!(found, value % 1000);
            decoder.take(found, 1);
            assert_eq!(decoder.bits(24), u64::from(value));
        }
        assert!(!decoder.is_exhausted());
    }

    #[test]
    fn probabilities_follow_bits() {
        for (limit, most) in Limit::ALL {
            for (set, seen) in
                (1..=0xFFFF).step_by(7).flat_map(|set| [0, 1, 59, 60, 100, 249, 255].map(|seen| (set, seen)))
            {
                for bit in [false, true] {
                    let mut model = Bit::known(set, seen).with_limit(limit);
                    model.learn(bit);
                    // A part of the way to the end of the scale, rounded down.
                    let way = if bit { 0xFFFF } else { 0 } - i64::from(set);
                    let moved = i64::from(set) + (way * ((1 << 16) / (2 * i64::from(seen) + 3))).div_euclid(1 << 15);
                    assert_eq!(i64::from(model.probability()), moved.clamp(32, 0xFFFF - 32), "{set} {seen} {bit}");
                    assert_eq!(model.seen(), if seen < most { seen + 1 } else { seen });
                    assert_eq!(model, Bit::known(model.probability(), model.seen()).with_limit(limit));
                }
            }
        }
    }

    #[test]
    fn carries_reach_any_number_of_full_bytes() {
        for length in 0..60 {
            let mut encoder = Encoder::new();
            for _ in 0..length {
                encoder.symbol(255, 1, 256);
            }
            encoder.symbol(65_535, 1, 65_536);
            encoder.symbol(999_999, 1, 1_000_000);
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for _ in 0..length {
                assert_eq!(decoder.peek(256), 255);
                decoder.take(255, 1);
            }
            assert_eq!(decoder.peek(65_536), 65_535);
            decoder.take(65_535, 1);
            assert_eq!(decoder.peek(1_000_000), 999_999);
        }
    }

    #[test]
    fn a_rare_bit_costs_little_if_it_does_not_occur() {
        let mut encoder = Encoder::new();
        let mut model = Bit::NEW;
        for _ in 0..10_000 {
            encoder.bit(&mut model, false);
        }
        assert!(encoder.finish().len() < 10);
    }

    #[test]
    fn a_stream_of_zeros_of_any_length_is_complete() {
        for length in (0..300).chain([1000, 100_000]) {
            let mut encoder = Encoder::new();
            for _ in 0..length {
                encoder.symbol(0, 1, 256);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for _ in 0..length {
                assert_eq!(decoder.peek(256), 0);
                decoder.take(0, 1);
            }
            assert!(!decoder.is_exhausted(), "{length}");
        }
    }

    #[test]
    fn any_bytes_are_read() {
        for seed in 0..200 {
            let bytes: Vec<u8> = numbers(40).map(|value| (value >> (seed % 17)) as u8).collect();
            let mut decoder = Decoder::new(&bytes[..seed % 40]);
            let mut model = Bit::NEW;
            for _ in 0..500 {
                decoder.bit(&mut model);
                let found = decoder.peek(77);
                decoder.take(found, 1);
            }
            assert!(decoder.is_exhausted());
        }
    }
}
