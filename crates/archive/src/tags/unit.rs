//! Units: columns that are coded together, in one stream.

use super::choice::Choice;
use super::table::Table;
use super::words::{NONE, Words};
use crate::bytes::{Cursor, push_number};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns};
use std::sync::Arc;

/// What a value is looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// The value of another column of the game.
    Column(usize),
    /// The termination of the game.
    Facts,
}

impl Key {
    /// Its value in a game.
    #[inline]
    pub(super) fn of(self, table: &Table<'_>, game: usize) -> Option<u32> {
        match self {
            Key::Column(column) => Some(table.meaning(game, column).symbol).filter(|&symbol| symbol != NONE),
            Key::Facts => Some(table.facts(game).symbol()),
        }
    }

    pub(super) fn write(self, out: &mut Vec<u8>) {
        push_number(
            match self {
                Key::Facts => 0,
                Key::Column(column) => column as u64 + 1,
            },
            out,
        );
    }

    pub(super) fn read(cursor: &mut Cursor<'_>, columns: usize) -> Result<Key, Damage> {
        Ok(match cursor.number_up_to(columns)? {
            0 => Key::Facts,
            column => Key::Column(column - 1),
        })
    }

    fn column(self) -> Option<usize> {
        match self {
            Key::Column(column) => Some(column),
            Key::Facts => None,
        }
    }
}

/// Columns that are coded together.
#[derive(Clone, Debug)]
pub(super) enum Unit {
    /// A choice out of a dictionary.
    Choice(Choice),
}

impl Unit {
    /// Codes the values of its columns in all games of a block.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, table: &mut Table<'_>) -> Result<(), Damage> {
        match self {
            Unit::Choice(choice) => choice.code(coder, table),
        }
    }

    /// The columns whose values it codes.
    pub(super) fn columns(&self) -> Vec<usize> {
        match self {
            Unit::Choice(choice) => choice.columns.clone(),
        }
    }

    /// The columns that must have been coded before.
    pub(super) fn needs(&self) -> Vec<usize> {
        match self {
            Unit::Choice(choice) => choice.keys().filter_map(Key::column).collect(),
        }
    }

    /// The dictionary of a column.
    pub(super) fn words(&self) -> Option<&Words> {
        match self {
            Unit::Choice(choice) => Some(choice.words()),
        }
    }

    /// Writes what it is.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Unit::Choice(choice) => {
                out.push(0);
                choice.write(out);
            }
        }
    }

    /// Reads what it is.
    pub(super) fn read(cursor: &mut Cursor<'_>, columns: usize, words: &[Arc<Words>]) -> Result<Unit, Damage> {
        match cursor.byte()? {
            0 => Ok(Unit::Choice(Choice::read(cursor, columns, words)?)),
            _ => Err(Damage::Version),
        }
    }
}

impl Learns for Unit {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        match self {
            Unit::Choice(choice) => choice.each_bit(visit),
        }
    }
}
