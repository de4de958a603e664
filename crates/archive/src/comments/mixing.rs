//! Numbers whose bits have one probability out of several contexts.
//!
//! The probabilities are added in the logistic domain with weights that follow their successes. All of it is integers.

use crate::coder::{Bit, Limit};
use crate::symbols::{Coder, Learns};

/// The logistic function at steps of 1/2, from -8 to 8, in units of 2^-16.
const POINTS: [i32; 33] = [
    22, 36, 60, 98, 162, 267, 440, 724, 1179, 1943, 3108, 4971, 7812, 11955, 17625, 24743, 32768, 40793, 47911, 53581,
    57724, 60565, 62428, 63593, 64357, 64812, 65096, 65269, 65374, 65438, 65476, 65500, 65514,
];

/// The largest number of the logistic domain, in units of 2^-8.
const FAR: i32 = 2047;

/// The logistic function: from units of 2^-8 to a probability in units of 2^-16, between its points.
#[inline]
pub(super) const fn squash(value: i32) -> i32 {
    if value >= FAR {
        return POINTS[32];
    }
    if value <= -FAR {
        return POINTS[0];
    }
    let (point, part) = (((value >> 7) + 16) as usize, value & 127);
    (POINTS[point] * (128 - part) + POINTS[point + 1] * part + 64) >> 7
}

/// The inverse of [`squash`], for probabilities in units of 2^-12.
static STRETCH: [i16; 4096] = {
    let mut table = [FAR as i16; 4096];
    let (mut value, mut next) = (-FAR, 0);
    while value <= FAR {
        let reached = squash(value) >> 4;
        while next <= reached {
            table[next as usize] = value as i16;
            next += 1;
        }
        value += 1;
    }
    table
};

/// A probability in units of 2^-16 in the logistic domain.
#[inline]
pub(super) fn stretch(probability: u16) -> i32 {
    i32::from(STRETCH[usize::from(probability >> 4)])
}

/// The weight of 1.
const ONE: i32 = 1 << 16;

/// How fast weights follow: the error times the input is divided by two to this power.
const SLOWNESS: u32 = 14;

/// Codes a bit with the mixture of several probabilities, all of which learn from it.
#[inline]
pub(super) fn code_mixed<C: Coder, const N: usize>(
    coder: &mut C,
    bits: [&mut Bit; N],
    weights: &mut [i32; N],
    bit: bool,
) -> bool {
    let mut inputs = [0; N];
    let mut sum = 0_i64;
    for ((input, given), weight) in inputs.iter_mut().zip(&bits).zip(weights.iter()) {
        *input = stretch(given.probability());
        sum += i64::from(*input) * i64::from(*weight);
    }
    let mixed = squash((sum >> 16).clamp(-i64::from(FAR), i64::from(FAR)) as i32);
    let bit = coder.bit(&mut Bit::known(mixed as u16, u8::MAX), bit);
    let error = (i32::from(bit) << 16) - i32::from(bit) - mixed;
    for (input, weight) in inputs.iter().zip(weights.iter_mut()) {
        let step = (i64::from(*input) * i64::from(error)) >> SLOWNESS;
        *weight = (*weight + step as i32).clamp(-4 * ONE, 4 * ONE);
    }
    for given in bits {
        given.learn(bit);
    }
    bit
}

/// The longest numbers whose bits after the first have contexts.
const LONGEST: usize = 16;

/// How many probabilities a number needs in one context: a tree of 64 lengths, and for each length a tree of three bits.
const NODES: usize = 64 + 8 * LONGEST;

/// Numbers without a sign, in `N` contexts at once.
#[derive(Clone, Debug)]
pub(super) struct Mixed<const N: usize> {
    /// The probabilities of each kind of context.
    tables: [Vec<Bit>; N],
    weights: Vec<[i32; N]>,
    /// Those of long numbers, by length, in no other context.
    long: Vec<Bit>,
}

impl<const N: usize> Mixed<N> {
    /// A model with this many contexts of each kind.
    pub(super) fn new(contexts: [usize; N]) -> Mixed<N> {
        Mixed {
            tables: contexts.map(|count| vec![Bit::NEW.with_limit(Limit::Highest); count * NODES]),
            weights: vec![[ONE * 5 / (4 * N as i32); N]; NODES],
            long: vec![Bit::NEW; 64 * 8],
        }
    }

    /// Codes a number below 2^63 in these contexts.
    pub(super) fn code(&mut self, coder: &mut impl Coder, contexts: [usize; N], value: u64) -> u64 {
        let length = u64::BITS - value.leading_zeros();
        let mut node = 1;
        for place in (0..6).rev() {
            let bit = self.bit(coder, contexts, node, length >> place & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        let length = (node & 63) as u32;
        let Some(rest) = length.checked_sub(1) else { return 0 };
        let fine = rest.min(3);
        let coarse = rest - fine;
        let mut top = 1;
        for place in (coarse..rest).rev() {
            let bit = value >> place & 1 == 1;
            let bit = match (length as usize) <= LONGEST {
                true => self.bit(coder, contexts, 56 + 8 * length as usize + top, bit),
                false => coder.bit(&mut self.long[8 * length as usize + top], bit),
            };
            top = top << 1 | usize::from(bit);
        }
        let low = if coarse > 0 { coder.bits(value & ((1 << coarse) - 1), coarse) } else { 0 };
        (top as u64) << coarse | low
    }

    #[inline]
    fn bit(&mut self, coder: &mut impl Coder, contexts: [usize; N], node: usize, bit: bool) -> bool {
        let mut place = contexts.iter();
        let bits = self.tables.each_mut().map(|table| {
            let at = place.next().map_or(0, |context| context * NODES) + node;
            let last = table.len() - 1;
            &mut table[at.min(last)]
        });
        code_mixed(coder, bits, &mut self.weights[node], bit)
    }
}

impl<const N: usize> Learns for Mixed<N> {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.tables.each_bit(visit);
        self.long.each_bit(visit);
    }
}

/// How many bits a number has, at most `most`.
#[inline]
pub(super) fn length(value: u64, most: u32) -> usize {
    (u64::BITS - value.leading_zeros()).min(most) as usize
}

#[cfg(test)]
mod tests {
    use super::{Mixed, squash, stretch};
    use crate::coder::{Decoder, Encoder};

    #[test]
    fn the_functions_are_inverse() {
        for probability in (200..65_300_u16).step_by(97) {
            let back = squash(stretch(probability));
            assert!((back - i32::from(probability)).abs() < 80, "{probability} {back}");
        }
    }

    #[test]
    fn numbers_come_back_from_their_contexts() {
        let values: Vec<u64> = (0..5000_u64).map(|each| (each * each % 97) << (each % 57)).collect();
        let mut model = Mixed::new([2, 8]);
        let mut encoder = Encoder::new();
        for (index, &value) in values.iter().enumerate() {
            model.code(&mut encoder, [index % 2, index % 8], value & !(1 << 63));
        }
        let bytes = encoder.finish();
        let (mut model, mut decoder) = (Mixed::new([2, 8]), Decoder::new(&bytes));
        for (index, &value) in values.iter().enumerate() {
            assert_eq!(model.code(&mut decoder, [index % 2, index % 8], 0), value & !(1 << 63));
        }
    }
}
