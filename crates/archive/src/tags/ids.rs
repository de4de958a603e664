//! Ids: a known beginning, then letters and digits that nothing predicts.

use super::fallback::Fallback;
use super::table::{Table, ValueMeaning};
use super::words::{NONE, Words};
use crate::bytes::{Cursor, push_number};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::divisor::Divisor;
use crate::symbols::{Coder, Learns};
use std::sync::Arc;

/// The lengths that an id may have.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=32;

/// How many letters are coded as one number: 62^3 is less than the largest total.
const STEP: usize = 3;

/// A column of ids.
#[derive(Clone, Debug)]
pub(super) struct Ids {
    pub(super) column: usize,
    /// A column that may end with the same id.
    pub(super) like: Option<usize>,
    length: usize,
    /// The letters, and the place of each.
    alphabet: Vec<u8>,
    places: [u8; 128],
    /// The number of letters.
    size: Divisor,
    same: Bit,
    /// The beginnings.
    pub(super) starts: Fallback,
}

/// Letters and digits at the end of a value.
fn tail(value: &str) -> &str {
    &value[value.trim_end_matches(|letter: char| letter.is_ascii_alphanumeric()).len()..]
}

/// The form of ids that most of some values have: their length, and which letters occur.
pub(super) fn form<'v>(values: impl Iterator<Item = &'v str> + Clone) -> Option<(usize, Vec<u8>)> {
    let mut lengths = [0_u32; 33];
    let (mut total, mut used) = (0, [false; 128]);
    for value in values.clone() {
        total += 1;
        let tail = tail(value);
        if LENGTHS.contains(&tail.len()) && tail.bytes().any(|letter| letter.is_ascii_alphabetic()) {
            lengths[tail.len()] += 1;
        }
    }
    let length = (0..lengths.len()).max_by_key(|&length| lengths[length])?;
    if lengths[length] * 5 < total * 4 || total == 0 {
        return None;
    }
    let tails = values.map(tail).filter(|tail| tail.len() == length);
    tails.for_each(|tail| tail.bytes().for_each(|letter| used[usize::from(letter)] = true));
    Some((length, (0..128).filter(|&letter| used[usize::from(letter)]).collect()))
}

impl Ids {
    pub(super) fn new(
        column: usize,
        like: Option<usize>,
        (length, alphabet): (usize, Vec<u8>),
        starts: Arc<Words>,
    ) -> Ids {
        let mut places = [u8::MAX; 128];
        alphabet.iter().enumerate().for_each(|(place, &letter)| places[usize::from(letter)] = place as u8);
        let size = Divisor::new(alphabet.len() as u32);
        Ids { column, like, length, alphabet, places, size, same: Bit::NEW, starts: Fallback::new(starts, 1) }
    }

    /// The beginning of a value that ends with an id.
    pub(super) fn split<'v>(&self, value: &'v str) -> Option<(&'v str, &'v str)> {
        let split = value.split_at_checked(value.len().checked_sub(self.length)?)?;
        let is_known = |letter: u8| self.places.get(usize::from(letter)).is_some_and(|&place| place != u8::MAX);
        split.1.bytes().all(is_known).then_some(split)
    }

    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, table: &mut Table<'_>) -> Result<(), Damage> {
        for game in 0..table.len() {
            let Some(place) = table.place(game, self.column) else { continue };
            self.code_value(coder, table, (game, place))?;
            table.set_meaning(game, self.column, ValueMeaning::UNKNOWN);
            if coder.is_exhausted() {
                return Err(Damage::Short);
            }
        }
        Ok(())
    }

    fn code_value<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (game, place): (usize, usize),
    ) -> Result<(), Damage> {
        let given = if C::READS { None } else { self.split(table.given(place)) };
        let symbol = given.map_or(NONE, |(start, _)| self.starts.words.find(start));
        let symbol = self.starts.code_symbol(coder, 0, symbol);
        if symbol == NONE {
            return self.starts.finish(coder, table, (NONE, place));
        }
        let given = given.map_or("", |(_, id)| id).as_bytes();
        let mut id = [0; 32];
        if let Some(like) = self.like_of(table, game) {
            id[..self.length].copy_from_slice(like.as_bytes());
            if coder.bit(&mut self.same, given == like.as_bytes()) {
                return self.put::<C>(table, (symbol, place), &id);
            }
        }
        let size = self.alphabet.len() as u32;
        for (part, out) in id[..self.length].chunks_mut(STEP).enumerate() {
            let letter = |number: u32, place: usize| number * size + u32::from(self.places[usize::from(given[place])]);
            let first = part * STEP;
            let number = if C::READS { 0 } else { (first..first + out.len()).fold(0, letter) };
            let mut number = coder.below(number, size.pow(out.len() as u32));
            for letter in out.iter_mut().rev() {
                let rest = self.size.divide(number);
                *letter = self.alphabet[(number - rest * size) as usize];
                number = rest;
            }
        }
        self.put::<C>(table, (symbol, place), &id)
    }

    /// The id of the column that may have the same.
    fn like_of<'t>(&self, table: &'t Table<'_>, game: usize) -> Option<&'t str> {
        let place = table.place(game, self.like?)?;
        Some(self.split(table.value(place))?.1)
    }

    fn put<C: Coder>(&self, table: &mut Table<'_>, (symbol, place): (u32, usize), id: &[u8; 32]) -> Result<(), Damage> {
        if !C::READS {
            return Ok(());
        }
        let start = self.starts.words.get(symbol).unwrap_or_default();
        let id = std::str::from_utf8(&id[..self.length]).map_err(|_| Damage::Content)?;
        table.put_with(place, |text| {
            text.push_str(start);
            text.push_str(id);
        })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        push_number(self.column as u64, out);
        push_number(self.like.map_or(0, |like| like as u64 + 1), out);
        push_number(self.length as u64, out);
        push_number(self.alphabet.len() as u64, out);
        out.extend_from_slice(&self.alphabet);
    }

    pub(super) fn read(cursor: &mut Cursor<'_>, columns: usize, words: &Arc<Words>) -> Result<Ids, Damage> {
        let column = cursor.number_up_to(columns.saturating_sub(1))?;
        let like = cursor.number_up_to(columns)?.checked_sub(1);
        let length = cursor.number_up_to(*LENGTHS.end())?;
        let count = cursor.number_up_to(62)?;
        let alphabet = cursor.take(count)?.to_vec();
        if count == 0 || length == 0 || !alphabet.iter().all(u8::is_ascii_alphanumeric) {
            return Err(Damage::Content);
        }
        Ok(Ids::new(column, like, (length, alphabet), words.clone()))
    }
}

impl Learns for Ids {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.same.each_bit(visit);
        self.starts.each_bit(visit);
    }
}
