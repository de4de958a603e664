//! The sort key of rows.

use super::RowOrder;
use crate::column::Column;
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Date32Type, Int64Type, UInt32Type};
use arrow_array::{Array, PrimitiveArray, RecordBatch};

/// The key of a row: smaller comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// The group that the row belongs to, if rows are grouped.
    pub(super) group: u32,
    /// The date and the source.
    place: u64,
    game: u64,
}

impl Key {
    /// By group; then by date, with missing dates last; then by source, then by game.
    fn new(group: u32, date: Option<i32>, source: u32, game: i64) -> Key {
        // A missing date is one above the latest date. Dates fit 33 bits, sources 31.
        let date = date.map_or(1 << 32, |date| (i64::from(date) - i64::from(i32::MIN)) as u64);
        Key { group, place: date << 31 | u64::from(source & 0x7fff_ffff), game: game as u64 ^ 1 << 63 }
    }
}

/// The indexes of the key columns. The source is after all others, and the group after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    date: usize,
    game: usize,
    source: usize,
    group: usize,
}

impl Keys {
    /// Finds the key columns for this order.
    pub(super) fn of(columns: &[&'static dyn Column], order: RowOrder) -> Keys {
        let place = |name: &str| match order {
            RowOrder::Date => columns.iter().position(|column| column.spec().name == name),
            RowOrder::Pushed => None,
        };
        let place = |name: &str| place(name).unwrap_or(usize::MAX);
        let source = if order == RowOrder::Date { columns.len() } else { usize::MAX };
        Keys { date: place("date"), game: place("game"), source, group: columns.len() + 1 }
    }

    /// The key of each row of a batch.
    pub(super) fn read<'b>(&self, batch: &'b RecordBatch) -> impl Iterator<Item = Key> + use<'b> {
        let dates = numbers::<Date32Type>(batch, self.date);
        let games = numbers::<Int64Type>(batch, self.game);
        let sources = numbers::<UInt32Type>(batch, self.source);
        let groups = numbers::<UInt32Type>(batch, self.group);
        (0..batch.num_rows()).map(move |row| {
            let date = dates.filter(|dates| dates.is_valid(row)).map(|dates| dates.value(row));
            let source = sources.map_or(0, |sources| sources.value(row));
            let group = groups.map_or(0, |groups| groups.value(row));
            Key::new(group, date, source, games.map_or(0, |games| games.value(row)))
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
    fn groups_then_dates_none_last_then_sources_then_games() {
        let sorted = [
            Key::new(0, Some(i32::MIN), 9, 9),
            Key::new(0, Some(-1), 9, 9),
            Key::new(0, Some(0), 0, -1),
            Key::new(0, Some(0), 0, 0),
            Key::new(0, Some(0), 0, i64::MAX),
            Key::new(0, Some(0), 0x7fff_ffff, 0),
            Key::new(0, Some(i32::MAX), 0, 0),
            Key::new(0, None, 0, 0),
            Key::new(0, None, 1, 0),
            Key::new(1, Some(i32::MIN), 0, 0),
        ];
        assert!(sorted.is_sorted_by(|a, b| a < b), "{sorted:?}");
    }
}
