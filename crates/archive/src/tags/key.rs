//! What values are looked up by.

use super::table::Table;
use super::words::NONE;
use crate::bytes::{Cursor, push_number};
use crate::damage::Damage;

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

    /// The column, if it is one.
    pub(super) fn column(self) -> Option<usize> {
        match self {
            Key::Column(column) => Some(column),
            Key::Facts => None,
        }
    }
}
