//! Dates in JSON: texts of ISO 8601, and the extended JSON of MongoDB, `{"$date":"1992-11-04T00:00:00Z"}`.

use super::{JsonValue, Members, ValueKind, behind_blanks, unescape, value};
use crate::date::{DAY, Date, time_of_day};

/// Microseconds of a minute.
const MINUTE: i64 = 60_000_000;

/// A date or a point in time in a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JsonDate {
    /// The day as it is written: in the offset that a time has.
    pub(crate) day: Date,
    /// Microseconds since 1970, if the value has more than a day.
    pub(crate) micros: Option<i64>,
}

impl JsonDate {
    /// The date in a value; `None` if there is none.
    pub(crate) fn of(text: &[u8], found: &JsonValue) -> Option<JsonDate> {
        match found.kind {
            ValueKind::String => JsonDate::of_string(text.get(found.span.start + 1..found.span.end - 1)?),
            ValueKind::Object => {
                let found = only_member(text, found.span.start, b"$date")?;
                match found.kind {
                    ValueKind::String => JsonDate::of_string(text.get(found.span.start + 1..found.span.end - 1)?),
                    ValueKind::Number => JsonDate::of_millis(text.get(found.span)?),
                    ValueKind::Object => {
                        let found = only_member(text, found.span.start, b"$numberLong")?;
                        let digits = text.get(found.span.start + 1..found.span.end - 1)?;
                        JsonDate::of_millis(digits).filter(|_| found.kind == ValueKind::String)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The date in the content of a string.
    fn of_string(inside: &[u8]) -> Option<JsonDate> {
        JsonDate::of_text(core::str::from_utf8(&unescape(inside).ok()?).ok()?)
    }

    /// The date of a text such as `1992-11-04`, `1992-11-04T18:30:00Z` or `1992-11-04 18:30:00+01:00`.
    fn of_text(text: &str) -> Option<JsonDate> {
        let (date, time) = text.split_at_checked("1992-11-04".len())?;
        if !date
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() })
        {
            return None;
        }
        let day = Date::parse(date).filter(|day| day.precision == 3)?;
        if time.is_empty() {
            return Some(JsonDate { day, micros: None });
        }
        let time = time.strip_prefix(['T', 't', ' '])?;
        let (time, offset) = match time.strip_suffix(['Z', 'z']) {
            Some(time) => (time, 0),
            None => match time.rfind(['+', '-']) {
                Some(at) => (&time[..at], offset(&time[at..])?),
                None => (time, 0),
            },
        };
        let seconds = if time.len() == "18:30".len() { ":00" } else { "" };
        let since_midnight = time_of_day(&[time, seconds].concat())?;
        Some(JsonDate { day, micros: Some(i64::from(day.days()) * DAY + since_midnight - offset) })
    }

    /// The date of digits that are milliseconds since 1970.
    fn of_millis(digits: &[u8]) -> Option<JsonDate> {
        let micros = core::str::from_utf8(digits).ok()?.parse::<i64>().ok()?.checked_mul(1000)?;
        Some(JsonDate { day: Date::from_days(micros.div_euclid(DAY))?, micros: Some(micros) })
    }
}

/// Microseconds of an offset from UTC such as `+01:00`, `-0530` or `+01`.
fn offset(text: &str) -> Option<i64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => (-1, text),
        None => (1, text.strip_prefix('+')?),
    };
    let (hours, minutes) = match text.split_once(':') {
        Some(parts) => parts,
        None => text.split_at_checked(2)?,
    };
    let two = |text: &str| text.parse::<i64>().ok().filter(|value| text.len() == 2 && (0..60).contains(value));
    let minutes = if minutes.is_empty() { 0 } else { two(minutes)? };
    Some(sign * (two(hours)? * 60 + minutes) * MINUTE)
}

/// The value of the only member of the object at `start`, if it has this key.
fn only_member(text: &[u8], start: usize, key: &[u8]) -> Option<JsonValue> {
    let mut members = Members::of(start);
    let member = members.next(text).ok()??;
    let found = value(text, member.value, 2).ok()?;
    let is_it = text.get(member.key.inside)? == key && text.get(behind_blanks(text, found.span.end)) == Some(&b'}');
    is_it.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(json: &str) -> Option<(alloc::string::String, Option<i64>)> {
        let found = value(json.as_bytes(), 0, 9).expect("it is JSON");
        JsonDate::of(json.as_bytes(), &found).map(|date| (date.day.iso(), date.micros))
    }

    #[test]
    fn dates_of_texts_and_of_mongodb() {
        let second = 1_000_000;
        for (json, day, micros) in [
            (r#""1992-11-04""#, "1992-11-04", None),
            (r#""1970-01-02T00:00:00Z""#, "1970-01-02", Some(86_400 * second)),
            (r#""1970-01-01 00:00:01.5""#, "1970-01-01", Some(1_500_000)),
            (r#""1970-01-01T01:30+01:00""#, "1970-01-01", Some(1_800 * second)),
            (r#""1969-12-31T19:00:00-0500""#, "1969-12-31", Some(0)),
            (r#"{"$date":"1970-01-01T00:00:00.25Z"}"#, "1970-01-01", Some(250_000)),
            (r#"{ "$date" : { "$numberLong" : "-1000" } }"#, "1969-12-31", Some(-second)),
            (r#"{"$date":86400000}"#, "1970-01-02", Some(86_400 * second)),
        ] {
            assert_eq!(said(json), Some((day.into(), micros)), "{json}");
        }
        for json in [
            r#""1992-13-04""#,
            r#""1992.11.04""#,
            r#""1992-11-04x""#,
            r#""1992-11-04T25:00:00Z""#,
            r#""1992-11-04T10:00:00+1""#,
            r#"{"$date":"x"}"#,
            r#"{"$date":1,"x":1}"#,
            r#"{"date":1}"#,
            r#"{"$date":{"$numberLong":5}}"#,
            r#"{"$date":99999999999999999}"#,
            "19921104",
            "null",
        ] {
            assert_eq!(said(json), None, "{json}");
        }
    }
}
