//! Files of columns.

use super::batches::{BatchFactory, Filled};
use crate::common::background::in_background;
use crate::common::failure::Failure;
use crate::common::spool::temporary_files;
use crate::formats::Format;
use crate::formats::tables::{TableFormat, TableKind};
use crate::inputs::tables;
use crate::pipeline::host::JobPhase;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, GameSink, Needs, Piece, SinkFactory, content};
use crate::pipeline::wanted_rows;
use crate::settings::{RunSettings, Settings, WantedGames};
use arrow_array::RecordBatch;
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::file::Written;
use scoresheet_columns::file::{Kind, Table, WriteOptions};
use scoresheet_columns::sort::{self, SortOptions};
use scoresheet_core::read::Depth;
use scoresheet_files::{Input, Output as File, ScratchFolder};
use scoresheet_parallel::Cancel;
use std::sync::Arc;

/// A file of columns that is being written.
pub(crate) struct TableFile<'t> {
    settings: &'t Settings,
    format: &'static TableFormat,
    table: Table<File>,
    name: String,
    /// Ends long work in it early.
    cancel: Cancel,
    /// How many of its rows were written; `None` if they are written as they come.
    written: Option<Written>,
    depth: Depth,
    /// The columns that the inputs must provide.
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
        let columns = with_errors(tables::chosen_columns(inputs, settings, column::default_columns)?);
        let name = out.name().to_owned();
        let kind = match format.kind {
            TableKind::Parquet => Kind::Parquet,
            TableKind::Arrow if out.is_stream() => Kind::ArrowStream,
            TableKind::Arrow => Kind::Arrow { compressed: true },
        };
        let options = options(kind, settings, &columns);
        let cancel = options.cancel.clone();
        let written = options.sort.is_some().then(|| options.written.clone());
        if written.is_some() {
            // Runs that were killed may have left more than sorting these games needs.
            ScratchFolder::sweep();
        }
        let table = Table::create(out, &columns, options).map_err(|error| tables::not_written(error, &name))?;
        // Games are chosen by their numbers, so those must be there whether or not the file is to hold them.
        let wanted = if settings.chooses_by_source() { with_keys(&columns) } else { table.wanted().to_vec() };
        let (depth, wanted) = (column::depth(&columns), wanted.into());
        Ok(TableFile { settings, format, table, name, cancel, written, depth, wanted })
    }

    fn batches(&self) -> BatchFactory {
        let batches = BatchFactory::of_file(Arc::clone(&self.wanted), &self.settings.write);
        match self.format.kind {
            TableKind::Parquet => batches.in_small_blocks(),
            TableKind::Arrow => batches,
        }
    }

    /// Adds games of the input at this place. If the sorter writes a temporary file for it, signals are still handled.
    fn push(&mut self, pass: &mut Pass<'_>, batch: RecordBatch, input: usize) -> Result<(), Failure> {
        let spills = self.table.is_full();
        let place = u32::try_from(input).unwrap_or(u32::MAX);
        pass.report.written += batch.num_rows() as u64;
        let table = &mut self.table;
        let push = || table.push(batch, place);
        let pushed = if spills { in_background(&self.cancel, push, || pass.tick_when_due())? } else { push() };
        pushed.map_err(|error| tables::not_written(error, &self.name))
    }
}

impl<'t> GameSink<'t> for TableFile<'t> {
    fn needs(&self) -> Needs<'t> {
        Needs { depth: self.depth, columns: Some(Arc::clone(&self.wanted)), ..self.batches().needs() }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'t> + 't> {
        Box::new(self.batches())
    }

    fn format(&self) -> Option<Format> {
        Some(self.format.into())
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let rows = content::<Filled>(piece)?.rows(pass, at, at.source, wanted)?;
        if rows.num_rows() == 0 { Ok(()) } else { self.push(pass, rows, at.input) }
    }

    fn append_rows(&mut self, pass: &mut Pass<'_>, rows: RecordBatch, input: usize) -> Result<(), Failure> {
        self.push(pass, rows, input)
    }

    fn finish(self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        let TableFile { table, name, cancel, written, .. } = *self;
        let counts = pass.report.counts();
        let total = pass.report.written;
        let tell = || match written.as_ref().map(Written::rows) {
            Some(0) => pass.phase_when_due(JobPhase::Sorting(total)),
            Some(done) => pass.phase_when_due(JobPhase::Writing { done, total }),
            None => pass.tick_when_due(),
        };
        let finished = in_background(&cancel, || table.finish(&counts), tell)?;
        Ok(Complete::File(finished.map_err(|error| tables::not_written(error, &name))?))
    }
}

/// The columns, and after them those that rows are sorted and chosen by.
pub(super) fn with_keys(columns: &[&'static dyn Column]) -> Vec<&'static dyn Column> {
    let mut wanted = sort::with_keys(columns);
    for key in wanted_rows::KEYS.into_iter().filter_map(column::find) {
        if !column::has(&wanted, key.spec().name) {
            wanted.push(key);
        }
    }
    wanted
}

/// The columns, including those of the errors.
pub(super) fn with_errors(mut columns: Vec<&'static dyn Column>) -> Vec<&'static dyn Column> {
    for error in column::of_family("errors") {
        if !column::has(&columns, error.spec().name) {
            columns.push(error);
        }
    }
    columns
}

fn options(kind: Kind, settings: &Settings, columns: &[&'static dyn Column]) -> WriteOptions {
    WriteOptions {
        kind,
        threads: settings.run.threads(),
        depth: column::depth(columns),
        sort: (kind == Kind::Parquet && !settings.write.no_sort && !settings.transforms.reorders())
            .then(|| sort_options(&settings.run)),
        cancel: Cancel::default(),
        written: Written::default(),
    }
}

/// The memory that sorting may use, and its place on disk.
pub(crate) fn sort_options(settings: &RunSettings) -> SortOptions {
    let memory = settings.sort_memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    SortOptions { memory: memory.unwrap_or(SortOptions::default().memory), files: Some(temporary_files()) }
}
