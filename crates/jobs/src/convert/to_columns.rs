//! Inputs of any kind to files of columns.

use crate::chosen;
use crate::failure::Failure;
use crate::formats::tables::{TableFormat, TableKind};
use crate::host::Host;
use crate::outputs::beside::beside;
use crate::pass::Pass;
use crate::report::Report;
use crate::settings::Settings;
use crate::sources::no_columns::refuse_columns;
use crate::sources::{self, ForeignInput, Job, TableInput, TextInput, filled};
use crate::tables::{self, plies};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use scoresheet_columns::Error;
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::file::{Kind, Table, WriteOptions};
use scoresheet_columns::schema;
use scoresheet_columns::sort::{self, SortOptions};
use scoresheet_columns::stop::Stop;
use scoresheet_files::{Input, Output};

/// Writes the games of all inputs.
pub(super) fn run(
    inputs: &[Input],
    (to, out): (&'static TableFormat, Output),
    settings: &Settings,
    host: &mut dyn Host,
) -> Result<Report, Failure> {
    let columns = with_errors(tables::chosen_columns(inputs, settings)?);
    let depth = column::depth(&columns);
    let name = out.name().to_owned();
    let options = options(to.kind, settings, &columns);
    let stop = options.stop.clone();
    let table = Table::create(out, &columns, options).map_err(|error| tables::not_written(error, &name))?;
    // Games are chosen by their numbers, so those must be there whether or not the file is to hold them.
    let wanted = if settings.games.is_some() { with_keys(&columns) } else { table.wanted().to_vec() };
    let schema = schema::of(&wanted, depth);
    let mut pass = Pass::new(settings, depth, host);
    let mut job = ToColumns { inputs, settings, out: TableFile { table, name, stop }, wanted, schema };
    sources::each(&mut pass, inputs, &mut job)?;
    job.out.finish(&mut pass)?;
    Ok(pass.report.finish())
}

/// Games on their way to a file of columns.
struct ToColumns<'j> {
    inputs: &'j [Input],
    settings: &'j Settings,
    out: TableFile,
    /// The columns that are asked of the inputs.
    wanted: Vec<&'static dyn Column>,
    schema: SchemaRef,
}

impl Job for ToColumns<'_> {
    fn text(&mut self, pass: &mut Pass<'_>, current: TextInput<'_>) -> Result<(), Failure> {
        let (settings, input, index) = (self.settings, current.input, current.index);
        let out = &mut self.out;
        filled::batches(pass, current, &self.wanted, |pass, batch| {
            let batch = chosen::of_source(batch, settings.wanted(index, input.name()))?;
            let rows = batch.num_rows() as u64;
            out.push(batch, index, pass).map(|()| rows)
        })
    }

    fn foreign(&mut self, pass: &mut Pass<'_>, current: ForeignInput<'_>) -> Result<(), Failure> {
        refuse_columns(pass, self.inputs, current.input)
    }

    fn columns(&mut self, pass: &mut Pass<'_>, current: TableInput<'_>) -> Result<(), Failure> {
        let (settings, input, index) = (self.settings, current.input, current.index);
        let names: Vec<&str> = self.wanted.iter().map(|column| column.spec().name).collect();
        pass.rows(current, Some(&names), |pass, batch| {
            let batch = tables::conform(&batch, &self.wanted, &self.schema, input)?;
            pass.report.add_rows(batch.num_rows() as u64, plies(&batch));
            let batch = chosen::of_sources(batch, settings, (index, input))?;
            pass.report.written += batch.num_rows() as u64;
            self.out.push(batch, index, pass)
        })
    }
}

/// A file of columns that is being written.
struct TableFile {
    table: Table<Output>,
    name: String,
    /// Ends long work in it early.
    stop: Stop,
}

impl TableFile {
    /// Adds games of the input at this place. Where the sorter writes a temporary file for it, signals are heard meanwhile.
    fn push(&mut self, batch: RecordBatch, index: usize, pass: &mut Pass<'_>) -> Result<(), Failure> {
        let spills = self.table.is_full();
        let place = u32::try_from(index).unwrap_or(u32::MAX);
        let table = &mut self.table;
        let push = || table.push(batch, place);
        let pushed = if spills { beside(pass, &self.stop, push)? } else { push() };
        pushed.map_err(|error| self.failed(error))
    }

    /// Writes what is left, and gives the file its name.
    fn finish(self, pass: &mut Pass<'_>) -> Result<(), Failure> {
        let TableFile { table, name, stop } = self;
        let counts = pass.report.counts();
        let finished = beside(pass, &stop, || table.finish(&counts))?;
        Ok(finished.map_err(|error| tables::not_written(error, &name))?.commit()?)
    }

    fn failed(&self, error: Error) -> Failure {
        tables::not_written(error, &self.name)
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
fn with_errors(mut columns: Vec<&'static dyn Column>) -> Vec<&'static dyn Column> {
    for error in column::of_family("errors") {
        if !column::has(&columns, error.spec().name) {
            columns.push(error);
        }
    }
    columns
}

fn options(kind: TableKind, settings: &Settings, columns: &[&'static dyn Column]) -> WriteOptions {
    let memory = settings.sort_memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let sort = SortOptions { memory: memory.unwrap_or(SortOptions::default().memory), ..SortOptions::default() };
    WriteOptions {
        kind: match kind {
            TableKind::Parquet => Kind::Parquet,
            TableKind::Arrow => Kind::Arrow { compressed: true },
        },
        threads: settings.threads(),
        depth: column::depth(columns),
        sort: (kind == TableKind::Parquet && !settings.no_sort).then_some(sort),
        stop: Stop::default(),
    }
}
