//! Random numbers that are the same on every machine.

/// SplitMix64, by Steele, Lea and Flood (2014): each seed gives another sequence.
#[derive(Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    /// The sequence that belongs to a seed and a number: of a game, or of a player.
    pub(crate) fn new(seed: u64, number: u64) -> Chance {
        let mut mixed = Chance(seed);
        let start = mixed.bits() ^ number.wrapping_mul(0xD134_2543_DE82_EF95);
        Chance(start)
    }

    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to 1, without 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A whole number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((self.unit() * end as f64) as usize).min(end - 1)
    }

    /// Nearly normally distributed, with mean 0 and standard deviation 1: the sum of twelve numbers. There is nothing beyond 6.
    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    /// One of the values, each as likely as its weight is large.
    pub(crate) fn choose<T: Copy>(&mut self, weighted: &[(T, u32)]) -> T {
        let total: u32 = weighted.iter().map(|(_, weight)| weight).sum();
        let mut left = self.below(total as usize) as u32;
        for (value, weight) in weighted {
            match left.checked_sub(*weight) {
                Some(rest) => left = rest,
                None => return *value,
            }
        }
        weighted[weighted.len() - 1].0
    }
}
