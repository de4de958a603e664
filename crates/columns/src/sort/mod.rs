//! Sorts by date, source and game, or into groups, in memory up to a budget, and beyond it with temporary files.

mod key;
mod memory;
mod merge;
mod options;
mod run;
mod spill;

use crate::Error;
use crate::column::{self, Column, tags};
use crate::interleave::{GatheredRows, compacted};
use arrow_array::{RecordBatch, UInt32Array};
use key::{Key, Keys};
pub use options::SortOptions;
use scoresheet_parallel::Cancel;
use spill::SpilledRuns;

/// The columns, followed by those sort columns that are not among them.
pub fn with_keys(columns: &[&'static dyn Column]) -> Vec<&'static dyn Column> {
    let keys: [&'static dyn Column; 2] = [&tags::DATE, &tags::GAME];
    let missing = keys.into_iter().filter(|key| !column::has(columns, key.spec().name));
    columns.iter().copied().chain(missing).collect()
}

/// The order of the rows of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrder {
    /// By (`date` NULLS LAST, source in the order of the inputs, `game`), then as they were pushed.
    Date,
    /// As they were pushed.
    Pushed,
}

/// Sorts rows: by their group if they are in groups, then in the order of these.
pub struct Sorter {
    keys: Keys,
    memory: usize,
    held: Vec<RecordBatch>,
    order: Vec<(Key, u32, u32)>,
    bytes: usize,
    runs: SpilledRuns,
    cancel: Cancel,
}

impl Sorter {
    /// A sorter of batches with these columns, in the form returned by [`with_keys`]. It ends early when `stop` is set.
    pub fn new(columns: &[&'static dyn Column], options: SortOptions, cancel: Cancel) -> Sorter {
        Sorter::ordered(columns, RowOrder::Date, options, cancel)
    }

    /// The same with rows in this order.
    pub fn ordered(columns: &[&'static dyn Column], order: RowOrder, options: SortOptions, cancel: Cancel) -> Sorter {
        let keys = Keys::of(columns, order);
        let memory = if options.files.is_some() { options.memory } else { usize::MAX };
        let runs = SpilledRuns::new(options, cancel.clone());
        let (held, order) = (Vec::new(), Vec::new());
        Sorter { keys, memory, held, order, bytes: 0, runs, cancel }
    }

    /// Adds rows. `source` is the index of their source among the inputs.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn push(&mut self, batch: RecordBatch, source: u32) -> Result<(), Error> {
        self.add(spill::with_places(&batch, source, None)?)
    }

    /// Adds rows, each of which belongs to a group.
    ///
    /// # Errors
    /// A temporary file cannot be written, or there is not one group for each row.
    pub fn push_grouped(&mut self, batch: RecordBatch, source: u32, groups: UInt32Array) -> Result<(), Error> {
        self.add(spill::with_places(&batch, source, Some(groups))?)
    }

    fn add(&mut self, batch: RecordBatch) -> Result<(), Error> {
        if self.is_full() {
            self.spill()?;
        }
        // Rows are numbered with 32 bits in a batch, and batches are blocks, so neither number overflows.
        let at = self.held.len() as u32;
        let keys = self.keys.read(&batch);
        self.order.extend(keys.zip(0..).map(|(key, row)| (key, at, row)));
        self.bytes += memory::bytes(&batch) + batch.num_rows() * size_of::<(Key, u32, u32)>();
        self.held.push(batch);
        Ok(())
    }

    /// Whether the next rows exceed the budget, so that those before them are written to a temporary file first.
    pub fn is_full(&self) -> bool {
        self.bytes > self.memory
    }

    /// Writes the rows in memory to a temporary file, sorted.
    fn spill(&mut self) -> Result<(), Error> {
        self.order.sort_unstable();
        let held = std::mem::take(&mut self.held);
        let order = std::mem::take(&mut self.order);
        let bytes = std::mem::take(&mut self.bytes);
        self.runs.add(&self.keys, &GatheredRows::rows(&held, rows(&order)).until(&self.cancel), bytes)
    }

    /// Passes on all rows in order, in pieces of at most `most` rows. The batches have further columns after those that
    /// were pushed. The rows are kept until the sorter is dropped, because freeing many takes some time.
    ///
    /// # Errors
    /// Those of `found`, or a temporary file cannot be written or read back.
    pub fn finish(
        &mut self,
        most: usize,
        mut found: impl FnMut(&GatheredRows<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.finish_groups(most, |_, gathered| found(gathered))
    }

    /// The same, in pieces of one group each, with the group.
    ///
    /// # Errors
    /// As [`Sorter::finish`].
    pub fn finish_groups(
        &mut self,
        most: usize,
        mut found: impl FnMut(u32, &GatheredRows<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.runs.is_empty() {
            self.order.sort_unstable();
            for group in self.order.chunk_by(|(one, ..), (other, ..)| one.group == other.group) {
                let mut pieces = group.chunks(most).peekable();
                while let Some(piece) = pieces.next() {
                    let number = piece.first().map_or(0, |(key, ..)| key.group);
                    let rows = rows(piece);
                    let few = compacted(&self.held, &rows);
                    let (batches, rows) = few.as_ref().map_or((&self.held, rows), |(few, rows)| (few, rows.clone()));
                    let gathered = GatheredRows::rows(batches, rows).until(&self.cancel);
                    found(number, &if pieces.peek().is_none() { gathered.last() } else { gathered })?;
                }
            }
            return Ok(());
        }
        if !self.held.is_empty() {
            self.spill()?;
        }
        self.runs.merge(&self.keys, most, &mut found)
    }
}

fn rows(order: &[(Key, u32, u32)]) -> Vec<(usize, usize)> {
    order.iter().map(|(_, batch, row)| (*batch as usize, *row as usize)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    use arrow_array::{ArrayRef, Date32Array, Int64Array};
    use scoresheet_spill::TemporaryFiles;
    use std::fs::OpenOptions;
    use std::sync::Arc;

    /// The rows of each group as the sorter passes them on, by their games.
    fn sorted(order: RowOrder, memory: usize, most: usize) -> Vec<(u32, Vec<i64>)> {
        let columns = column::resolve(&["date", "game"]).expect("columns");
        let files = TemporaryFiles::new(|| {
            let path = std::env::temp_dir().join(format!("scoresheet-sorter-{}", std::process::id()));
            let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
            std::fs::remove_file(path)?;
            Ok(file)
        });
        let options = SortOptions { memory, files: Some(files) };
        let mut sorter = Sorter::ordered(&with_keys(&columns), order, options, Cancel::default());
        for batch in 0..40_i64 {
            let games: Vec<i64> = (batch * 5..batch * 5 + 5).collect();
            let dates: ArrayRef = Arc::new(Date32Array::from_iter_values(games.iter().map(|game| -(*game as i32) / 3)));
            let groups = UInt32Array::from_iter_values(games.iter().map(|game| (game * 7 % 4) as u32));
            let games: ArrayRef = Arc::new(Int64Array::from(games));
            let names = ["date", "game"].into_iter().zip([dates, games]);
            let batch = RecordBatch::try_from_iter(names).expect("a batch");
            sorter.push_grouped(batch, 0, groups).expect("pushed");
        }
        let mut found: Vec<(u32, Vec<i64>)> = Vec::new();
        let add = |group: u32, gathered: &GatheredRows<'_>| {
            assert!(gathered.len() <= most);
            let mut games = Vec::new();
            gathered.each_array(1, 0..gathered.len(), |array| {
                games.extend_from_slice(array.as_primitive::<Int64Type>().values());
                Ok(())
            })?;
            match found.last_mut() {
                Some((last, all)) if *last == group => all.extend(games),
                _ => found.push((group, games)),
            }
            Ok(())
        };
        sorter.finish_groups(most, add).expect("sorted");
        found
    }

    #[test]
    fn groups_come_one_after_another_in_memory_and_in_files() {
        for order in [RowOrder::Date, RowOrder::Pushed] {
            let mut expected: Vec<(u32, Vec<i64>)> = (0..4).map(|group| (group, Vec::new())).collect();
            (0..200).for_each(|game| expected[(game * 7 % 4) as usize].1.push(game));
            if order == RowOrder::Date {
                expected.iter_mut().for_each(|(_, games)| games.sort_by_key(|game| (-game / 3, *game)));
            }
            for (memory, most) in [(usize::MAX, 1000), (usize::MAX, 7), (0, 1000), (0, 7), (2000, 30)] {
                assert_eq!(sorted(order, memory, most), expected, "{order:?} {memory} {most}");
            }
        }
    }
}
