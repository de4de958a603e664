//! Dates and times as tags write them: `1992.11.04`, `1992.??.??`, `18:30:00`.

pub(crate) use scoresheet_core::text::{decimal, number};

/// A date as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// 1 to 9999.
    pub year: i16,
    /// 1 to 12; 1 where unknown.
    pub month: u8,
    /// 1 to 31; 1 where unknown.
    pub day: u8,
    /// 1 only the year, 2 the month too, 3 the day too.
    pub precision: i8,
}

impl Date {
    /// Reads `1992.11.04`; also with `-` or `/`, and with fewer fields. A month or day that is unknown or impossible
    /// counts as 1. `None` without a year from 1 to 9999 in four digits.
    ///
    /// ```
    /// let date = scoresheet_columns::date::Date::parse("1992.02.30").unwrap();
    /// assert_eq!((date.year, date.month, date.day, date.precision), (1992, 2, 1, 2));
    /// assert!(scoresheet_columns::date::Date::parse("????.??.??").is_none());
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

    /// Days since 1970-01-01.
    pub fn days(self) -> i32 {
        // Years start in March, so that the leap day is the last one of a year and no month needs a table.
        let (year, month) = (i32::from(self.year), i32::from(self.month));
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_year = (153 * month + 2) / 5 + i32::from(self.day) - 1;
        year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
    }
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

/// Microseconds since midnight of `18:30:00` or `18:30:00.25`. `None` where it is no time of a day.
///
/// ```
/// assert_eq!(scoresheet_columns::date::time_of_day("00:01:00.5"), Some(60_500_000));
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
    fn times_of_day() {
        assert_eq!(time_of_day("23:59:59"), Some(86_399_000_000));
        assert_eq!(time_of_day("01:00:00.123456789"), Some(3_600_123_456));
        for text in ["24:00:00", "12:60:00", "12:00", "12:00:00:00", "12:00:0x", "??:??:??", "12:00:00.", ""] {
            assert_eq!(time_of_day(text), None, "{text}");
        }
    }
}
