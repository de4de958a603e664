//! Sorted runs in temporary files.

use super::key::Keys;
use super::merge::{self, Merging, Pieces};
use super::options::SortOptions;
use super::run::{Run, RunWriter};
use crate::Error;
use crate::interleave::GatheredRows;
use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use arrow_schema::{DataType, Field, Schema};
use scoresheet_parallel::Cancel;
use scoresheet_spill::TemporaryFiles;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// How many runs of one size are merged into one: each open run needs memory for a batch and a file.
const FAN_IN: usize = 64;

/// The approximate minimum size of a batch of a run, which each open run holds while runs are merged. Larger batches
/// take less time, so they are used if there is enough memory; the open ones take at most an eighth of it.
const LEAST_BATCH: usize = 256 << 10;
const LARGEST_BATCH: usize = 2 << 20;

/// How many bytes of consumed batches are kept until their rows are passed on.
const SPENT_BYTES: usize = 32 << 20;

/// The batch with the index of its source as an additional column, and with the groups of its rows as another one.
pub(super) fn with_places(batch: &RecordBatch, source: u32, groups: Option<UInt32Array>) -> Result<RecordBatch, Error> {
    let mut fields = batch.schema().fields().to_vec();
    let mut columns = batch.columns().to_vec();
    let source = Some(UInt32Array::from_value(source, batch.num_rows()));
    for (name, numbers) in [("source_place", source), ("group", groups)] {
        let Some(numbers) = numbers else { continue };
        fields.push(Arc::new(Field::new(name, DataType::UInt32, false)));
        let numbers: ArrayRef = Arc::new(numbers);
        columns.push(numbers);
    }
    let schema = Schema::new_with_metadata(fields, batch.schema().metadata().clone());
    Ok(RecordBatch::try_new(Arc::new(schema), columns)?)
}

/// The runs so far, in the order of their rows.
pub(super) struct SpilledRuns {
    files: Option<TemporaryFiles>,
    runs: Vec<Run>,
    batch_bytes: usize,
    cancel: Cancel,
}

impl SpilledRuns {
    /// No runs yet.
    pub(super) fn new(options: SortOptions, cancel: Cancel) -> SpilledRuns {
        let batch_bytes = (options.memory / (8 * FAN_IN)).clamp(LEAST_BATCH, LARGEST_BATCH);
        SpilledRuns { files: options.files, runs: Vec::new(), batch_bytes, cancel }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Writes a run of rows, which take `bytes` of memory.
    pub(super) fn add(&mut self, keys: &Keys, gathered: &GatheredRows<'_>, bytes: usize) -> Result<(), Error> {
        let rows = (gathered.len().saturating_mul(self.batch_bytes) / bytes.max(1)).clamp(1, 8192);
        let mut run = RunWriter::new(self.new_file()?, rows);
        run.add(gathered)?;
        self.runs.push(run.finish(0)?);
        while let Some(level) = self.full_level() {
            self.merge_last(keys, level)?;
        }
        Ok(())
    }

    /// The level of the last runs, if they are enough for one of the next level.
    fn full_level(&self) -> Option<u32> {
        let last = self.runs.last()?.level;
        let same = self.runs.iter().rev().take_while(|run| run.level == last).count();
        (same >= FAN_IN).then_some(last)
    }

    fn merge_last(&mut self, keys: &Keys, level: u32) -> Result<(), Error> {
        let parts = self.runs.split_off(self.runs.len() - FAN_IN);
        let rows = parts.iter().map(|part| part.rows).min().unwrap_or(1);
        let mut merged = RunWriter::new(self.new_file()?, rows);
        let merging = self.merging(keys, rows, Pieces::Any);
        merge::merge(&parts, &merging, &mut |_, gathered| merged.add(gathered))?;
        drop(parts);
        self.runs.push(merged.finish(level + 1)?);
        Ok(())
    }

    /// Passes on the rows of all runs in order, in pieces of one group and at most `most` rows, with the group.
    pub(super) fn merge(
        &self,
        keys: &Keys,
        most: usize,
        found: &mut dyn FnMut(u32, &GatheredRows<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        merge::merge(&self.runs, &self.merging(keys, most, Pieces::OfGroups), found)
    }

    fn merging<'m>(&'m self, keys: &'m Keys, most: usize, pieces: Pieces) -> Merging<'m> {
        Merging { keys, most, spent: SPENT_BYTES / self.batch_bytes, pieces, cancel: &self.cancel }
    }

    fn new_file(&self) -> Result<File, Error> {
        let none = || io::Error::other("sorting has no temporary files");
        Ok(self.files.as_ref().ok_or_else(none)?.create()?)
    }
}
