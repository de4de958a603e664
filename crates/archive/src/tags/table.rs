//! The tags of a block while they are coded.

use super::Facts;
use super::char_model::{Letters, Out};
use super::shape::TagShape;
use super::store::{GameRow, Span, TagStore};
use super::words::NONE;
use crate::damage::Damage;
use crate::symbols::Coder;

/// The number of a value that is not a number.
pub(super) const NO_NUMBER: i64 = i64::MIN;

/// What other columns may know of a value: the same when writing and reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueMeaning {
    pub(super) symbol: u32,
    pub(super) number: i64,
}

impl ValueMeaning {
    pub(super) const UNKNOWN: ValueMeaning = ValueMeaning { symbol: NONE, number: NO_NUMBER };

    pub(super) fn symbol(symbol: u32) -> ValueMeaning {
        ValueMeaning { symbol, ..ValueMeaning::UNKNOWN }
    }

    pub(super) fn number(number: i64) -> ValueMeaning {
        ValueMeaning { number, ..ValueMeaning::UNKNOWN }
    }
}

/// The tags of a block.
pub(super) struct Table<'a> {
    pub(super) facts: &'a [Facts],
    /// The shape of each game, and the place of its first value.
    pub(super) rows: Vec<GameRow>,
    /// The shapes of the group, and those of the block.
    pub(super) shapes: &'a [TagShape],
    pub(super) own_shapes: Vec<TagShape>,
    /// What the columns mean that were coded.
    pub(super) meanings: Vec<Vec<ValueMeaning>>,
    /// Where values are that are written.
    pub(super) given: Option<&'a TagStore>,
    /// Values that are read.
    pub(super) text: String,
    pub(super) values: Vec<Span>,
    /// The most bytes of them.
    pub(super) limit: usize,
}

impl<'a> Table<'a> {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn facts(&self, game: usize) -> Facts {
        self.facts.get(game).copied().unwrap_or_default()
    }

    /// A shape of the group or of the block.
    #[inline]
    pub(super) fn shape(&self, shape: u32) -> &TagShape {
        let shape = shape as usize;
        self.shapes.get(shape).unwrap_or_else(|| &self.own_shapes[shape - self.shapes.len()])
    }

    /// The place of a column's value in a game.
    #[inline]
    pub(super) fn place(&self, game: usize, column: usize) -> Option<usize> {
        let row = self.rows[game];
        Some(row.first + self.shape(row.shape).place(column)?)
    }

    /// The value at a place, for a writer.
    #[inline]
    pub(super) fn given(&self, place: usize) -> &'a str {
        self.given.map_or("", |store| store.value(place))
    }

    /// The value at a place that was coded before.
    #[inline]
    pub(super) fn value(&self, place: usize) -> &str {
        match self.given {
            Some(store) => store.value(place),
            None => self.values.get(place).map_or("", |value| value.of(&self.text)),
        }
    }

    /// What a value means that was coded before.
    #[inline]
    pub(super) fn meaning(&self, game: usize, column: usize) -> ValueMeaning {
        self.meanings[column].get(game).copied().unwrap_or(ValueMeaning::UNKNOWN)
    }

    #[inline]
    pub(super) fn set_meaning(&mut self, game: usize, column: usize, meaning: ValueMeaning) {
        let games = self.rows.len();
        let column = &mut self.meanings[column];
        if column.is_empty() {
            column.resize(games, ValueMeaning::UNKNOWN);
        }
        column[game] = meaning;
    }

    /// Sets a value that was read.
    #[inline]
    pub(super) fn put(&mut self, place: usize, value: &str) -> Result<(), Damage> {
        let start = self.text.len();
        if start + value.len() > self.limit {
            return Err(Damage::Size);
        }
        self.text.push_str(value);
        self.values[place] = Span { start, length: value.len() };
        Ok(())
    }

    /// Sets a value to what `write` appends.
    #[inline]
    pub(super) fn put_with(&mut self, place: usize, write: impl FnOnce(&mut String)) -> Result<(), Damage> {
        let start = self.text.len();
        write(&mut self.text);
        if self.text.len() > self.limit {
            return Err(Damage::Size);
        }
        self.values[place] = Span { start, length: self.text.len() - start };
        Ok(())
    }

    /// Sets a value to one that was read before.
    #[inline]
    pub(super) fn put_again(&mut self, place: usize, known: usize) -> Result<(), Damage> {
        let (start, Span { start: from, length }) = (self.text.len(), self.values[known]);
        if start + length > self.limit {
            return Err(Damage::Size);
        }
        self.text.extend_from_within(from..from + length);
        self.values[place] = Span { start, length };
        Ok(())
    }

    /// Codes a value letter by letter.
    pub(super) fn code_letters<C: Coder>(
        &mut self,
        coder: &mut C,
        letters: &mut Letters,
        place: usize,
    ) -> Result<(), Damage> {
        let given = self.given(place);
        let start = self.text.len();
        letters.code(coder, given, &mut Out { text: &mut self.text, limit: self.limit })?;
        if C::READS {
            self.values[place] = Span { start, length: self.text.len() - start };
        }
        Ok(())
    }
}
