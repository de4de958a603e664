//! Dates and times, as the time that passed since others.

use super::fallback::Fallback;
use super::rating_values::push_pair;
use super::table::{NO_NUMBER, Table, ValueMeaning};
use super::words::Words;
use crate::bytes::{Cursor, push_number};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns, Signed};
use std::sync::Arc;

const DAY: i64 = 86_400;

/// The days before each month of a year that starts in March.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day - 1
}

/// The year, month and day of a number of days.
fn date_of(days: i64) -> (i64, i64, i64) {
    let era = days.div_euclid(146_097);
    let day = days.rem_euclid(146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + 400 * era + next, month, of_month)
}

/// Digits at some places of a text, as a number.
fn digits(text: &[u8], places: std::ops::Range<usize>) -> Option<i64> {
    text[places]
        .iter()
        .try_fold(0, |number, &digit| digit.is_ascii_digit().then(|| 10 * number + i64::from(digit - b'0')))
}

/// The days of a date such as `2013.01.31`.
fn read_date(text: &str) -> Option<i64> {
    let text = text.as_bytes();
    if text.len() != 10 || text[4] != b'.' || text[7] != b'.' {
        return None;
    }
    let date = (digits(text, 0..4)?, digits(text, 5..7)?, digits(text, 8..10)?);
    let days = days_of(date.0, date.1, date.2);
    ((1..=12).contains(&date.1) && date_of(days) == date).then_some(days)
}

/// The seconds of a time such as `23:59:59`.
fn read_time(text: &str) -> Option<i64> {
    let text = text.as_bytes();
    if text.len() != 8 || text[2] != b':' || text[5] != b':' {
        return None;
    }
    let (hour, minute, second) = (digits(text, 0..2)?, digits(text, 3..5)?, digits(text, 6..8)?);
    (hour < 24 && minute < 60 && second < 60).then_some((60 * hour + minute) * 60 + second)
}

fn push_date(days: i64, text: &mut String) {
    let (year, month, day) = date_of(days);
    push_pair(year.unsigned_abs() / 100, text);
    push_pair(year.unsigned_abs(), text);
    text.push('.');
    push_pair(month.unsigned_abs(), text);
    text.push('.');
    push_pair(day.unsigned_abs(), text);
}

fn push_time(seconds: i64, text: &mut String) {
    let seconds = seconds.unsigned_abs();
    push_pair(seconds / 3600, text);
    text.push(':');
    push_pair(seconds / 60 % 60, text);
    text.push(':');
    push_pair(seconds % 60, text);
}

/// The days that four digits can have as a year.
fn is_date(days: i64) -> bool {
    (days_of(0, 1, 1)..=days_of(9999, 12, 31)).contains(&days)
}

/// A column of dates, one of times, or both.
#[derive(Clone, Debug)]
pub(super) struct Moments {
    pub(super) date: Option<usize>,
    pub(super) time: Option<usize>,
    /// Columns that have a date and a time nearby.
    pub(super) near: [Option<usize>; 2],
    /// Whether a date, or a time, is written as usual; by whether the last one was.
    usual: [[Bit; 2]; 2],
    /// What passed since the moment nearby, and since the game before: of both, of days, and of seconds.
    passed: [[Signed; 2]; 3],
    pub(super) odd: Fallback,
}

#[derive(Default)]
struct TimestampState {
    days: i64,
    seconds: i64,
    usual: [bool; 2],
    /// The last date that was read, and its place.
    date: Option<(i64, usize)>,
}

/// Whether a model of dates and times understands a value.
pub(super) fn is_usual(value: &str) -> bool {
    read_date(value).is_some() || read_time(value).is_some()
}

impl Moments {
    pub(super) fn new(columns: [Option<usize>; 2], near: [Option<usize>; 2], odd: Arc<Words>) -> Moments {
        let (usual, passed) = Default::default();
        Moments { date: columns[0], time: columns[1], near, usual, passed, odd: Fallback::new(odd, 2) }
    }

    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, table: &mut Table<'_>) -> Result<(), Damage> {
        let mut state = TimestampState { usual: [true; 2], ..TimestampState::default() };
        for game in 0..table.len() {
            let date = self.date.and_then(|column| table.place(game, column));
            let time = self.time.and_then(|column| table.place(game, column));
            let days = self.code_usual(coder, table, (0, date), &mut state)?;
            let seconds = self.code_usual(coder, table, (1, time), &mut state)?;
            self.code_game(coder, table, (game, days, seconds), &mut state)?;
            if let (Some(_), Some(place), true) = (days, date, C::READS) {
                match state.date {
                    Some((days, known)) if days == state.days => table.put_again(place, known)?,
                    _ => table.put_with(place, |text| push_date(state.days, text))?,
                }
                state.date = Some((state.days, place));
            }
            if let (Some(_), Some(place), true) = (seconds, time, C::READS) {
                table.put_with(place, |text| push_time(state.seconds, text))?;
            }
            if let Some(column) = self.date {
                table.set_meaning(
                    game,
                    column,
                    ValueMeaning::number(if days.is_some() { state.days } else { NO_NUMBER }),
                );
            }
            if let Some(column) = self.time {
                let seconds = if seconds.is_some() { state.seconds } else { NO_NUMBER };
                table.set_meaning(game, column, ValueMeaning::number(seconds));
            }
            if coder.is_exhausted() {
                return Err(Damage::Short);
            }
        }
        Ok(())
    }

    /// Codes whether a value is written as usual, and the whole value if it is not. Returns the number that a writer has.
    fn code_usual<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (side, place): (usize, Option<usize>),
        state: &mut TimestampState,
    ) -> Result<Option<i64>, Damage> {
        let Some(place) = place else { return Ok(None) };
        let read = [read_date, read_time][side];
        let given = if C::READS { None } else { read(table.given(place)) };
        let bit = &mut self.usual[side][usize::from(state.usual[side])];
        state.usual[side] = coder.bit(bit, given.is_some());
        if state.usual[side] {
            return Ok(Some(given.unwrap_or(0)));
        }
        self.odd.code(coder, table, (side, place))?;
        Ok(None)
    }

    /// Codes what passed.
    fn code_game<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &Table<'_>,
        (game, days, seconds): (usize, Option<i64>, Option<i64>),
        state: &mut TimestampState,
    ) -> Result<(), Damage> {
        let near = self.near.map(|column| {
            column.map(|column| table.meaning(game, column).number).filter(|&number| number != NO_NUMBER)
        });
        let from = |near: Option<i64>, last: i64| (usize::from(near.is_none()), near.unwrap_or(last));
        match (days, seconds) {
            (Some(days), Some(seconds)) => {
                let near = near[0].zip(near[1]).map(|(days, seconds)| days * DAY + seconds);
                let (place, from) = from(near, state.days * DAY + state.seconds);
                let moment = from.wrapping_add(self.passed[0][place].code(coder, days * DAY + seconds - from));
                (state.days, state.seconds) = (moment.div_euclid(DAY), moment.rem_euclid(DAY));
            }
            (Some(days), None) => {
                let (place, from) = from(near[0], state.days);
                state.days = from.wrapping_add(self.passed[1][place].code(coder, days - from));
            }
            (None, Some(seconds)) => {
                let (place, from) = from(near[1], state.seconds);
                state.seconds = from.wrapping_add(self.passed[2][place].code(coder, seconds - from));
            }
            (None, None) => {}
        }
        if is_date(state.days) && (0..DAY).contains(&state.seconds) { Ok(()) } else { Err(Damage::Content) }
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        for column in [self.date, self.time, self.near[0], self.near[1]] {
            push_number(column.map_or(0, |column| column as u64 + 1), out);
        }
    }

    pub(super) fn read(cursor: &mut Cursor<'_>, columns: usize, odd: &Arc<Words>) -> Result<Moments, Damage> {
        let mut all = [None; 4];
        for column in &mut all {
            *column = cursor.number_up_to(columns)?.checked_sub(1);
        }
        Ok(Moments::new([all[0], all[1]], [all[2], all[3]], odd.clone()))
    }
}

impl Learns for Moments {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.usual.each_bit(visit);
        self.passed.each_bit(visit);
        self.odd.each_bit(visit);
    }
}

#[cfg(test)]
mod tests {
    use super::{push_date, push_time, read_date, read_time};

    #[test]
    fn dates_and_times_come_back() {
        let mut before = None;
        for year in [0, 1, 1900, 2000, 2012, 2013, 9999] {
            for (month, day) in [(1, 1), (2, 28), (2, 29), (3, 1), (12, 31)] {
                let text = format!("{year:04}.{month:02}.{day:02}");
                if let Some(days) = read_date(&text) {
                    assert!(before < Some(days));
                    before = Some(days);
                    let mut again = String::new();
                    push_date(days, &mut again);
                    assert_eq!(again, text);
                }
            }
        }
        assert_eq!(read_date("1900.02.29"), None);
        assert!(read_date("2000.02.29").is_some());
        for odd in ["2000.13.01", "2000.00.01", "2000.01.00", "2000.01.32", "2000-01-01", "????.??.??", "é000.01.1"] {
            assert_eq!(read_date(odd), None, "{odd}");
        }
        let mut again = String::new();
        push_time(read_time("23:59:08").unwrap(), &mut again);
        assert_eq!(again, "23:59:08");
        assert_eq!([read_time("24:00:00"), read_time("1:00:000"), read_time("12.00.00")], [None; 3]);
    }
}
