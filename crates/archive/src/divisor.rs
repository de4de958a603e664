//! Division by a number that is not known before, as a multiplication.

/// How many bits of a product are behind the quotient.
const SHIFT: u32 = 50;

/// A number to divide by, often.
///
/// Quotients are rounded down, and exact: the number that is divided is less than 2^28, and not more than 15 * 2^10 times
/// the divisor, which is at most 2^22. So the product fits into 64 bits, and what it is too great by is less than a part of
/// the divisor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divisor {
    /// 2^50 divided by the number, rounded up or one more.
    inverse: u64,
}

impl Divisor {
    /// Divides by this number; by 1 if it is 0.
    #[inline(always)]
    pub(crate) fn new(number: u32) -> Divisor {
        Divisor { inverse: (1 << SHIFT) / u64::from(number.max(1)) + 1 }
    }

    /// The number, divided.
    #[inline(always)]
    pub(crate) fn divide(self, number: u32) -> u32 {
        ((u64::from(number) * self.inverse) >> SHIFT) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Divisor;

    #[test]
    fn numbers_of_letters_are_divided() {
        for size in 1..=62_u32 {
            let divisor = Divisor::new(size);
            assert!((0..size.pow(3)).all(|number| divisor.divide(number) == number / size), "{size}");
        }
    }

    #[test]
    fn frequencies_are_divided_by_their_total() {
        for total in (1 << 11..=1 << 22).step_by(97).chain([1 << 14, (1 << 22) - 1, 1 << 22]) {
            for frequency in [1, 2, 3, 15, 273, 274, 1_000, 2_047, 2_048, 8_191, 16_383, 16_384] {
                let number = frequency.min(total) * 15_360;
                assert_eq!(Divisor::new(total).divide(number), number / total, "{frequency} of {total}");
            }
        }
    }
}
