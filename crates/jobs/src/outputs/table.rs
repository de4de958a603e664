//! Files of columns.

use super::batches::{Filled, MakeBatches};
use super::beside::beside;
use super::{Boards, Complete, Output};
use crate::chosen;
use crate::failure::Failure;
use crate::formats::Format;
use crate::formats::tables::{TableFormat, TableKind};
use crate::pass::Pass;
use crate::settings::{Settings, Wanted};
use crate::sources::at::At;
use crate::tables;
use arrow_array::RecordBatch;
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::file::{Kind, Table, WriteOptions};
use scoresheet_columns::sort::{self, SortOptions};
use scoresheet_columns::stop::Stop;
use scoresheet_core::read::Depth;
use scoresheet_files::{Input, Output as File};
use std::sync::Arc;

/// A file of columns that is being written.
pub(crate) struct TableFile<'t> {
    settings: &'t Settings,
    format: &'static TableFormat,
    table: Table<File>,
    name: String,
    /// Ends long work in it early.
    stop: Stop,
    depth: Depth,
    /// The columns that are asked of the inputs.
    wanted: Arc<[&'static dyn Column]>,
}

impl<'t> TableFile<'t> {
    /// An empty file of the columns that the settings choose, or the first input has.
    ///
    /// # Errors
    /// For a column that is not known, and when the file cannot be written.
    pub(crate) fn create(
        format: &'static TableFormat,
        out: File,
        inputs: &[Input],
        settings: &'t Settings,
    ) -> Result<TableFile<'t>, Failure> {
        let columns = with_errors(tables::chosen_columns(inputs, settings)?);
        let name = out.name().to_owned();
        let kind = match format.kind {
            TableKind::Parquet => Kind::Parquet,
            TableKind::Arrow if out.is_stream() => Kind::ArrowStream,
            TableKind::Arrow => Kind::Arrow { compressed: true },
        };
        let options = options(kind, settings, &columns);
        let stop = options.stop.clone();
        let table = Table::create(out, &columns, options).map_err(|error| tables::not_written(error, &name))?;
        // Games are chosen by their numbers, so those must be there whether or not the file is to hold them.
        let wanted = if settings.games.is_some() { with_keys(&columns) } else { table.wanted().to_vec() };
        Ok(TableFile { settings, format, table, name, stop, depth: column::depth(&columns), wanted: wanted.into() })
    }

    /// Adds games of the input at this place. Where the sorter writes a temporary file for it, signals are heard meanwhile.
    fn push(&mut self, pass: &mut Pass<'_>, batch: RecordBatch, input: usize) -> Result<(), Failure> {
        let spills = self.table.is_full();
        let place = u32::try_from(input).unwrap_or(u32::MAX);
        pass.report.written += batch.num_rows() as u64;
        let table = &mut self.table;
        let push = || table.push(batch, place);
        let pushed = if spills { beside(pass, &self.stop, push)? } else { push() };
        pushed.map_err(|error| tables::not_written(error, &self.name))
    }
}

impl Output for TableFile<'_> {
    type Make = MakeBatches;

    fn make(&self) -> MakeBatches {
        let batches = MakeBatches::of_file(Arc::clone(&self.wanted), self.settings);
        match self.format.kind {
            TableKind::Parquet => batches.in_small_blocks(),
            TableKind::Arrow => batches,
        }
    }

    fn format(&self) -> Option<Format> {
        Some(Format::Columns(self.format))
    }

    fn depth(&self) -> Depth {
        self.depth
    }

    fn put(&mut self, pass: &mut Pass<'_>, made: Filled, at: &At<'_>, wanted: Wanted<'_>) -> Result<(), Failure> {
        let rows = made.rows(pass, at, at.source, wanted)?;
        if rows.num_rows() == 0 { Ok(()) } else { self.push(pass, rows, at.input) }
    }

    fn columns(&self) -> Option<&[&'static dyn Column]> {
        Some(&self.wanted)
    }

    fn put_rows(&mut self, pass: &mut Pass<'_>, rows: RecordBatch, input: usize) -> Result<(), Failure> {
        self.push(pass, rows, input)
    }

    fn boards(&self) -> Boards<'_> {
        Boards::Refused
    }

    fn complete(self, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        let TableFile { table, name, stop, .. } = self;
        let counts = pass.report.counts();
        let finished = beside(pass, &stop, || table.finish(&counts))?;
        Ok(Complete::File(finished.map_err(|error| tables::not_written(error, &name))?))
    }
}

/// The columns, and behind them those that rows are sorted and chosen by.
fn with_keys(columns: &[&'static dyn Column]) -> Vec<&'static dyn Column> {
    let mut wanted = sort::with_keys(columns);
    for key in chosen::KEYS.into_iter().filter_map(column::find) {
        if !column::has(&wanted, key.spec().name) {
            wanted.push(key);
        }
    }
    wanted
}

/// The columns, with those that say what was wrong.
pub(super) fn with_errors(mut columns: Vec<&'static dyn Column>) -> Vec<&'static dyn Column> {
    for error in column::of_family("errors") {
        if !column::has(&columns, error.spec().name) {
            columns.push(error);
        }
    }
    columns
}

fn options(kind: Kind, settings: &Settings, columns: &[&'static dyn Column]) -> WriteOptions {
    let memory = settings.sort_memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let sort = SortOptions { memory: memory.unwrap_or(SortOptions::default().memory), ..SortOptions::default() };
    WriteOptions {
        kind,
        threads: settings.threads(),
        depth: column::depth(columns),
        sort: (kind == Kind::Parquet && !settings.no_sort && !settings.reorders()).then_some(sort),
        stop: Stop::default(),
    }
}
