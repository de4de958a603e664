//! Pseudo-random numbers for tests, the same on every run.

/// A generator of numbers. Its state must not be zero.
pub(crate) struct Seed(pub(crate) u64);

impl Seed {
    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 0 to `end` - 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.bits() >> 33) as usize % end
    }
}
