//! Models of symbols and numbers, in bits whose probabilities adapt.
//!
//! A model is written once for both directions: its method `code` takes a value and a [`Coder`], and returns the value. A
//! coder that writes returns what it was given; one that reads ignores what it is given and returns what it finds.

use crate::coder::{Bit, Decoder, Encoder};

/// Writes or reads bits.
pub trait Coder {
    /// Codes a bit with a probability, which learns from it.
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool;

    /// Codes the low `count` bits of a number, all values being equally likely.
    fn bits(&mut self, value: u64, count: u32) -> u64;

    /// Codes a number below `total`, which is at most [`crate::coder::MAX_TOTAL`] and not 0, all values being equally likely.
    fn below(&mut self, value: u32, total: u32) -> u32;

    /// Whether far more was read than there is.
    fn is_exhausted(&self) -> bool {
        false
    }

    /// Whether nothing is written, so that only models that learn matter.
    const LISTENS: bool = false;

    /// Whether values are read, so that those given have no meaning.
    const READS: bool;
}

impl Coder for Encoder {
    const READS: bool = false;

    #[inline]
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool {
        Encoder::bit(self, model, bit);
        bit
    }

    fn bits(&mut self, value: u64, count: u32) -> u64 {
        Encoder::bits(self, value, count);
        value
    }

    #[inline]
    fn below(&mut self, value: u32, total: u32) -> u32 {
        self.symbol(value, 1, total);
        value
    }
}

impl Coder for Decoder<'_> {
    const READS: bool = true;

    #[inline]
    fn bit(&mut self, model: &mut Bit, _bit: bool) -> bool {
        Decoder::bit(self, model)
    }

    fn bits(&mut self, _value: u64, count: u32) -> u64 {
        Decoder::bits(self, count)
    }

    #[inline]
    fn below(&mut self, _value: u32, total: u32) -> u32 {
        let value = self.peek(total);
        self.take(value, 1);
        value
    }

    fn is_exhausted(&self) -> bool {
        Decoder::is_exhausted(self)
    }
}

/// Writes nothing, but lets models learn, so that what they learn can be given to others.
#[derive(Debug, Default)]
pub struct Listener;

impl Coder for Listener {
    const READS: bool = false;
    const LISTENS: bool = true;

    #[inline]
    fn bit(&mut self, model: &mut Bit, bit: bool) -> bool {
        model.learn(bit);
        bit
    }

    fn bits(&mut self, value: u64, _count: u32) -> u64 {
        value
    }

    fn below(&mut self, value: u32, _total: u32) -> u32 {
        value
    }
}

/// A model whose probabilities can be given a start.
pub trait Learns {
    /// Calls `visit` with each of its probabilities, always in the same order.
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit));
}

impl Learns for Bit {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        visit(self);
    }
}

impl<M: Learns> Learns for [M] {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.iter_mut().for_each(|model| model.each_bit(visit));
    }
}

impl<M: Learns> Learns for Vec<M> {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.as_mut_slice().each_bit(visit);
    }
}

impl<M: Learns, const N: usize> Learns for [M; N] {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.as_mut_slice().each_bit(visit);
    }
}

/// Symbols below `SIZE`, a power of two: each bit in the context of those before it.
#[derive(Clone, Debug)]
pub struct Tree<const SIZE: usize> {
    bits: [Bit; SIZE],
}

impl<const SIZE: usize> Default for Tree<SIZE> {
    fn default() -> Tree<SIZE> {
        Tree { bits: [Bit::NEW; SIZE] }
    }
}

impl<const SIZE: usize> Tree<SIZE> {
    /// Codes a symbol below `SIZE`.
    #[inline]
    pub fn code(&mut self, coder: &mut impl Coder, symbol: u32) -> u32 {
        debug_assert!(SIZE.is_power_of_two() && (symbol as usize) < SIZE);
        let (mut node, mut model) = (1, self.bits[1 & (SIZE - 1)]);
        for place in (0..SIZE.trailing_zeros()).rev() {
            // Both that may come next are loaded before it is known which one does.
            let next = [0, 1].map(|bit| self.bits[(node << 1 | bit) & (SIZE - 1)]);
            let bit = coder.bit(&mut model, symbol >> place & 1 == 1);
            self.bits[node & (SIZE - 1)] = model;
            model = next[0].or(next[1], bit);
            node = node << 1 | usize::from(bit);
        }
        (node & (SIZE - 1)) as u32
    }
}

impl<const SIZE: usize> Learns for Tree<SIZE> {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.bits[1..].each_bit(visit);
    }
}

/// How many bits of a number after its highest one have probabilities.
const FINE: u32 = 3;

/// Numbers of any size, the smaller the likelier: the count of their bits, then the bits. The three bits after the highest
/// one have probabilities, too; all others are taken as equally likely.
#[derive(Clone, Debug)]
pub struct Number {
    length: Tree<128>,
    top: Vec<Tree<8>>,
}

impl Default for Number {
    fn default() -> Number {
        Number { length: Tree::default(), top: vec![Tree::default(); 65] }
    }
}

impl Number {
    /// Codes a number.
    #[inline]
    pub fn code(&mut self, coder: &mut impl Coder, value: u64) -> u64 {
        let length = self.length.code(coder, u64::BITS - value.leading_zeros()).min(u64::BITS);
        let Some(rest) = length.checked_sub(1) else { return 0 };
        let fine = rest.min(FINE);
        let coarse = rest - fine;
        let below = value & ((1 << rest) - 1);
        // Short numbers use a part of their tree.
        let top = self.top[length as usize].code(coder, (below >> coarse) as u32 & 7);
        let low = if coarse > 0 { coder.bits(below & ((1 << coarse) - 1), coarse) } else { 0 };
        1 << rest | (u64::from(top) & ((1 << fine) - 1)) << coarse | low
    }
}

impl Learns for Number {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.length.each_bit(visit);
        self.top.each_bit(visit);
    }
}

/// Numbers of either sign, the nearer to zero the likelier.
#[derive(Clone, Debug, Default)]
pub struct Signed {
    size: Number,
    negative: [Bit; 3],
}

impl Signed {
    /// Codes a number.
    #[inline]
    pub fn code(&mut self, coder: &mut impl Coder, value: i64) -> i64 {
        let size = self.size.code(coder, value.unsigned_abs());
        if size == 0 {
            return 0;
        }
        let context = size.ilog2().min(2) as usize;
        if coder.bit(&mut self.negative[context], value < 0) { 0_i64.wrapping_sub_unsigned(size) } else { size as i64 }
    }
}

impl Learns for Signed {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.size.each_bit(visit);
        self.negative.each_bit(visit);
    }
}

/// Writes or reads the probabilities of a model as its start. Those that nothing was learned about stay as they are.
///
/// A probability is rounded to one of 31 values, which are closer to each other near 0 and 1.
pub fn code_start(model: &mut impl Learns, coder: &mut impl Coder) {
    let mut used = [Bit::NEW; 2];
    let mut sure = Bit::NEW;
    let mut levels = [Tree::<32>::default(), Tree::default()];
    let mut before = false;
    model.each_bit(&mut |bit| {
        before = coder.bit(&mut used[usize::from(before)], bit.seen() > 0);
        if before {
            let is_sure = coder.bit(&mut sure, bit.seen() >= SURE);
            let level = levels[usize::from(is_sure)].code(coder, level_of(bit.probability()));
            *bit = Bit::known(probability_of(level), if is_sure { SURE } else { UNSURE });
        }
    });
}

/// How well a start is known: as well as after this many bits.
const SURE: u8 = 24;
/// The same for probabilities that fewer bits were seen of.
const UNSURE: u8 = 4;

/// Probabilities in units of 2^-16: halves of halves near 0 and 1.
const LEVELS: [u16; 31] = [
    32, 64, 128, 256, 512, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 40960, 49152, 53248,
    57344, 59392, 61440, 62464, 63488, 64000, 64512, 65024, 65280, 65408, 65472, 65503,
];

fn level_of(probability: u16) -> u32 {
    let above = LEVELS.partition_point(|&level| level < probability);
    let near = |place: usize| LEVELS.get(place).map_or(u16::MAX, |level| level.abs_diff(probability));
    let below = above.saturating_sub(1);
    (if near(below) <= near(above) { below } else { above }) as u32
}

fn probability_of(level: u32) -> u16 {
    LEVELS[(level as usize).min(LEVELS.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::{Coder, Learns, Listener, Number, Signed, Tree, code_start, level_of, probability_of};
    use crate::coder::{Decoder, Encoder};

    fn round(values: &[i64]) -> usize {
        fn all(coder: &mut impl Coder, values: &[i64]) -> Vec<(i64, u64, u32)> {
            let (mut signed, mut number, mut tree) = (Signed::default(), Number::default(), Tree::<16>::default());
            let each = |&value: &i64| {
                let a = signed.code(coder, value);
                (a, number.code(coder, value as u64), tree.code(coder, value as u32 & 15))
            };
            values.iter().map(each).collect()
        }
        let mut encoder = Encoder::new();
        let given = all(&mut encoder, values);
        let bytes = encoder.finish();
        assert_eq!(all(&mut Decoder::new(&bytes), &vec![0; values.len()]), given);
        assert_eq!(given.iter().map(|each| each.0).collect::<Vec<_>>(), values);
        bytes.len()
    }

    #[test]
    fn numbers_come_back() {
        round(&[0, 1, -1, 2, 3, 7, 8, 9, -100, 1 << 40, i64::MAX, i64::MIN, i64::MIN + 1, 12345]);
        round(&(-3000..3000).collect::<Vec<_>>());
        assert!(round(&[5; 10_000]) < 60);
    }

    #[test]
    fn a_start_comes_back_and_helps() {
        let values: Vec<u64> = (0..300).map(|each| each * each % 97).collect();
        let mut learned = Number::default();
        values.iter().for_each(|&value| assert_eq!(learned.code(&mut Listener, value), value));
        let mut encoder = Encoder::new();
        code_start(&mut learned, &mut encoder);
        let start = encoder.finish();
        let mut read = Number::default();
        code_start(&mut read, &mut Decoder::new(&start));
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        learned.each_bit(&mut |bit| expected.push(*bit));
        read.each_bit(&mut |bit| found.push(*bit));
        assert_eq!(expected, found);
        let length = |model: &mut Number| {
            let mut encoder = Encoder::new();
            values.iter().for_each(|&value| assert_eq!(model.code(&mut encoder, value), value));
            encoder.finish().len()
        };
        assert!(length(&mut read) < length(&mut Number::default()));
    }

    #[test]
    fn levels_are_their_own_nearest() {
        for level in 0..31 {
            assert_eq!(level_of(probability_of(level)), level);
        }
    }
}
