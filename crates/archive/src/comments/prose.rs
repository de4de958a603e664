//! A model of prose: each bit of a text gets a probability out of those of several contexts.
//!
//! The contexts are the bytes before, the words, and the last place where the same bytes came.

use super::mixing::{squash, stretch};
use crate::coder::Bit;
use crate::symbols::Coder;

/// The contexts: so many bytes before, words, and words with what was before them.
const ORDERS: usize = 7;
/// Each context gives two inputs, and the match one.
const INPUTS: usize = 2 * ORDERS + 2;

/// A line of a table: a check, and the probabilities of half a byte, in units of 2^-22 above a count of 10 bits.
type Row = [u32; 16];

/// How many rows a table has.
const ROWS: usize = 1 << 15;

/// A fresh probability.
const FRESH: u32 = 1 << 31;

/// How many bits count for a probability.
const COUNTED: u32 = 255;

/// What a probability moves by, by its count: in units of 2^-16.
static RATES: [u32; 256] = {
    let mut rates = [0; 256];
    let mut count = 0;
    while count < 256 {
        rates[count] = (1 << 17) / (2 * count as u32 + 3);
        count += 1;
    }
    rates
};

/// How many counts and probabilities a refinement tells apart.
const COUNTS: usize = 8;
const LEVELS: usize = 33;

/// A model of the texts of a block.
#[derive(Clone)]
pub(super) struct Prose {
    tables: Vec<Row>,
    /// The row of each context for this half of a byte.
    rows: [usize; ORDERS],
    /// By context, count and probability: what came.
    refined: Vec<u16>,
    /// The weights of inputs, by the bits of this byte, and by how long the match is and what was before.
    weights: [Vec<[i32; INPUTS]>; 2],
    /// By the byte before and the bits of this one: what came.
    corrected: Vec<u16>,
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

/// How many places of earlier bytes are kept.
const PLACES: usize = 1 << 16;

/// How many sets of weights there are for the bits of a byte, and for matches.
const SETS: [usize; 2] = [256, 16 * 64];

impl Prose {
    pub(super) fn new() -> Prose {
        let weights = SETS.map(|sets| {
            let mut start = [14_000; INPUTS];
            start[2 * ORDERS] = 20_000;
            vec![start; sets]
        });
        let refined = (0..ORDERS * COUNTS * LEVELS).map(|place| {
            let level = (place % LEVELS) as i32 - 16;
            squash(level * 128) as u16
        });
        let corrected = (0..65_536 * 33 / 32).map(|_| 0_u16).take(0);
        let mut prose = Prose {
            tables: vec![[FRESH; 16]; ORDERS * ROWS],
            rows: [0; ORDERS],
            refined: refined.collect(),
            weights,
            corrected: corrected.collect(),
            bytes: Vec::new(),
            places: vec![0; PLACES],
            matched: 0,
            length: 0,
            matches: (0..64).map(|_| 1 << 15).collect(),
            word: 0,
            word_before: 0,
            last: 0,
        };
        prose.half(1);
        prose
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
        let mut inputs = [0_i32; INPUTS];
        let mut levels = [0_usize; ORDERS];
        for order in 0..ORDERS {
            let state = self.tables[self.rows[order]][inner & 15];
            let count = (state & 1023) as usize;
            if count > 0 {
                let straight = stretch((state >> 16) as u16);
                let level = ((straight + 2048 + 64) >> 7) as usize;
                let bucket = (count.ilog2() as usize).min(COUNTS - 1);
                levels[order] = (order * COUNTS + bucket) * LEVELS + level.min(LEVELS - 1);
                inputs[2 * order] = straight;
                inputs[2 * order + 1] = stretch(self.refined[levels[order]]);
            } else {
                levels[order] = usize::MAX;
            }
        }
        let (expected, strength) = self.expected(node);
        if let Some(expected) = expected {
            let sure = stretch(self.matches[strength]);
            inputs[2 * ORDERS] = if expected { sure } else { -sure };
        }
        inputs[2 * ORDERS + 1] = 256;
        let sets = [node & 255, (strength.min(15) * 64 + usize::from(self.last as u8 >> 2)) % SETS[1]];
        let mut sum = 0_i64;
        let mut each = [0_i32; 2];
        for (which, set) in sets.into_iter().enumerate() {
            let weights = &self.weights[which][set];
            let dot: i64 = weights.iter().zip(&inputs).map(|(&w, &i)| i64::from(w) * i64::from(i)).sum();
            let dot = (dot >> 16).clamp(-2047, 2047);
            each[which] = squash(dot as i32);
            sum += dot;
        }
        let mixed = squash((sum >> 1) as i32);
        let bit = coder.bit(&mut Bit::known(mixed as u16, u8::MAX), bit);
        for (which, set) in sets.into_iter().enumerate() {
            let error = (i32::from(bit) << 16) - i32::from(bit) - each[which];
            for (weight, input) in self.weights[which][set].iter_mut().zip(&inputs) {
                *weight += ((i64::from(*input) * i64::from(error) + (1 << 13)) >> 14) as i32;
            }
        }
        for order in 0..ORDERS {
            learn(&mut self.tables[self.rows[order]][inner & 15], bit);
            if let Some(refined) = self.refined.get_mut(levels[order]) {
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
            last & 0xFFFF_FFFF_FFFF,
            u64::from(self.word) << 8,
            u64::from(self.word) << 32 | u64::from(self.word_before),
        ];
        for (order, context) in contexts.into_iter().enumerate() {
            let mixed =
                (context ^ u64::from(node) << 57).wrapping_add(order as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let check = (mixed as u32) | 1;
            let place = order * ROWS + (mixed >> 40) as usize % ROWS;
            let other = place ^ 1;
            let row = if self.tables[place][0] == check {
                place
            } else if self.tables[other][0] == check {
                other
            } else {
                // The one that was seen less gives way.
                let seen = |row: usize| self.tables[row][1] & 1023;
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

    /// Goes on with the match, or looks for one.
    fn find(&mut self) {
        if self.length > 0 {
            (self.matched, self.length) = (self.matched + 1, self.length + 1);
        }
        let hash = ((self.last & 0xFF_FFFF_FFFF).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize % PLACES;
        if self.length == 0 {
            self.matched = self.places[hash] as usize;
            let front = &self.bytes[..self.matched];
            self.length = front.iter().rev().zip(self.bytes.iter().rev()).take(32).take_while(|(a, b)| a == b).count();
        }
        self.places[hash] = self.bytes.len() as u32;
    }
}

/// Lets a probability with its count follow a bit.
#[inline]
fn learn(state: &mut u32, bit: bool) {
    let (probability, count) = (*state >> 10, *state & 1023);
    let target = if bit { (1 << 22) - 1 } else { 0 };
    let step = ((i64::from(target) - i64::from(probability)) * i64::from(RATES[count as usize & 255])) >> 17;
    let moved = (i64::from(probability) + step) as u32;
    *state = moved << 10 | (count + u32::from(count < COUNTED));
}

/// Lets a probability follow a bit.
#[inline]
fn follow(probability: &mut u16, bit: bool, slowness: u32) {
    let target = if bit { 65_535 } else { 0 };
    *probability = (i32::from(*probability) + ((target - i32::from(*probability)) >> slowness)) as u16;
}
