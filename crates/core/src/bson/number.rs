//! Numbers: which of BSON's types holds one, and how that is spelled in JSON.

use super::decimal::{self, MOST_DIGITS};
use alloc::format;
use alloc::string::String;

/// A number as BSON has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Int32(i32),
    Int64(i64),
    Double(f64),
    Decimal([u8; 16]),
}

impl Number {
    /// The number that a text of JSON says: a whole number as an integer, any other as a double where the shortest spelling
    /// of that is the same number, else as a decimal. `None` where none of them holds it.
    pub(super) fn of(text: &str) -> Option<Number> {
        let whole = text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        // An integer has no negative zero.
        if whole && text != "-0" {
            match text.parse::<i64>() {
                Ok(value) => return Some(i32::try_from(value).map_or(Number::Int64(value), Number::Int32)),
                // What is too long for an integer may yet be a round number.
                Err(_) => {}
            }
        }
        let digits = Digits::of(text);
        let double = text.parse::<f64>().ok().filter(|double| double.is_finite());
        match double.filter(|double| Digits::of(&format!("{double:e}")).is_same_number(&digits)) {
            Some(double) => Some(Number::Double(double)),
            None => decimal::encode(&digits).map(Number::Decimal),
        }
    }
}

/// How a double is spelled; `None` for what JSON has no number for.
pub(super) fn double(value: f64) -> Option<String> {
    value.is_finite().then(|| format!("{value:?}"))
}

/// How a double is spelled where a whole number stands.
pub(super) fn whole(value: f64) -> Option<String> {
    let spelled = double(value)?;
    Some(match spelled.strip_suffix(".0") {
        Some(whole) if whole != "-0" => whole.into(),
        _ => spelled,
    })
}

/// The digits of a number in decimal, without zeros in front and at the end. No more are kept than any type could hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digits {
    pub(super) negative: bool,
    kept: [u8; MOST_DIGITS + 1],
    count: usize,
    /// The power of ten of the last digit.
    pub(super) exponent: i64,
    /// How many zeros stand behind the last digit.
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
            // A zero counts once a digit stands before it.
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

    /// The digits from the first one that is not 0 to the last one that is not. Too many for any type, where there are too
    /// many.
    pub(super) fn digits(&self) -> &[u8] {
        self.kept.get(..self.count).unwrap_or(&self.kept)
    }

    fn is_same_number(&self, other: &Digits) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_of_a_number() {
        for (text, expected) in [
            ("0", Number::Int32(0)),
            ("-2147483648", Number::Int32(i32::MIN)),
            ("2147483648", Number::Int64(2_147_483_648)),
            ("-9223372036854775808", Number::Int64(i64::MIN)),
            ("9.5", Number::Double(9.5)),
            ("0.10", Number::Double(0.1)),
            ("1.0", Number::Double(1.0)),
            ("1e3", Number::Double(1000.0)),
            ("-0", Number::Double(-0.0)),
            ("0e99999", Number::Double(0.0)),
            ("100000000000000000000", Number::Double(1e20)),
            ("5e-324", Number::Double(5e-324)),
            ("1.7976931348623157e308", Number::Double(f64::MAX)),
        ] {
            assert_eq!(Number::of(text), Some(expected), "{text}");
        }
        for text in ["9223372036854775809", "0.1000000000000000055511151231257827", "1e400", "1e-400", "4.9e-324"] {
            assert!(matches!(Number::of(text), Some(Number::Decimal(_))), "{text}");
        }
        for text in ["1e7000", "0.12345678901234567890123456789012345", "1e-9999999999999999999999"] {
            assert_eq!(Number::of(text), None, "{text}");
        }
        assert_eq!(Number::of(&"9".repeat(100_000)), None);
    }

    #[test]
    fn doubles_as_json_spells_them() {
        for (value, spelled, at_a_whole) in [
            (1.0, "1.0", "1"),
            (-0.0, "-0.0", "-0.0"),
            (0.1, "0.1", "0.1"),
            (1e22, "1e22", "1e22"),
            (-2.5e-7, "-2.5e-7", "-2.5e-7"),
        ] {
            assert_eq!(double(value).as_deref(), Some(spelled));
            assert_eq!(whole(value).as_deref(), Some(at_a_whole));
            assert_eq!(Number::of(spelled), Some(Number::Double(value)));
        }
        assert_eq!((double(f64::NAN), double(f64::INFINITY)), (None, None));
    }
}
