//! Sorted runs in temporary files.

use super::key::Keys;
use super::merge;
use super::run::{Run, RunWriter};
use crate::Error;
use crate::gathered::GatheredRows;
use crate::stop::Stop;
use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use arrow_schema::{DataType, Field, Schema};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many runs of one size are merged into one: each open run costs a batch of memory and a file.
const FAN_IN: usize = 64;

/// How large a batch of a run is, about: what each open run holds while runs are merged.
const BATCH_BYTES: usize = 256 << 10;

/// The batch with the place of its source as one more column.
pub(super) fn with_source(batch: &RecordBatch, source: u32) -> Result<RecordBatch, Error> {
    let mut fields = batch.schema().fields().to_vec();
    fields.push(Arc::new(Field::new("source_place", DataType::UInt32, false)));
    let mut columns = batch.columns().to_vec();
    let places: ArrayRef = Arc::new(UInt32Array::from_value(source, batch.num_rows()));
    columns.push(places);
    let schema = Schema::new_with_metadata(fields, batch.schema().metadata().clone());
    Ok(RecordBatch::try_new(Arc::new(schema), columns)?)
}

/// The runs so far, in the order in which their rows came.
pub(super) struct Runs {
    scratch: Scratch,
    runs: Vec<Run>,
    stop: Stop,
}

impl Runs {
    /// No runs, to be written in `folder`.
    pub(super) fn new(folder: Option<PathBuf>, stop: Stop) -> Runs {
        let parent = folder.unwrap_or_else(std::env::temp_dir);
        Runs { scratch: Scratch { parent, folder: None, files: 0 }, runs: Vec::new(), stop }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Writes a run of rows, which take `bytes` of memory.
    pub(super) fn add(&mut self, keys: &Keys, gathered: &GatheredRows<'_>, bytes: usize) -> Result<(), Error> {
        let rows = (gathered.len().saturating_mul(BATCH_BYTES) / bytes.max(1)).clamp(1, 8192);
        let mut run = RunWriter::create(self.scratch.next_file()?, rows);
        run.add(gathered)?;
        self.runs.push(run.finish(0)?);
        while let Some(level) = self.full_level() {
            self.merge_last(keys, level)?;
        }
        Ok(())
    }

    /// The level of the last runs, where they are enough for one of the next level.
    fn full_level(&self) -> Option<u32> {
        let last = self.runs.last()?.level;
        let same = self.runs.iter().rev().take_while(|run| run.level == last).count();
        (same >= FAN_IN).then_some(last)
    }

    fn merge_last(&mut self, keys: &Keys, level: u32) -> Result<(), Error> {
        let parts = self.runs.split_off(self.runs.len() - FAN_IN);
        let rows = parts.iter().map(|part| part.rows).min().unwrap_or(1);
        let mut merged = RunWriter::create(self.scratch.next_file()?, rows);
        merge::merge(&parts, keys, rows, &self.stop, &mut |gathered| merged.add(gathered))?;
        parts.iter().try_for_each(|part| fs::remove_file(&part.path))?;
        self.runs.push(merged.finish(level + 1)?);
        Ok(())
    }

    /// Hands over the rows of all runs in order, in pieces of at most `most`.
    pub(super) fn merge(
        &self,
        keys: &Keys,
        most: usize,
        found: &mut dyn FnMut(&GatheredRows<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        merge::merge(&self.runs, keys, most, &self.stop, found)
    }
}

/// A folder for temporary files, made when it is needed and removed with what is in it.
struct Scratch {
    parent: PathBuf,
    folder: Option<PathBuf>,
    files: u64,
}

impl Scratch {
    fn next_file(&mut self) -> Result<PathBuf, Error> {
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => new_folder(&self.parent)?,
        };
        self.files += 1;
        let file = folder.join(format!("{}.run", self.files));
        self.folder = Some(folder);
        Ok(file)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            // Nobody is left to tell: a folder that cannot be removed is the system's to clean up.
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Makes a folder that nobody else has.
fn new_folder(parent: &Path) -> Result<PathBuf, Error> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let name = format!(".scoresheet-sort-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = parent.join(name);
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
    }
}
