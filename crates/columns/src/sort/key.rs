//! The sort key of rows.

use crate::column::Column;
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Date32Type, Int64Type, UInt32Type};
use arrow_array::{Array, PrimitiveArray, RecordBatch};

/// The key of a row: smaller comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(u128);

impl Key {
    /// By date, with missing dates last; then by source, then by game.
    fn new(date: Option<i32>, source: u32, game: i64) -> Key {
        // A missing date is one above the latest date. Dates fit 33 bits, sources 31.
        let date = date.map_or(1 << 32, |date| (i64::from(date) - i64::from(i32::MIN)) as u128);
        let game = (game as u64 ^ 1 << 63) as u128;
        Key(date << 95 | u128::from(source & 0x7fff_ffff) << 64 | game)
    }
}

/// The indexes of the key columns. The source is after all others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    date: usize,
    game: usize,
    source: usize,
}

impl Keys {
    /// Finds the key columns.
    pub(super) fn of(columns: &[&'static dyn Column]) -> Keys {
        let place = |name: &str| columns.iter().position(|column| column.spec().name == name).unwrap_or(usize::MAX);
        Keys { date: place("date"), game: place("game"), source: columns.len() }
    }

    /// The key of each row of a batch.
    pub(super) fn read<'b>(&self, batch: &'b RecordBatch) -> impl Iterator<Item = Key> + use<'b> {
        let dates = numbers::<Date32Type>(batch, self.date);
        let games = numbers::<Int64Type>(batch, self.game);
        let sources = numbers::<UInt32Type>(batch, self.source);
        (0..batch.num_rows()).map(move |row| {
            let date = dates.filter(|dates| dates.is_valid(row)).map(|dates| dates.value(row));
            let source = sources.map_or(0, |sources| sources.value(row));
            Key::new(date, source, games.map_or(0, |games| games.value(row)))
        })
    }
}

fn numbers<T: ArrowPrimitiveType>(batch: &RecordBatch, column: usize) -> Option<&PrimitiveArray<T>> {
    batch.columns().get(column)?.as_primitive_opt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_first_none_last_then_sources_then_games() {
        let sorted = [
            Key::new(Some(i32::MIN), 9, 9),
            Key::new(Some(-1), 9, 9),
            Key::new(Some(0), 0, -1),
            Key::new(Some(0), 0, 0),
            Key::new(Some(0), 0, i64::MAX),
            Key::new(Some(0), 0x7fff_ffff, 0),
            Key::new(Some(i32::MAX), 0, 0),
            Key::new(None, 0, 0),
            Key::new(None, 1, 0),
        ];
        assert!(sorted.is_sorted_by(|a, b| a < b), "{sorted:?}");
    }
}
