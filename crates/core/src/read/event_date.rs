//! The day of a game that documents give beside the tags: `"bgn":{"eventDate":"1992-11-04"}`.

use crate::date::Date;
use crate::json::{JsonDate, JsonValue, Members, ValueKind, elements, value};
use alloc::vec::Vec;

/// The day in a field of a document, which is a member of it: its key and its value.
pub(super) fn of_field(field: &str) -> Option<Date> {
    let text = field.as_bytes();
    let bgn = find(text, Members::behind(0), b"bgn").filter(|bgn| bgn.kind == ValueKind::Object)?;
    let find = |key| find(text, Members::of(bgn.span.start), key);
    let day = JsonDate::of(text, &find(b"eventDate")?)?.day;
    Some(known_part(day, find(b"dateRange").and_then(|range| range_of(text, &range))))
}

/// The value of the first member with this key.
fn find(text: &[u8], mut members: Members, key: &[u8]) -> Option<JsonValue> {
    loop {
        let member = members.next(text).ok()??;
        let found = value(text, member.value, u64::MAX).ok()?;
        if text.get(member.key.inside)? == key {
            return Some(found);
        }
        members.go_on(found.span.end);
    }
}

/// The first and the last day in an array of two dates.
pub(crate) fn range_of(text: &[u8], array: &JsonValue) -> Option<[Date; 2]> {
    if array.kind != ValueKind::Array {
        return None;
    }
    let (mut at, mut dates) = (array.span.start + 1, Vec::new());
    while let Ok(Ok(start)) = elements(text, at, dates.is_empty()) {
        let found = value(text, start, u64::MAX).ok()?;
        at = found.span.end;
        dates.push(JsonDate::of(text, &found).filter(|_| dates.len() < 2)?.day);
    }
    dates.try_into().ok()
}

/// A day, and how much of it is known: a range may mean that it is only the first of the possible days.
pub(crate) fn known_part(day: Date, range: Option<[Date; 2]>) -> Date {
    let precision = match range {
        None => 3,
        Some([first, last]) if first == last => 3,
        Some([first, last]) if (first.year, first.month) == (last.year, last.month) => 2,
        Some(_) => 1,
    };
    Date { precision, ..day }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_of_a_document() {
        for (field, day, precision) in [
            (r#""bgn":{"eventDate":"1992-11-04"}"#, "1992-11-04", 3),
            (r#""bgn":{"white":{"nick":"x"},"eventDate":{"$date":"1992-11-04T10:00:00Z"}}"#, "1992-11-04", 3),
            (r#""bgn":{"eventDate":"1992-11-04","dateRange":["1992-11-04","1992-11-04"]}"#, "1992-11-04", 3),
            (r#""bgn":{"eventDate":"1992-11-04","dateRange":["1992-11-04","1992-11-09"]}"#, "1992-11-04", 2),
            (r#""bgn":{"eventDate":"1992-11-04","dateRange":["1992-11-04","1993-11-09"]}"#, "1992-11-04", 1),
        ] {
            let found = of_field(field).expect("it says one");
            assert_eq!((found.iso().as_str(), found.precision), (day, precision), "{field}");
        }
        for field in [r#""bgn":{}"#, r#""bgn":5"#, r#""pgn":{"eventDate":"1992-11-04"}"#, r#""bgn":{"eventDate":"x"}"#]
        {
            assert_eq!(of_field(field), None, "{field}");
        }
    }
}
