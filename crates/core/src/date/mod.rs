//! Dates and times in tags: `1992.11.04`, `1992.??.??`, `18:30:00`.

pub mod reading;

use crate::text::{decimal, number};
use alloc::format;
use alloc::string::String;

/// A date, which may be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// 1 to 9999.
    pub year: i16,
    /// 1 to 12; 1 if unknown.
    pub month: u8,
    /// 1 to 31; 1 if unknown.
    pub day: u8,
    /// 1: only the year is known; 2: also the month; 3: also the day.
    pub precision: i8,
}

impl Date {
    /// Parses `1992.11.04`, also with `-` or `/`, and with fewer fields. An unknown or impossible month or day counts
    /// as 1. `None` without a year from 1 to 9999 in four digits.
    ///
    /// ```
    /// let date = scoresheet_core::date::Date::parse("1992.02.30").unwrap();
    /// assert_eq!((date.year, date.month, date.day, date.precision), (1992, 2, 1, 2));
    /// assert!(scoresheet_core::date::Date::parse("????.??.??").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Date> {
        let mut fields = text.trim().split(['.', '-', '/']);
        let year = fields.next().filter(|year| year.len() == 4).and_then(number)?;
        let year = i16::try_from(year).ok().filter(|year| (1..=9999).contains(year))?;
        let month = fields.next().and_then(small).filter(|month| (1..=12).contains(month));
        let day = fields.next().and_then(small);
        let last = days_in(year, month.unwrap_or(1));
        let day = day.filter(|day| (1..=last).contains(day) && fields.next().is_none());
        let precision = match (month, day) {
            (None, _) => 1,
            (Some(_), None) => 2,
            (Some(_), Some(_)) => 3,
        };
        Some(Date { year, month: month.unwrap_or(1), day: day.unwrap_or(1), precision })
    }

    /// The first and the last day that it can be; `None` if the day is known.
    /// ```
    /// let (first, last) = scoresheet_core::date::Date::parse("1992.02.??").unwrap().range().unwrap();
    /// assert_eq!((first.iso().as_str(), last.iso().as_str()), ("1992-02-01", "1992-02-29"));
    /// ```
    pub fn range(self) -> Option<(Date, Date)> {
        let (first, last) = match self.precision {
            1 => (1, 12),
            2 => (self.month, self.month),
            _ => return None,
        };
        let day = |month, day| Date { month, day, precision: 3, ..self };
        Some((day(first, 1), day(last, days_in(self.year, last))))
    }

    /// The date in ISO 8601: `1992-11-04`.
    pub fn iso(self) -> String {
        self.with_sign('-')
    }

    /// The date as tags of PGN write it: `1992.11.04`.
    pub fn dotted(self) -> String {
        self.with_sign('.')
    }

    /// Digits without the machinery of formats, as tables have many dates.
    fn with_sign(self, sign: char) -> String {
        let mut out = String::with_capacity(10);
        push_digits(u32::from(self.year.unsigned_abs()), 4, &mut out);
        for part in [self.month, self.day] {
            out.push(sign);
            push_digits(u32::from(part), 2, &mut out);
        }
        out
    }

    /// Days since 1970-01-01.
    pub fn days(self) -> i32 {
        // Years start in March, so that the leap day is the last one of a year and no month needs a table.
        let (year, month) = (i32::from(self.year), i32::from(self.month));
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_year = (153 * month + 2) / 5 + i32::from(self.day) - 1;
        year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
    }

    /// The day this many days after 1970-01-01; `None` outside the years 1 to 9999.
    ///
    /// ```
    /// use scoresheet_core::date::Date;
    /// assert_eq!(Date::from_days(8_343).unwrap().iso(), "1992-11-04");
    /// assert!(Date::from_days(2_932_897).is_none());
    /// ```
    pub fn from_days(days: i64) -> Option<Date> {
        const FIRST: i64 = -719_162;
        const LAST: i64 = 2_932_896;
        if !(FIRST..=LAST).contains(&days) {
            return None;
        }
        // Days since 1 March of the year 0, and the periods of 400 years in which the calendar repeats itself.
        let days = days + 719_468;
        let (period, of_period) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let of_years = of_period - of_period / 1_460 + of_period / 36_524 - of_period / 146_096;
        let year = of_years / 365;
        let of_year = of_period - (year * 365 + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
        let year = i16::try_from(period * 400 + year).ok()?;
        Some(Date { year, month: u8::try_from(month).ok()?, day: u8::try_from(day).ok()?, precision: 3 })
    }
}

/// The time of a game according to its tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameTime {
    /// The date, as far as it is known: UTCDate if the game has one, else Date. A text in another form counts if only
    /// one day is possible.
    pub date: Option<Date>,
    /// UTCDate and UTCTime in microseconds since 1970, if both are complete.
    pub start: Option<i64>,
}

impl GameTime {
    /// The time of a game with these tags; the first one of each name counts.
    pub fn of(utc_date: Option<&str>, date: Option<&str>, utc_time: Option<&str>) -> GameTime {
        let text = utc_date.or(date);
        let known = text.and_then(Date::parse);
        let day = known.filter(|known| utc_date.is_some() && known.precision == 3);
        let time = utc_time.filter(|_| day.is_some()).and_then(time_of_day);
        GameTime {
            date: known.or_else(|| text.and_then(reading::known)),
            start: day.zip(time).map(|(day, time)| i64::from(day.days()) * DAY + time),
        }
    }
}

/// Microseconds of a day.
pub const DAY: i64 = 86_400_000_000;

/// A time of the day in whole seconds: `18:30:00`. `None` if the day ends before it.
///
/// ```
/// use scoresheet_core::date::clock;
/// assert_eq!(clock(66_600).unwrap(), "18:30:00");
/// ```
pub fn clock(seconds: u32) -> Option<String> {
    if seconds >= 86_400 {
        return None;
    }
    let mut out = String::with_capacity(8);
    push_digits(seconds / 3600, 2, &mut out);
    for part in [seconds / 60 % 60, seconds % 60] {
        out.push(':');
        push_digits(part, 2, &mut out);
    }
    Some(out)
}

/// Appends the last digits of a number, with zeros before it if there are too few.
fn push_digits(number: u32, count: u32, out: &mut String) {
    out.extend((0..count).rev().map(|place| char::from(b'0' + (number / 10_u32.pow(place) % 10) as u8)));
}

/// A time in microseconds since 1970 in ISO 8601: `1992-11-04T18:30:00.25Z`. `None` outside the years 1 to 9999.
///
/// ```
/// use scoresheet_core::date::timestamp;
/// assert_eq!(timestamp(-750_000).unwrap(), "1969-12-31T23:59:59.25Z");
/// ```
pub fn timestamp(micros: i64) -> Option<String> {
    let date = Date::from_days(micros.div_euclid(DAY))?;
    let time = micros.rem_euclid(DAY);
    let (seconds, fraction) = (time / 1_000_000, format!("{:06}", time % 1_000_000));
    let point = if fraction == "000000" { "" } else { "." };
    let (hours, minutes, fraction) = (seconds / 3600, seconds / 60 % 60, fraction.trim_end_matches('0'));
    Some(format!("{}T{hours:02}:{minutes:02}:{:02}{point}{fraction}Z", date.iso(), seconds % 60))
}

fn days_in(year: i16, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A number of one or two digits.
fn small(text: &str) -> Option<u8> {
    number(text).filter(|_| text.len() <= 2).and_then(|value| u8::try_from(value).ok())
}

/// Microseconds since midnight of `18:30:00` or `18:30:00.25`; `None` if this is not a time of day.
/// ```
/// assert_eq!(scoresheet_core::date::time_of_day("00:01:00.5"), Some(60_500_000));
/// ```
pub fn time_of_day(text: &str) -> Option<i64> {
    let mut fields = text.trim().split(':');
    let hours = fields.next().and_then(small).filter(|hours| *hours < 24)?;
    let minutes = fields.next().and_then(small).filter(|minutes| *minutes < 60)?;
    let last = fields.next()?;
    let (seconds, fraction) = match last.split_once('.') {
        Some((seconds, fraction)) => (seconds, decimal(fraction, 6)?),
        None => (last, 0),
    };
    let seconds = small(seconds).filter(|seconds| *seconds < 60)?;
    let whole = (i64::from(hours) * 60 + i64::from(minutes)) * 60 + i64::from(seconds);
    fields.next().is_none().then_some(whole * 1_000_000 + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_far_as_they_are_known() {
        for (text, year, month, day, precision) in [
            ("1992.11.04", 1992, 11, 4, 3),
            ("1992-11-04", 1992, 11, 4, 3),
            (" 1992.11.4 ", 1992, 11, 4, 3),
            ("1992.11.??", 1992, 11, 1, 2),
            ("1992.??.??", 1992, 1, 1, 1),
            ("1992.??.15", 1992, 1, 15, 1),
            ("1992", 1992, 1, 1, 1),
            ("1992.13.05", 1992, 1, 5, 1),
            ("1992.00.00", 1992, 1, 1, 1),
            ("1992.02.30", 1992, 2, 1, 2),
            ("1900.02.29", 1900, 2, 1, 2),
            ("2000.02.29", 2000, 2, 29, 3),
            ("9999.12.31", 9999, 12, 31, 3),
            ("1992.11.04.01", 1992, 11, 1, 2),
        ] {
            assert_eq!(Date::parse(text), Some(Date { year, month, day, precision }), "{text}");
        }
        for text in
            ["", "?", "????.??.??", "0000.01.01", "12.19.04", "199.01.01", "19920.1.1", "199?.01.01", "+199.1.1"]
        {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_days_that_a_date_may_be() {
        let range = |text| Date::parse(text).unwrap().range().map(|(first, last)| (first.iso(), last.iso()));
        for (text, first, last) in [
            ("1900.02.??", "1900-02-01", "1900-02-28"),
            ("0004.02.30", "0004-02-01", "0004-02-29"),
            ("1992.??.04", "1992-01-01", "1992-12-31"),
        ] {
            assert_eq!(range(text), Some((first.into(), last.into())), "{text}");
        }
        assert_eq!(range("1992.11.04"), None);
        assert_eq!(Date::parse("1992.11.04").unwrap().iso(), "1992-11-04");
    }

    #[test]
    fn the_time_of_a_game() {
        let time = GameTime::of(Some("1970.01.02"), Some("1999.01.01"), Some("00:00:01"));
        assert_eq!((time.date.map(Date::iso).as_deref(), time.start), (Some("1970-01-02"), Some(DAY + 1_000_000)));
        let time = GameTime::of(None, Some("1970.01.02"), Some("00:00:01"));
        assert_eq!((time.date.map(Date::iso).as_deref(), time.start), (Some("1970-01-02"), None));
        let unknown = GameTime::of(Some("????.??.??"), Some("1970.01.02"), Some("00:00:01"));
        assert_eq!(unknown, GameTime::default());
        assert_eq!(GameTime::of(Some("1970.01.??"), None, Some("00:00:01")).start, None);
    }

    #[test]
    fn days_since_1970() {
        for (text, days) in [
            ("1970.01.01", 0),
            ("1969.12.31", -1),
            ("2000.02.29", 11_016),
            ("2000.03.01", 11_017),
            ("1900.01.01", -25_567),
            ("0001.01.01", -719_162),
            ("9999.12.31", 2_932_896),
        ] {
            assert_eq!(Date::parse(text).unwrap().days(), days, "{text}");
        }
    }

    #[test]
    fn every_day_is_found_by_its_number() {
        let mut expected = Date { year: 1, month: 1, day: 1, precision: 3 };
        for days in -719_162..=2_932_896 {
            assert_eq!(Date::from_days(days), Some(expected), "{days}");
            expected.day += 1;
            if expected.day > days_in(expected.year, expected.month) {
                (expected.day, expected.month) = (1, expected.month + 1);
            }
            if expected.month > 12 {
                (expected.month, expected.year) = (1, expected.year + 1);
            }
        }
        for days in [-719_163, 2_932_897, i64::MIN, i64::MAX] {
            assert_eq!(Date::from_days(days), None, "{days}");
        }
    }

    #[test]
    fn times_of_day() {
        assert_eq!(time_of_day("23:59:59"), Some(86_399_000_000));
        assert_eq!(time_of_day("01:00:00.123456789"), Some(3_600_123_456));
        for text in ["24:00:00", "12:60:00", "12:00", "12:00:00:00", "12:00:0x", "??:??:??", "12:00:00.", ""] {
            assert_eq!(time_of_day(text), None, "{text}");
        }
    }
}
