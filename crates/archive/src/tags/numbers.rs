//! Values with numbers in them: a pattern, and the numbers against those of the game before.

use super::fallback::Fallback;
use super::table::{Table, ValueMeaning};
use super::words::{NONE, Words};
use crate::bytes::{Cursor, push_number};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns, Number, Signed};
use std::sync::Arc;

/// The most numbers of a value.
const FIELDS: usize = 8;

/// The most digits of a number.
const DIGITS: usize = 18;

/// The most bytes of a pattern.
const PATTERN: usize = 1 << 10;

/// In a pattern, a placeholder for a number without zeros before it.
const NATURAL: char = '\u{1}';

/// In a pattern, a placeholder for a number whose count of digits is the next character.
const FIXED: char = '\u{2}';

/// A column of values with numbers.
#[derive(Clone, Debug)]
pub(super) struct NumberColumn {
    pub(super) column: usize,
    /// Whether numbers of two digits are of that many even if they do not start with a zero.
    two_digits: bool,
    /// Whether the first number is compared with the plies of the game.
    by_plies: bool,
    same_pattern: [Bit; 2],
    /// What a field has more than the last time, if the fields before it are the same.
    changes: Vec<Signed>,
    /// What it has if they are not.
    news: Vec<Number>,
    plies: Signed,
    pub(super) patterns: Fallback,
}

/// The numbers of a value.
type Fields = [u64; FIELDS];

/// Replaces numbers by marks. Returns `None` if a value cannot be written so.
pub(super) fn parse(value: &str, two_digits: bool, pattern: &mut String) -> Option<(Fields, usize)> {
    pattern.clear();
    let (mut fields, mut count) = ([0; FIELDS], 0);
    let mut rest = value;
    while let Some(letter) = rest.chars().next() {
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            if letter <= FIXED {
                return None;
            }
            pattern.push(letter);
            rest = &rest[letter.len_utf8()..];
            continue;
        }
        let digits = &rest[..length];
        rest = &rest[length..];
        if length > DIGITS || count == FIELDS {
            return None;
        }
        fields[count] = digits.parse().ok()?;
        count += 1;
        if (letter == '0' && length > 1) || (two_digits && length == 2) {
            pattern.push(FIXED);
            pattern.push(char::from(b'0' + length as u8));
        } else {
            pattern.push(NATURAL);
        }
    }
    (pattern.len() <= PATTERN).then_some((fields, count))
}

/// Appends a number with at least this many digits.
fn push_padded(number: u64, digits: usize, text: &mut String) {
    let mut buffer = [b'0'; 20];
    let (mut place, mut left) = (buffer.len(), number);
    while left > 0 || buffer.len() - place < digits.max(1) {
        let Some(before) = place.checked_sub(1) else { break };
        place = before;
        buffer[place] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    text.push_str(std::str::from_utf8(&buffer[place..]).unwrap_or_default());
}

/// Appends a pattern with its numbers.
fn push_value(pattern: &str, fields: &Fields, text: &mut String) {
    let mut fields = fields.iter().copied();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            NATURAL => push_padded(fields.next().unwrap_or(0), 1, text),
            FIXED => {
                let digits = letters.next().map_or(0, |digits| (digits as usize).saturating_sub(48));
                push_padded(fields.next().unwrap_or(0), digits.min(DIGITS), text);
            }
            letter => text.push(letter),
        }
    }
}

/// How many numbers a pattern has.
fn fields_of(pattern: &str) -> usize {
    pattern.chars().filter(|&letter| letter == NATURAL || letter == FIXED).count().min(FIELDS)
}

impl NumberColumn {
    pub(super) fn new(column: usize, (two_digits, by_plies): (bool, bool), patterns: Arc<Words>) -> NumberColumn {
        NumberColumn {
            column,
            two_digits,
            by_plies,
            same_pattern: Default::default(),
            changes: vec![Signed::default(); FIELDS],
            news: vec![Number::default(); FIELDS],
            plies: Signed::default(),
            patterns: Fallback::new(patterns, 1),
        }
    }

    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, table: &mut Table<'_>) -> Result<(), Damage> {
        let (mut last, mut fields, mut was_same) = (NONE, [0; FIELDS], false);
        let mut pattern = String::new();
        for game in 0..table.len() {
            let Some(place) = table.place(game, self.column) else { continue };
            let given = if C::READS { None } else { parse(table.given(place), self.two_digits, &mut pattern) };
            let mut symbol = given.map_or(NONE, |_| self.patterns.words.find(&pattern));
            let is_same = symbol == last && last != NONE;
            was_same = last != NONE && coder.bit(&mut self.same_pattern[usize::from(was_same)], is_same);
            symbol = if was_same { last } else { self.patterns.code_symbol(coder, 0, symbol) };
            if symbol == NONE {
                self.patterns.finish(coder, table, (NONE, place))?;
            } else {
                last = symbol;
                let words = self.patterns.words.clone();
                let pattern = words.get(symbol).filter(|pattern| pattern.len() <= PATTERN).ok_or(Damage::Content)?;
                let given = given.map_or([0; FIELDS], |(fields, _)| fields);
                let plies = table.facts(game).plies.filter(|_| self.by_plies);
                self.code_fields(coder, (&given, fields_of(pattern), plies), &mut fields);
                if C::READS {
                    table.put_with(place, |text| push_value(pattern, &fields, text))?;
                }
            }
            table.set_meaning(game, self.column, ValueMeaning::UNKNOWN);
            if coder.is_exhausted() {
                return Err(Damage::Short);
            }
        }
        Ok(())
    }

    /// Codes numbers against the last ones.
    fn code_fields(
        &mut self,
        coder: &mut impl Coder,
        (given, count, plies): (&Fields, usize, Option<u32>),
        fields: &mut Fields,
    ) {
        let mut has_changed = false;
        for (place, field) in fields[..count].iter_mut().enumerate() {
            let before = *field;
            if let (0, Some(plies)) = (place, plies) {
                let change = (given[place] as i64).wrapping_sub(i64::from(plies));
                *field = i64::from(plies).wrapping_add(self.plies.code(coder, change)) as u64;
            } else if has_changed {
                *field = self.news[place].code(coder, given[place]);
            } else {
                let change = given[place].wrapping_sub(before) as i64;
                *field = before.wrapping_add(self.changes[place].code(coder, change) as u64);
            }
            has_changed |= *field != before;
        }
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        push_number(self.column as u64, out);
        out.push(u8::from(self.two_digits) | u8::from(self.by_plies) << 1);
    }

    pub(super) fn read(cursor: &mut Cursor<'_>, columns: usize, patterns: &Arc<Words>) -> Result<NumberColumn, Damage> {
        let column = cursor.number_up_to(columns.saturating_sub(1))?;
        let flags = cursor.byte()?;
        Ok(NumberColumn::new(column, (flags & 1 != 0, flags & 2 != 0), patterns.clone()))
    }
}

impl Learns for NumberColumn {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.same_pattern.each_bit(visit);
        self.changes.each_bit(visit);
        self.news.each_bit(visit);
        self.plies.each_bit(visit);
        self.patterns.each_bit(visit);
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, push_value};

    #[test]
    fn values_come_back() {
        let values =
            ["", "0", "00", "007", "1.2", "1.10", "01.02", "a1b22c333", "999999999999999999", "23:05:00", "é9"];
        for two_digits in [true, false] {
            for value in values {
                let mut pattern = String::new();
                let (fields, _) = parse(value, two_digits, &mut pattern).unwrap();
                let mut again = String::new();
                push_value(&pattern, &fields, &mut again);
                assert_eq!(again, value);
            }
        }
        for odd in ["\u{1}", "9999999999999999999", "1 2 3 4 5 6 7 8 9"] {
            assert!(parse(odd, true, &mut String::new()).is_none());
        }
    }
}
