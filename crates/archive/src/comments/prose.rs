//! A model of prose: each bit of a text gets a probability out of those of several contexts.
//!
//! The contexts are the bytes before, the words, and the last place where the same bytes came.

use super::mixing::{squash, stretch};
use crate::coder::Bit;
use crate::symbols::Coder;

/// The contexts: this many bytes before, words, and words with what was before them.
const ORDERS: usize = 6;
/// Each context gives two inputs, and the match one.
const INPUTS: usize = 2 * ORDERS + 2;

/// The weight of 1.
const ONE: i16 = 1 << 13;

/// A line of a table: a check, and the probabilities of half a byte, in units of 2^-12 above a count of 4 bits.
type ProseRow = [u16; 16];

/// The least and the most bits of the number of rows of a table.
const ROW_BITS: std::ops::RangeInclusive<u32> = 8..=17;

/// A fresh probability.
const FRESH: u16 = 1 << 15;

/// What a probability moves by, by its count: in units of 2^-16.
static RATES: [i32; 16] = {
    let mut rates = [0; 16];
    let mut count = 0;
    while count < 16 {
        rates[count] = (1 << 17) / (2 * count as i32 + 3);
        count += 1;
    }
    rates
};

/// How many counts and probabilities a refinement distinguishes.
const COUNTS: usize = 8;
const LEVELS: usize = 33;

/// A model of the texts of a block.
#[derive(Clone)]
pub(super) struct Prose {
    /// How many rows a table has, and all tables one after the other.
    count: usize,
    tables: Vec<ProseRow>,
    /// The row of each context for this half of a byte.
    rows: [usize; ORDERS],
    /// By context, count and probability: what came.
    refined: Vec<u16>,
    /// The weights of inputs, by the bits of this byte, and by how long the match is and what was before.
    weights: [Vec<[i16; INPUTS]>; 2],
    /// All bytes so far, and where the last bytes came before.
    bytes: Vec<u8>,
    places: Vec<u32>,
    matched: usize,
    length: usize,
    matches: Vec<u16>,
    word: u32,
    word_before: u32,
    /// The last eight bytes.
    last: u64,
}

/// How many sets of weights there are for the bits of a byte, and for matches.
const SETS: [usize; 2] = [256, 16 * 64];

/// The number of bits of the number of rows that suits a text of this length.
pub(super) fn row_bits(length: usize) -> u32 {
    (length / 4).next_power_of_two().ilog2().clamp(*ROW_BITS.start(), *ROW_BITS.end())
}

impl Prose {
    /// A model with this many rows; `None` if they are too few or too many.
    pub(super) fn new(row_bits: u32) -> Option<Prose> {
        let count = ROW_BITS.contains(&row_bits).then(|| 1 << row_bits)?;
        let weights = SETS.map(|sets| {
            let mut start = [ONE / 5; INPUTS];
            start[2 * ORDERS] = ONE / 3;
            vec![start; sets]
        });
        let refined = (0..ORDERS * COUNTS * LEVELS).map(|place| {
            let level = (place % LEVELS) as i32 - 16;
            squash(level * 128) as u16
        });
        let mut prose = Prose {
            count,
            tables: vec![[FRESH; 16]; ORDERS * count],
            rows: [0; ORDERS],
            refined: refined.collect(),
            weights,
            bytes: Vec::new(),
            places: vec![0; 2 * count],
            matched: 0,
            length: 0,
            matches: (0..64).map(|_| 1 << 15).collect(),
            word: 0,
            word_before: 0,
            last: 0,
        };
        prose.half(1);
        Some(prose)
    }

    /// Codes a byte.
    pub(super) fn code(&mut self, coder: &mut impl Coder, byte: u8) -> u8 {
        let mut node = 1_usize;
        for place in (0..8).rev() {
            if place == 3 {
                self.half(node as u32);
            }
            let bit = self.bit(coder, node, byte >> place & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        let byte = node as u8;
        self.push(byte);
        byte
    }

    fn bit(&mut self, coder: &mut impl Coder, node: usize, bit: bool) -> bool {
        let inner = if node < 16 { node } else { 1 << (node.ilog2() - 4) | node & ((1 << (node.ilog2() - 4)) - 1) };
        let mut inputs = [0_i16; INPUTS];
        let mut levels = [usize::MAX; ORDERS];
        for order in 0..ORDERS {
            let state = self.tables[self.rows[order]][inner & 15];
            let count = usize::from(state & 15);
            if count > 0 {
                let straight = stretch(state);
                let level = ((straight + 2048 + 64) >> 7) as usize;
                levels[order] = (order * COUNTS + count / 2) * LEVELS + level.min(LEVELS - 1);
                inputs[2 * order] = straight as i16;
                inputs[2 * order + 1] = stretch(self.refined[levels[order]]) as i16;
            }
        }
        let (expected, strength) = self.expected(node);
        if let Some(expected) = expected {
            let sure = stretch(self.matches[strength]) as i16;
            inputs[2 * ORDERS] = if expected { sure } else { -sure };
        }
        inputs[2 * ORDERS + 1] = 256;
        let sets = [node & 255, (strength.min(15) * 64 + usize::from(self.last as u8 >> 2)) % SETS[1]];
        let dots = [0, 1].map(|which| dot(&self.weights[which][sets[which]], &inputs));
        let mixed = squash((dots[0] + dots[1]) >> 1);
        let bit = coder.bit(&mut Bit::known(mixed as u16, u8::MAX), bit);
        for which in 0..2 {
            let error = (if bit { 4095 } else { 0 }) - (squash(dots[which]) >> 4);
            train(&mut self.weights[which][sets[which]], &inputs, error as i16);
        }
        for (row, level) in self.rows.into_iter().zip(levels) {
            learn(&mut self.tables[row][inner & 15], bit);
            if let Some(refined) = self.refined.get_mut(level) {
                follow(refined, bit, 6);
            }
        }
        if let Some(expected) = expected {
            follow(&mut self.matches[strength], expected == bit, 6);
            if expected != bit {
                self.length = 0;
            }
        }
        bit
    }

    /// The bit that came after the same bytes, and how long they are.
    fn expected(&self, node: usize) -> (Option<bool>, usize) {
        let Some(&byte) = self.bytes.get(self.matched).filter(|_| self.length > 0) else { return (None, 0) };
        let known = node.ilog2();
        let full = 256 | usize::from(byte);
        if full >> (8 - known) != node {
            return (None, 0);
        }
        let strength = if self.length < 16 { self.length } else { 16 + (self.length - 16) / 8 };
        (Some(full >> (7 - known) & 1 == 1), strength.clamp(1, 31))
    }

    /// Finds the rows for half a byte; `node` has the bits of the other half.
    fn half(&mut self, node: u32) {
        let last = self.last;
        let contexts = [
            last & 0xFF,
            last & 0xFFFF,
            last & 0xFF_FFFF,
            last & 0xFFFF_FFFF,
            u64::from(self.word) << 8,
            u64::from(self.word) << 32 | u64::from(self.word_before),
        ];
        for (order, context) in contexts.into_iter().enumerate() {
            let mixed =
                (context ^ u64::from(node) << 57).wrapping_add(order as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let check = (mixed as u16) | 1;
            let place = order * self.count + (mixed >> 40) as usize % self.count;
            let other = place ^ 1;
            let row = if self.tables[place][0] == check {
                place
            } else if self.tables[other][0] == check {
                other
            } else {
                // The one that was seen less often is replaced.
                let seen = |row: usize| self.tables[row][1] & 15;
                let row = if seen(place) <= seen(other) { place } else { other };
                self.tables[row] = [FRESH; 16];
                self.tables[row][0] = check;
                row
            };
            self.rows[order] = row;
        }
    }

    /// Notes a byte.
    pub(super) fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
        self.last = self.last << 8 | u64::from(byte);
        if byte.is_ascii_alphabetic() || byte >= 128 {
            let letter = u32::from(byte.to_ascii_lowercase());
            self.word = (self.word.wrapping_add(letter + 1)).wrapping_mul(0x2C9B_3D51);
        } else if self.word != 0 {
            (self.word_before, self.word) = (self.word, 0);
        }
        self.find();
        self.half(1);
    }

    /// Continues the match, or looks for one.
    fn find(&mut self) {
        if self.length > 0 {
            (self.matched, self.length) = (self.matched + 1, self.length + 1);
        }
        let hash =
            ((self.last & 0xFF_FFFF_FFFF).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize % self.places.len();
        if self.length == 0 {
            self.matched = self.places[hash] as usize;
            let front = &self.bytes[..self.matched];
            self.length = front.iter().rev().zip(self.bytes.iter().rev()).take(32).take_while(|(a, b)| a == b).count();
        }
        self.places[hash] = self.bytes.len() as u32;
    }
}

/// The sum of inputs with their weights, in the logistic domain.
#[inline]
fn dot(weights: &[i16; INPUTS], inputs: &[i16; INPUTS]) -> i32 {
    let sum: i32 = weights.iter().zip(inputs).map(|(&weight, &input)| i32::from(weight) * i32::from(input)).sum();
    (sum >> 13).clamp(-2047, 2047)
}

/// Lets weights follow an error, in units of 2^-12.
#[inline]
fn train(weights: &mut [i16; INPUTS], inputs: &[i16; INPUTS], error: i16) {
    for (weight, &input) in weights.iter_mut().zip(inputs) {
        let step = (i32::from(input) * i32::from(error) + (1 << 12)) >> 13;
        *weight = weight.saturating_add(step as i16);
    }
}

/// Lets a probability with its count follow a bit.
#[inline]
fn learn(state: &mut u16, bit: bool) {
    let (probability, count) = (i32::from(*state >> 4), *state & 15);
    let target = if bit { 4095 } else { 0 };
    let moved = probability + (((target - probability) * RATES[usize::from(count)] + (1 << 15)) >> 16);
    *state = (moved as u16) << 4 | (count + u16::from(count < 15));
}

/// Lets a probability follow a bit.
#[inline]
fn follow(probability: &mut u16, bit: bool, slowness: u32) {
    let target = if bit { 65_535 } else { 0 };
    *probability = (i32::from(*probability) + ((target - i32::from(*probability)) >> slowness)) as u16;
}
