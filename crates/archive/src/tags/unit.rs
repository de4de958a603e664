//! Units: columns that are coded together, in one stream.

use super::choice::Choice;
use super::ids::Ids;
use super::key::Key;
use super::numbers::NumberColumn;
use super::players::Players;
use super::ratings::Ratings;
use super::table::Table;
use super::timestamps::Moments;
use super::words::Words;
use crate::bytes::Cursor;
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns};
use std::sync::Arc;

/// Columns that are coded together.
#[derive(Clone, Debug)]
pub(super) enum Unit {
    /// A choice out of a dictionary.
    Choice(Choice),
    /// Names of players.
    Players(Players),
    /// Ratings and their changes.
    Ratings(Ratings),
    /// Dates and times.
    Moments(Moments),
    /// Ids of games.
    Ids(Ids),
    /// Numbers in patterns.
    Numbers(NumberColumn),
}

/// Calls something for the model of any unit.
macro_rules! each {
    ($unit:expr, $model:ident => $call:expr) => {
        match $unit {
            Unit::Choice($model) => $call,
            Unit::Players($model) => $call,
            Unit::Ratings($model) => $call,
            Unit::Moments($model) => $call,
            Unit::Ids($model) => $call,
            Unit::Numbers($model) => $call,
        }
    };
}

impl Unit {
    /// Codes the values of its columns in all games of a block.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, table: &mut Table<'_>) -> Result<(), Damage> {
        each!(self, model => model.code(coder, table))
    }

    /// The columns whose values it codes.
    pub(super) fn columns(&self) -> Vec<usize> {
        match self {
            Unit::Choice(choice) => choice.columns.clone(),
            Unit::Players(players) => players.columns.into_iter().flatten().collect(),
            Unit::Ratings(ratings) => ratings.columns.into_iter().flatten().collect(),
            Unit::Moments(moments) => [moments.date, moments.time].into_iter().flatten().collect(),
            Unit::Ids(ids) => vec![ids.column],
            Unit::Numbers(numbers) => vec![numbers.column],
        }
    }

    /// The columns that must have been coded before.
    pub(super) fn needs(&self) -> Vec<usize> {
        match self {
            Unit::Choice(choice) => {
                choice.keys().filter_map(Key::column).chain(choice.spec.names.into_iter().flatten()).collect()
            }
            Unit::Ratings(ratings) => ratings.keys.into_iter().flatten().collect(),
            Unit::Moments(moments) => moments.near.into_iter().flatten().collect(),
            Unit::Ids(ids) => ids.like.into_iter().collect(),
            Unit::Players(_) | Unit::Numbers(_) => Vec::new(),
        }
    }

    /// Its dictionary.
    pub(super) fn words(&self) -> &Words {
        match self {
            Unit::Choice(choice) => choice.words(),
            Unit::Players(players) => &players.names.words,
            Unit::Ratings(ratings) => &ratings.odd.words,
            Unit::Moments(moments) => &moments.odd.words,
            Unit::Ids(ids) => &ids.starts.words,
            Unit::Numbers(numbers) => &numbers.patterns.words,
        }
    }

    /// Writes what it is.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.push(match self {
            Unit::Choice(_) => 0,
            Unit::Players(_) => 1,
            Unit::Ratings(_) => 2,
            Unit::Moments(_) => 3,
            Unit::Ids(_) => 4,
            Unit::Numbers(_) => 5,
        });
        each!(self, model => model.write(out));
    }

    /// Reads what it is.
    pub(super) fn read(cursor: &mut Cursor<'_>, columns: usize, words: &Arc<Words>) -> Result<Unit, Damage> {
        Ok(match cursor.byte()? {
            0 => Unit::Choice(Choice::read(cursor, columns, words)?),
            1 => Unit::Players(Players::read(cursor, columns, words)?),
            2 => Unit::Ratings(Ratings::read(cursor, columns, words)?),
            3 => Unit::Moments(Moments::read(cursor, columns, words)?),
            4 => Unit::Ids(Ids::read(cursor, columns, words)?),
            5 => Unit::Numbers(NumberColumn::read(cursor, columns, words)?),
            _ => return Err(Damage::Version),
        })
    }
}

impl Learns for Unit {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        each!(self, model => model.each_bit(visit));
    }
}
