//! The digits of a number in decimal.

/// How many digits the type with the most of them holds.
pub(super) const MOST_DIGITS: usize = 34;

/// The digits of a number in decimal, without zeros in front and at the end. No more are kept than any type could hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digits {
    pub(super) negative: bool,
    kept: [u8; MOST_DIGITS + 1],
    count: usize,
    /// The power of ten of the last digit.
    pub(super) exponent: i64,
    /// How many zeros follow the last digit.
    pub(super) zeros: i64,
}

impl Digits {
    /// Those of a number as JSON writes it.
    pub(super) fn of(text: &str) -> Digits {
        let mut digits =
            Digits { negative: text.starts_with('-'), kept: [0; MOST_DIGITS + 1], count: 0, exponent: 0, zeros: 0 };
        let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let mut behind_point = false;
        for byte in mantissa.bytes() {
            match byte {
                b'.' => behind_point = true,
                b'0'..=b'9' => {
                    digits.push(byte - b'0');
                    digits.exponent -= i64::from(behind_point);
                }
                _ => {}
            }
        }
        digits.exponent = digits.exponent.saturating_add(digits.zeros).saturating_add(bounded(power));
        digits
    }

    fn push(&mut self, digit: u8) {
        if digit == 0 {
            // A zero counts once a digit precedes it.
            self.zeros += i64::from(self.count > 0);
            return;
        }
        let zeros = usize::try_from(core::mem::take(&mut self.zeros)).unwrap_or(MOST_DIGITS);
        self.count = (self.count + zeros).min(MOST_DIGITS);
        if let Some(kept) = self.kept.get_mut(self.count) {
            *kept = digit;
        }
        self.count += 1;
    }

    /// The digits from the first one that is not 0 to the last one that is not. Too many for any type, if there are too
    /// many.
    pub(super) fn digits(&self) -> &[u8] {
        self.kept.get(..self.count).unwrap_or(&self.kept)
    }

    pub(super) fn is_same_number(&self, other: &Digits) -> bool {
        let same_digits = self.count <= MOST_DIGITS && self.digits() == other.digits();
        same_digits && self.negative == other.negative && (self.count == 0 || self.exponent == other.exponent)
    }
}

/// A power of ten, or one that is far beyond all that fit.
fn bounded(power: &str) -> i64 {
    const FAR: i64 = 1 << 40;
    let magnitude = power.trim_start_matches(['+', '-']).parse().unwrap_or(FAR).min(FAR);
    if power.starts_with('-') { -magnitude } else { magnitude }
}
