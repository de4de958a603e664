//! One probability out of several.
//!
//! Probabilities are added in the logistic domain with weights that follow their successes. All numbers are integers.

/// The logistic function, from -2047..=2047 (in units of 2^-8) to 1..=4095 (in units of 2^-12), between points.
const POINTS: [i32; 33] = [
    1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901,
    3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
];

const fn squash(value: i32) -> i32 {
    if value >= 2047 {
        return 4095;
    }
    if value <= -2047 {
        return 1;
    }
    let weight = value & 127;
    let point = ((value >> 7) + 16) as usize;
    (POINTS[point] * (128 - weight) + POINTS[point + 1] * weight + 64) >> 7
}

/// The inverse of [`squash`].
const STRETCH: [i16; 4096] = {
    let mut table = [2047; 4096];
    let (mut value, mut next) = (-2047, 0);
    while value <= 2047 {
        let reached = squash(value);
        while next <= reached {
            table[next as usize] = value as i16;
            next += 1;
        }
        value += 1;
    }
    table
};

/// A probability in units of 2^-16 in the logistic domain.
pub(super) fn stretch(probability: u16) -> i32 {
    i32::from(STRETCH[usize::from(probability >> 4)])
}

/// How much each of `N` probabilities counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights<const N: usize> {
    /// In units of 2^-16.
    each: [i32; N],
}

/// The largest weight: with it, a product has less than 31 bits.
const MOST: i32 = 1 << 18;

/// How fast weights follow.
const RATE: i32 = 10;

impl<const N: usize> Weights<N> {
    pub(super) const fn new(each: [i32; N]) -> Weights<N> {
        Weights { each }
    }

    /// The probability that a bit is set, in units of 2^-12.
    pub(super) fn mix(&self, inputs: &[i32; N]) -> i32 {
        let sum: i32 = self.each.iter().zip(inputs).map(|(&weight, &input)| (weight * input) >> 4).sum();
        squash(sum >> 12)
    }

    /// Lets the weights follow a bit that got this probability.
    pub(super) fn learn(&mut self, inputs: &[i32; N], mixed: i32, bit: bool) {
        let error = ((i32::from(bit) << 12) - mixed) * RATE;
        for (weight, &input) in self.each.iter_mut().zip(inputs) {
            *weight = (*weight + ((input * error + 0x2000) >> 14)).clamp(-MOST, MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Weights, squash, stretch};

    #[test]
    fn the_functions_are_inverse() {
        for probability in (1..4095_u16).step_by(13) {
            assert!((squash(stretch(probability << 4)) - i32::from(probability)).abs() < 20);
        }
    }

    #[test]
    fn the_better_one_counts_more() {
        let mut weights = Weights::new([1 << 15, 1 << 15]);
        let inputs = [1000, -1000];
        for _ in 0..1000 {
            let mixed = weights.mix(&inputs);
            weights.learn(&inputs, mixed, true);
        }
        assert!(weights.mix(&inputs) > 3900);
    }
}
