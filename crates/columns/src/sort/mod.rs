//! Sorts by date, source and game, in memory up to a budget, and beyond it with temporary files.

mod key;
mod memory;
mod merge;
mod options;
mod run;
mod spill;

use crate::Error;
use crate::column::{self, Column, tags};
use crate::interleave::GatheredRows;
use arrow_array::RecordBatch;
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

/// Sorts rows by (`date` NULLS LAST, source in the order of the inputs, `game`), then by their original order.
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
        let memory = if options.files.is_some() { options.memory } else { usize::MAX };
        let runs = SpilledRuns::new(options, cancel.clone());
        let (held, order) = (Vec::new(), Vec::new());
        Sorter { keys: Keys::of(columns), memory, held, order, bytes: 0, runs, cancel }
    }

    /// Adds rows. `source` is the index of their source among the inputs.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn push(&mut self, batch: RecordBatch, source: u32) -> Result<(), Error> {
        if self.is_full() {
            self.spill()?;
        }
        let batch = spill::with_source(&batch, source)?;
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
    /// What `found` says, or a temporary file cannot be written or read back.
    pub fn finish(
        &mut self,
        most: usize,
        mut found: impl FnMut(&GatheredRows<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.runs.is_empty() {
            self.order.sort_unstable();
            let gathered = |order| GatheredRows::rows(&self.held, rows(order)).until(&self.cancel);
            let mut pieces = self.order.chunks(most);
            let last = pieces.next_back();
            pieces.try_for_each(|order| found(&gathered(order)))?;
            return last.map_or(Ok(()), |order| found(&gathered(order).last()));
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
