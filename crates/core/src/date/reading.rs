//! Dates in tags, however they are written: `YYYY.MM.DD`, with `?` for what is not known.

use super::Date;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A date as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialDate {
    /// 1 to 9999.
    pub year: Option<u16>,
    /// 1 to 12.
    pub month: Option<u8>,
    /// 1 to 31.
    pub day: Option<u8>,
}

/// A text, read as a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateReading {
    /// This date.
    Date(PartialDate),
    /// One of two dates: `4/5/1992` may be in April or in May.
    Ambiguous,
    /// None that is known here.
    Unreadable,
}

/// The names of months in English, of which the first three letters are enough.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl PartialDate {
    /// As tags write it.
    pub fn tag(self) -> String {
        let part = |value: Option<u8>| value.map_or_else(|| "??".into(), |value| format!("{value:02}"));
        let year = self.year.map_or_else(|| "????".into(), |year| format!("{year:04}"));
        format!("{year}.{}.{}", part(self.month), part(self.day))
    }

    /// Whether both may be the same date: the parts that are known of both are equal.
    pub fn fits(self, other: PartialDate) -> bool {
        fn fits<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            one.zip(other).is_none_or(|(one, other)| one == other)
        }
        fits(self.year, other.year) && fits(self.month, other.month) && fits(self.day, other.day)
    }

    /// A date of these parts, 0 for an unknown one. An impossible part is unknown.
    fn of(year: u16, month: u8, day: u8) -> PartialDate {
        let year = Some(year).filter(|year| (1..=9999).contains(year));
        let month = Some(month).filter(|month| (1..=12).contains(month));
        let last = match month {
            Some(2) if year.is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) => 29,
            Some(2) => 28,
            Some(4 | 6 | 9 | 11) => 30,
            _ => 31,
        };
        PartialDate { year, month, day: Some(day).filter(|day| (1..=last).contains(day)) }
    }
}

/// Reads a date:
///
/// | text | date |
/// |---|---|
/// | `1992.11.04`, `1992-11-4`, `1992/11/04`, `19921104` | `1992.11.04` |
/// | `1992-11-04T18:30:00Z`, `1992.11.04 18:30` | `1992.11.04` |
/// | `1992.11`, `1992-11-??` | `1992.11.??` |
/// | `1992`, `1992.??.??` | `1992.??.??` |
/// | `4.11.1992`, `04-11-1992` (the day first) | `1992.11.04` |
/// | `13/4/1992`, `4/13/1992`, `5/5/1992` | the only date that it can be |
/// | `4/5/1992` | ambiguous |
/// | `Nov 4, 1992`, `4 November 1992`, `4th Nov. 1992` | `1992.11.04` |
/// | `November 1992` | `1992.11.??` |
/// | `1992.13.04`, `1992.02.30` | the impossible part is unknown |
/// | `?`, `unknown`, nothing | `????.??.??` |
///
/// ```
/// use scoresheet_core::date::reading::{DateReading, read};
/// let DateReading::Date(date) = read("Nov 4, 1992") else { panic!() };
/// assert_eq!(date.tag(), "1992.11.04");
/// assert_eq!(read("4/5/1992"), DateReading::Ambiguous);
/// ```
pub fn read(text: &str) -> DateReading {
    let text = without_time(text.trim());
    if is_unknown(text) {
        return DateReading::Date(PartialDate::default());
    }
    if text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return in_words(text);
    }
    let separator = text.chars().find(|c| matches!(c, '.' | '-' | '/' | ' '));
    let parts: Vec<&str> = text.split(['.', '-', '/', ' ']).filter(|part| !part.is_empty()).collect();
    let parts: Option<Vec<DatePart>> = parts.into_iter().map(DatePart::of).collect();
    match parts.as_deref() {
        Some([one]) if one.digits == 8 => {
            let (year, month, day) = (one.value / 10_000, one.value / 100 % 100, one.value % 100);
            DateReading::Date(PartialDate::of(year as u16, month as u8, day as u8))
        }
        Some([year]) if year.is_year() => DateReading::Date(PartialDate::of(year.number(), 0, 0)),
        Some([year, month]) if year.is_year() && month.is_small() => {
            DateReading::Date(PartialDate::of(year.number(), month.small(), 0))
        }
        Some([year, month, day]) if year.is_year() && month.is_small() && day.is_small() => {
            DateReading::Date(PartialDate::of(year.number(), month.small(), day.small()))
        }
        Some([month, year]) if year.is_year() && month.is_small() => {
            DateReading::Date(PartialDate::of(year.number(), month.small(), 0))
        }
        Some([first, second, year]) if year.is_year() && first.is_small() && second.is_small() => {
            year_last(first.small(), second.small(), year.number(), separator)
        }
        _ => DateReading::Unreadable,
    }
}

/// The date of a tag as [`Date::parse`] reads it, else the only possible day. With dashes, the month may come first,
/// as with slashes.
///
/// ```
/// use scoresheet_core::date::reading::known;
/// assert_eq!(known("31.12.2014").unwrap().iso(), "2014-12-31");
/// assert!(known("4/5/1992").is_none() && known("4-5-1992").is_none());
/// ```
pub fn known(text: &str) -> Option<Date> {
    if let Some(date) = Date::parse(text) {
        return Some(date);
    }
    let DateReading::Date(PartialDate { year, month, day }) = read(text) else { return None };
    let (year, month, day) = (i16::try_from(year?).ok()?, month?, day?);
    let is_plain = !text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let may_be_swapped = is_plain && text.contains('-') && day <= 12 && day != month;
    (!may_be_swapped).then_some(Date { year, month, day, precision: 3 })
}

/// A date whose year is the last part. With slashes, the month may come first.
fn year_last(first: u8, second: u8, year: u16, separator: Option<char>) -> DateReading {
    let (day_first, month_first) = (PartialDate::of(year, second, first), PartialDate::of(year, first, second));
    if separator != Some('/') || first == second || first == 0 || second == 0 {
        return DateReading::Date(day_first);
    }
    match (first > 12, second > 12) {
        (false, false) => DateReading::Ambiguous,
        (false, true) => DateReading::Date(month_first),
        _ => DateReading::Date(day_first),
    }
}

/// A date whose month is a word.
fn in_words(text: &str) -> DateReading {
    let (mut year, mut month, mut day) = (None, None, None);
    for word in text.split([' ', ',', '.', '-', '/']).filter(|word| !word.is_empty()) {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let is_ordinal = matches!(&word[digits.len()..], "" | "st" | "nd" | "rd" | "th");
        let slot_is_free = match (DatePart::of(digits), month_of(word)) {
            (Some(part), _) if part.is_year() && digits.len() == word.len() => year.replace(part.number()).is_none(),
            (Some(part), _) if part.is_small() && is_ordinal => day.replace(part.small()).is_none(),
            (_, Some(named)) => month.replace(named).is_none(),
            _ => false,
        };
        if !slot_is_free {
            return DateReading::Unreadable;
        }
    }
    match (year, month) {
        (Some(year), Some(month)) => DateReading::Date(PartialDate::of(year, month, day.unwrap_or(0))),
        _ => DateReading::Unreadable,
    }
}

fn month_of(word: &str) -> Option<u8> {
    let word = word.to_ascii_lowercase();
    let month = MONTHS.iter().position(|month| word.len() >= 3 && (month.starts_with(&*word) || word == "sept"))?;
    let month = if word == "sept" { 8 } else { month };
    u8::try_from(month + 1).ok()
}

/// A date without the time of day after it.
fn without_time(text: &str) -> &str {
    let starts_with_year = text.bytes().take(4).filter(u8::is_ascii_digit).count() == 4;
    match text.find(['T', ' ']) {
        Some(at) if starts_with_year && text[at + 1..].contains(':') => &text[..at],
        _ => text,
    }
}

fn is_unknown(text: &str) -> bool {
    let blank = text.bytes().all(|byte| matches!(byte, b'?' | b'.' | b'-' | b'/' | b' '));
    blank || text.eq_ignore_ascii_case("unknown")
}

/// A part of a date: a number, or question marks.
#[derive(Clone, Copy)]
struct DatePart {
    /// 0 if it is not known.
    value: u32,
    digits: usize,
    known: bool,
}

impl DatePart {
    fn of(text: &str) -> Option<DatePart> {
        let digits = text.len();
        if !text.is_empty() && text.bytes().all(|byte| byte == b'?') {
            return Some(DatePart { value: 0, digits, known: false });
        }
        let is_number = digits <= 8 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_number).map(|value| DatePart { value, digits, known: true })
    }

    fn is_year(self) -> bool {
        self.digits == 4
    }

    fn is_small(self) -> bool {
        self.digits <= 2 || !self.known
    }

    fn number(self) -> u16 {
        u16::try_from(self.value).unwrap_or(0)
    }

    fn small(self) -> u8 {
        u8::try_from(self.value).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_row_by_row() {
        for (text, tag) in [
            ("1992.11.04", "1992.11.04"),
            ("1992-11-4", "1992.11.04"),
            ("1992/11/04", "1992.11.04"),
            ("1992 11 04", "1992.11.04"),
            ("19921104", "1992.11.04"),
            ("1992-11-04T18:30:00Z", "1992.11.04"),
            ("1992.11.04 18:30", "1992.11.04"),
            ("1992.11", "1992.11.??"),
            ("1992-11-??", "1992.11.??"),
            ("11.1992", "1992.11.??"),
            ("1992", "1992.??.??"),
            ("1992.??.??", "1992.??.??"),
            ("1992.??.04", "1992.??.04"),
            ("????.11.04", "????.11.04"),
            ("4.11.1992", "1992.11.04"),
            ("04-11-1992", "1992.11.04"),
            ("??.11.1992", "1992.11.??"),
            ("13/4/1992", "1992.04.13"),
            ("4/13/1992", "1992.04.13"),
            ("5/5/1992", "1992.05.05"),
            ("Nov 4, 1992", "1992.11.04"),
            ("4 November 1992", "1992.11.04"),
            ("4th Sept. 1992", "1992.09.04"),
            ("3rd-May-1992", "1992.05.03"),
            ("November 1992", "1992.11.??"),
            ("1992.13.04", "1992.??.04"),
            ("1992.02.30", "1992.02.??"),
            ("1991.02.29", "1991.02.??"),
            ("1992.02.29", "1992.02.29"),
            ("0000.00.00", "????.??.??"),
            ("30.2.1992", "1992.02.??"),
            ("?", "????.??.??"),
            ("", "????.??.??"),
            ("Unknown", "????.??.??"),
            ("????.??.??", "????.??.??"),
        ] {
            let DateReading::Date(date) = read(text) else { panic!("{text}: {:?}", read(text)) };
            assert_eq!(date.tag(), tag, "{text}");
        }
        assert_eq!(read("4/5/1992"), DateReading::Ambiguous);
        for text in ["Easter 1992", "4.5.92", "1992.11.04.05", "12345", "Nov 4 5 1992", "Nov 1992 1993", "1992 élan"] {
            assert_eq!(read(text), DateReading::Unreadable, "{text}");
        }
    }

    #[test]
    fn dates_fit_as_far_as_they_are_known() {
        let date = |text| if let DateReading::Date(date) = read(text) { date } else { panic!("{text}") };
        for (one, other, fits) in [
            ("1992.11.04", "1992.11.04", true),
            ("1992.11.04", "1992.??.??", true),
            ("1992.11.04", "?", true),
            ("1992.??.04", "1992.11.??", true),
            ("1992.11.04", "1992.11.05", false),
            ("1992.11.04", "1991.??.??", false),
        ] {
            assert_eq!(date(one).fits(date(other)), fits, "{one} {other}");
            assert_eq!(date(other).fits(date(one)), fits, "{other} {one}");
        }
    }
}
