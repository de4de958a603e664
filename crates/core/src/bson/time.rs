//! Dates and times: text in JSON, milliseconds since 1970 in BSON.

use super::element::BsonElement;
use crate::date::{DAY, Date, time_of_day, timestamp};
use alloc::string::String;

/// Microseconds of a millisecond.
const MILLI: i64 = 1_000;

/// The milliseconds that a text at this place means. `None` for a text that would not be restored exactly, such as a
/// time with microseconds; it stays text.
pub(super) fn millis(text: &str, place: BsonElement) -> Option<i64> {
    let micros = match (place, text.strip_suffix('Z')) {
        (BsonElement::Day, None) => i64::from(day(text)?.days()) * DAY,
        (BsonElement::Day | BsonElement::Time, Some(text)) => {
            let (date, time) = text.split_once('T')?;
            i64::from(day(date)?.days()) * DAY + time_of_day(time)?
        }
        _ => return None,
    };
    let millis = micros.div_euclid(MILLI);
    (shown(millis, place)? == text).then_some(millis)
}

/// How milliseconds are written at this place; `None` outside the years 1 to 9999. A day with a time of day is not a
/// day, and is written with its time.
pub(super) fn shown(millis: i64, place: BsonElement) -> Option<String> {
    let micros = millis.checked_mul(MILLI)?;
    if place == BsonElement::Day && micros.rem_euclid(DAY) == 0 {
        return Date::from_days(micros.div_euclid(DAY)).map(Date::iso);
    }
    timestamp(micros)
}

fn day(text: &str) -> Option<Date> {
    Date::parse(text).filter(|date| date.precision == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_dates() {
        for (text, place, expected) in [
            ("1970-01-01", BsonElement::Day, 0),
            ("1960-01-02", BsonElement::Day, -315_532_800_000),
            ("0001-01-01", BsonElement::Day, -62_135_596_800_000),
            ("9999-12-31", BsonElement::Day, 253_402_214_400_000),
            ("2020-01-31T18:30:00Z", BsonElement::Time, 1_580_495_400_000),
            ("2020-01-31T18:30:00Z", BsonElement::Day, 1_580_495_400_000),
            ("1969-12-31T23:59:59.25Z", BsonElement::Time, -750),
        ] {
            assert_eq!(millis(text, place), Some(expected), "{text}");
            assert_eq!(shown(expected, place).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_a_date_does_not_give_back_is_none() {
        for (text, place) in [
            ("1970-01-01", BsonElement::Free),
            ("1970-01-01", BsonElement::Time),
            ("1970.01.01", BsonElement::Day),
            ("1970-1-1", BsonElement::Day),
            ("1970-02-30", BsonElement::Day),
            ("1970-01-01T00:00:00Z", BsonElement::Day),
            ("2020-01-31T18:30:00.000001Z", BsonElement::Time),
            ("2020-01-31T18:30:00.50Z", BsonElement::Time),
            ("2020-01-31T18:30:00", BsonElement::Time),
            ("2020-01-31t18:30:00Z", BsonElement::Time),
        ] {
            assert_eq!(millis(text, place), None, "{text}");
        }
        for millis in [i64::MIN, i64::MAX, -62_135_596_800_001, 253_402_300_800_000] {
            assert_eq!(shown(millis, BsonElement::Day), None, "{millis}");
        }
        assert_eq!(shown(1, BsonElement::Day).as_deref(), Some("1970-01-01T00:00:00.001Z"));
        assert_eq!(shown(0, BsonElement::Free).as_deref(), Some("1970-01-01T00:00:00Z"));
    }
}
