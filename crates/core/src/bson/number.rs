//! Numbers: which of BSON's types holds one, and how that is spelled in JSON.

use super::decimal;
use super::digits::Digits;
use alloc::format;
use alloc::string::String;

/// A number as BSON writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BsonNumber {
    Int32(i32),
    Int64(i64),
    Double(f64),
    Decimal([u8; 16]),
}

impl BsonNumber {
    /// The number that a text of JSON means: a whole number as an integer, any other as a double if the shortest
    /// spelling of that is the same number, else as a decimal. `None` if none of them holds it.
    pub(super) fn of(text: &str) -> Option<BsonNumber> {
        let whole = text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        // An integer has no negative zero.
        if whole && text != "-0" {
            // What is too long for an integer may yet be a round number.
            if let Ok(value) = text.parse::<i64>() {
                return Some(i32::try_from(value).map_or(BsonNumber::Int64(value), BsonNumber::Int32));
            }
        }
        let digits = Digits::of(text);
        let same = |value: &f64| double(*value).is_some_and(|spelled| Digits::of(&spelled).is_same_number(&digits));
        match text.parse::<f64>().ok().filter(same) {
            Some(value) => Some(BsonNumber::Double(value)),
            None => decimal::encode(&digits).map(BsonNumber::Decimal),
        }
    }
}

/// How a double is spelled; `None` for what JSON has no number for.
pub(super) fn double(value: f64) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let spelled = format!("{value:?}");
    // If two spellings are equally short and near, all languages but Rust take the one that ends with an even digit.
    let (mantissa, power) = spelled.split_once('e').map_or((&*spelled, false), |parts| (parts.0, true));
    let decimals = mantissa.split_once('.').map_or(0, |parts| parts.1.len());
    let even = if power { format!("{value:.decimals$e}") } else { format!("{value:.decimals$}") };
    Some(if even.parse() == Ok(value) { even } else { spelled })
}

/// How a double is spelled in the place of a whole number.
pub(super) fn whole(value: f64) -> Option<String> {
    let spelled = double(value)?;
    Some(match spelled.strip_suffix(".0") {
        Some(whole) if whole != "-0" => whole.into(),
        _ => spelled,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_of_a_number() {
        for (text, expected) in [
            ("0", BsonNumber::Int32(0)),
            ("-2147483648", BsonNumber::Int32(i32::MIN)),
            ("2147483648", BsonNumber::Int64(2_147_483_648)),
            ("-9223372036854775808", BsonNumber::Int64(i64::MIN)),
            ("9.5", BsonNumber::Double(9.5)),
            ("0.10", BsonNumber::Double(0.1)),
            ("1.0", BsonNumber::Double(1.0)),
            ("1e3", BsonNumber::Double(1000.0)),
            ("-0", BsonNumber::Double(-0.0)),
            ("0e99999", BsonNumber::Double(0.0)),
            ("100000000000000000000", BsonNumber::Double(1e20)),
            ("5e-324", BsonNumber::Double(5e-324)),
            ("1.7976931348623157e308", BsonNumber::Double(f64::MAX)),
        ] {
            assert_eq!(BsonNumber::of(text), Some(expected), "{text}");
        }
        for text in ["9223372036854775809", "0.1000000000000000055511151231257827", "1e400", "1e-400", "4.9e-324"] {
            assert!(matches!(BsonNumber::of(text), Some(BsonNumber::Decimal(_))), "{text}");
        }
        for text in ["1e7000", "0.12345678901234567890123456789012345", "1e-9999999999999999999999"] {
            assert_eq!(BsonNumber::of(text), None, "{text}");
        }
        assert_eq!(BsonNumber::of(&"9".repeat(100_000)), None);
    }

    #[test]
    fn doubles_as_json_spells_them() {
        for (value, spelled, at_a_whole) in [
            (1.0, "1.0", "1"),
            (-0.0, "-0.0", "-0.0"),
            (0.1, "0.1", "0.1"),
            (1e22, "1e22", "1e22"),
            (-2.5e-7, "-2.5e-7", "-2.5e-7"),
            (2f64.powi(49) + 0.25, "562949953421312.2", "562949953421312.2"),
            (5e-324, "5e-324", "5e-324"),
        ] {
            assert_eq!(double(value).as_deref(), Some(spelled));
            assert_eq!(whole(value).as_deref(), Some(at_a_whole));
            assert_eq!(BsonNumber::of(spelled), Some(BsonNumber::Double(value)));
        }
        assert_eq!((double(f64::NAN), double(f64::INFINITY)), (None, None));
    }
}
