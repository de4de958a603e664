//! Decimal128: up to 34 decimal digits and a power of ten, in 16 bytes.

use super::digits::{Digits, MOST_DIGITS};
use alloc::format;
use alloc::string::String;

/// The least and the greatest power of ten.
const LEAST: i64 = -6_176;
const GREATEST: i64 = 6_111;

/// The number in 16 bytes, the lowest first, with its zeros at the end as far as there is room; `None` if it does not
/// fit.
pub(super) fn encode(digits: &Digits) -> Option<[u8; 16]> {
    let room = i64::try_from(MOST_DIGITS.checked_sub(digits.digits().len())?).ok()?;
    // The number of zeros after the digits: as written, unless the range of exponents requires more or fewer.
    let fewest = (digits.exponent - GREATEST).max(0);
    let most = room.min(digits.exponent - LEAST);
    if fewest > most {
        return None;
    }
    let zeros = digits.zeros.clamp(fewest, most);
    let coefficient = digits.digits().iter().fold(0u128, |sum, digit| sum * 10 + u128::from(*digit));
    let coefficient = coefficient * 10u128.pow(u32::try_from(zeros).ok()?);
    let power = u128::try_from(digits.exponent - zeros - LEAST).ok()?;
    Some((u128::from(digits.negative) << 127 | power << 113 | coefficient).to_le_bytes())
}

/// How the number is written; `None` for infinities and for values that are not numbers.
pub(super) fn shown(bytes: [u8; 16]) -> Option<String> {
    let bits = u128::from_le_bytes(bytes);
    let coefficient = bits & ((1 << 113) - 1);
    if bits >> 125 & 3 == 3 || coefficient >= 10u128.pow(34) {
        return None;
    }
    let sign = if bits >> 127 == 1 { "-" } else { "" };
    let power = i64::try_from(bits >> 113 & 0x3fff).ok()? + LEAST;
    let digits = format!("{coefficient}");
    let leading = power + i64::try_from(digits.len()).ok()? - 1;
    if power > 0 || leading < -6 {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        return Some(format!("{sign}{first}{point}{rest}E{leading:+}"));
    }
    let behind = usize::try_from(-power).ok()?;
    let padded = format!("{digits:0>width$}", width = behind + 1);
    let (whole, fraction) = padded.split_at(padded.len() - behind);
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{sign}{whole}{point}{fraction}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_there_and_back() {
        for (text, written) in [
            ("12345678901234567890", "12345678901234567890"),
            ("-0.1234567890123456789012345678901234", "-0.1234567890123456789012345678901234"),
            ("1.000000000000000000000000000000001", "1.000000000000000000000000000000001"),
            ("100000000000000000000.50", "100000000000000000000.50"),
            ("1e400", "1E+400"),
            ("12.5E-500", "1.25E-499"),
            ("1e6144", "1.000000000000000000000000000000000E+6144"),
            ("1e-6176", "1E-6176"),
            ("1.0e-6176", "1E-6176"),
            ("0.0000001", "1E-7"),
            ("0.000001", "0.000001"),
            ("9999999999999999999999999999999999e6111", "9.999999999999999999999999999999999E+6144"),
        ] {
            let bytes = encode(&Digits::of(text)).unwrap_or_else(|| panic!("{text} fits"));
            let shown = shown(bytes).expect("it is a number");
            assert_eq!(shown, written, "{text}");
            assert_eq!(encode(&Digits::of(&shown)), Some(bytes), "{text}");
        }
    }

    #[test]
    fn numbers_that_do_not_fit() {
        for text in ["1e6145", "1e-6177", "12345678901234567890123456789012345", "1e99999999999999999999", "0.1e-6176"]
        {
            assert_eq!(encode(&Digits::of(text)), None, "{text}");
        }
        // Infinity, not a number, and more than 34 digits.
        for bits in [0x78u128 << 120, 0x7c << 120, 0x6c << 120, 0x3040 << 112 | 10u128.pow(34)] {
            assert_eq!(shown(bits.to_le_bytes()), None, "{bits:x}");
        }
    }
}
