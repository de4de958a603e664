//! The numbers of a slot: each near to one that came before.

use super::mixing::{Mixed, length};
use super::number_format::{FormattedNumber, NumberFormat, SHAPE_BITS};
use crate::coder::Bit;
use crate::symbols::{Coder, Learns};

/// How many guesses there are for the next number.
const GUESSES: usize = 5;

/// Lengths of numbers are distinguished up to this one.
const LENGTHS: usize = 24;

/// How many buckets of numbers there are.
const BUCKETS: usize = LENGTHS + 5;

/// How many kinds of places there are.
pub(super) const PLACES: usize = 64;

/// A number that is to be coded.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetNumber {
    pub(super) side: usize,
    /// The value, if it is known.
    pub(super) value: i64,
    /// What it should be.
    pub(super) hint: Option<i64>,
    /// Whether the hint is taken even if other guesses were nearer.
    pub(super) trusts: bool,
    /// The kind of place: below [`PLACES`].
    pub(super) place: usize,
}

/// The size of a number, exact if it is small.
fn bucket(value: u64) -> usize {
    if value < 8 { value as usize } else { length(value, LENGTHS as u32) + 4 }
}

/// What was learned about the numbers of a slot.
#[derive(Clone, Debug)]
pub(super) struct NumberModel {
    size: Mixed<4>,
    negative: [Bit; 54],
    shapes: [Bit; 6],
}

/// The numbers of a slot so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlotNumbers {
    shapes: [NumberFormat; 2],
    shape_was: usize,
    /// By side: the last number, and the one before it.
    own: [[i64; 2]; 2],
    /// The last number of either side.
    latest: i64,
    /// By side: the first number of the game.
    first: [Option<i64>; 2],
    /// By side: how far the last guess was off.
    off: [i64; 2],
    /// How good each guess is: the bits that it was off, averaged.
    errors: [i32; GUESSES],
}

impl Default for NumberModel {
    fn default() -> NumberModel {
        NumberModel {
            size: Mixed::new([BUCKETS, BUCKETS, BUCKETS * GUESSES, PLACES]),
            negative: [Bit::NEW; 54],
            shapes: [Bit::NEW; 6],
        }
    }
}

impl Learns for NumberModel {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.size.each_bit(visit);
        self.negative.each_bit(visit);
        self.shapes.each_bit(visit);
    }
}

impl SlotNumbers {
    /// A game starts: the first numbers are near to those of the game before.
    pub(super) fn restart(&mut self) {
        for side in 0..2 {
            let first = self.first[side].take().unwrap_or(self.own[side][0]);
            (self.own[side], self.off[side]) = ([first; 2], 0);
        }
        self.latest = self.own[0][0];
    }

    /// The last number of a side.
    pub(super) fn last(&self, side: usize) -> i64 {
        self.own[side][0]
    }

    /// The last number of a side in this game.
    pub(super) fn last_in_game(&self, side: usize) -> Option<i64> {
        self.first[side].map(|_| self.own[side][0])
    }

    /// Notes a number.
    fn push(&mut self, side: usize, value: i64) {
        self.first[side].get_or_insert(value);
        self.own[side] = [value, self.own[side][0]];
        self.latest = value;
    }

    /// Codes how the next number is spelled; returns its value, if it is given.
    pub(super) fn shape(
        &mut self,
        coder: &mut impl Coder,
        model: &mut NumberModel,
        given: Option<&FormattedNumber>,
    ) -> (NumberFormat, i64) {
        let context = self.shape_was;
        let values = self.shapes.map(|shape| given.and_then(|spelled| spelled.under(shape)));
        let bits = &mut model.shapes;
        self.shape_was = if coder.bit(&mut bits[context], values[0].is_some()) {
            0
        } else if coder.bit(&mut bits[3 + context], values[1].is_some()) {
            1
        } else {
            2
        };
        let shape = match self.shape_was {
            2 => {
                let shape = given.map_or(NumberFormat::default(), |spelled| spelled.shape(self.shapes[0]));
                NumberFormat::unpacked(coder.bits(shape.packed(), SHAPE_BITS))
            }
            which => self.shapes[which],
        };
        if self.shape_was != 0 {
            self.shapes = [shape, self.shapes[0]];
        }
        (shape, given.and_then(|spelled| spelled.under(shape)).unwrap_or(0))
    }

    /// Codes a number, near to the best guess.
    pub(super) fn code(&mut self, coder: &mut impl Coder, model: &mut NumberModel, wanted: TargetNumber) -> i64 {
        let TargetNumber { side, value, hint, trusts, .. } = wanted;
        let [last, before] = self.own[side];
        let near = last.wrapping_mul(2).wrapping_sub(before);
        let guesses = [hint.unwrap_or(last), last, self.latest, near, 0];
        let nearest = (0..GUESSES).min_by_key(|guess| self.errors[*guess]).unwrap_or(0);
        let best = if trusts { 0 } else { nearest };
        let wanted = TargetNumber { value: value.wrapping_sub(guesses[best]), ..wanted };
        let near_to = if guesses[best] == 0 { last } else { guesses[best] };
        let off = self.off(coder, model, wanted, (best, near_to));
        let value = guesses[best].wrapping_add(off);
        for (error, guess) in self.errors.iter_mut().zip(guesses) {
            let bits = length(value.wrapping_sub(guess).unsigned_abs(), 64) as i32;
            *error += (bits * 256 - *error) >> 3;
        }
        self.push(side, value);
        value
    }

    fn off(
        &mut self,
        coder: &mut impl Coder,
        model: &mut NumberModel,
        wanted: TargetNumber,
        (best, near_to): (usize, i64),
    ) -> i64 {
        let TargetNumber { side, value: off, place, .. } = wanted;
        let own = bucket(self.off[side].unsigned_abs());
        let other = bucket(self.off[1 - side].unsigned_abs());
        let last = bucket(near_to.unsigned_abs());
        let size = model.size.code(coder, [own, last, other * GUESSES + best, place], off.unsigned_abs());
        let sign = |value: i64| (value.signum() + 1) as usize;
        let context = sign(self.off[side]) * 9 + sign(self.off[1 - side]) * 3 + length(size, 3) - usize::from(size > 0);
        let negative = size > 0 && coder.bit(&mut model.negative[side * 27 + context.min(26)], off < 0);
        let off = if negative { 0_i64.wrapping_sub_unsigned(size) } else { size.cast_signed() };
        self.off[side] = off;
        off
    }
}
