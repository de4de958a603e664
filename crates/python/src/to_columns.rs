//! Inputs of any kind to files of columns.

use crate::beside::beside;
use crate::chosen;
use crate::convert::not_written;
use crate::failure::Failure;
use crate::formats::{Format, TableKind};
use crate::host::Host;
use crate::inputs;
use crate::no_columns::refuse_columns;
use crate::pass::Pass;
use crate::report::Report;
use crate::settings::Settings;
use crate::stream::text_input;
use crate::tables;
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use scoresheet_columns::Error;
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::file::{Kind, Table, WriteOptions};
use scoresheet_columns::schema;
use scoresheet_columns::sort::{self, SortOptions};
use scoresheet_columns::stop::Stop;
use scoresheet_files::{FileError, Input, Output};

/// The job itself.
pub(crate) fn run(
    inputs: &[Input],
    kind: TableKind,
    out: Output,
    settings: &Settings,
    host: &mut dyn Host,
) -> Result<Report, Failure> {
    let columns = with_errors(inputs::columns(inputs, settings)?);
    let depth = column::depth(&columns);
    let name = out.name().to_owned();
    let failed = |error| table_failed(error, &name);
    let options = options(kind, settings, &columns);
    let stop = options.stop.clone();
    let mut table = Table::create(out, &columns, options).map_err(failed)?;
    // Games are chosen by their numbers, so those must be there whether or not the file is to hold them.
    let wanted = if settings.games.is_some() { with_keys(&columns) } else { table.wanted().to_vec() };
    let schema = schema::of(&wanted, depth);
    let names: Vec<&str> = wanted.iter().map(|column| column.spec().name).collect();
    let mut pass = Pass::new(settings, depth, host);
    pass.each(inputs, |pass, index, input, opened| match opened.format {
        Format::Games(format) => text_input(pass, opened, format, &wanted, |pass, batch| {
            let batch = chosen::of_source(batch, settings.wanted(index, input.name()))?;
            let rows = batch.num_rows() as u64;
            push(&mut table, batch, index, &stop, pass)?.map_err(failed).map(|()| rows)
        }),
        Format::Foreign(_) => refuse_columns(pass, inputs, input),
        Format::Columns(stored) => pass.rows(input, opened, stored, Some(&names), |pass, batch| {
            let batch = tables::conform(&batch, &wanted, &schema, input)?;
            pass.report.add_rows(batch.num_rows() as u64, plies(&batch));
            let batch = chosen::of_sources(batch, settings, (index, input))?;
            pass.report.written += batch.num_rows() as u64;
            push(&mut table, batch, index, &stop, pass)?.map_err(failed)
        }),
    })?;
    let counts = pass.report.counts();
    let out = beside(&mut pass, &stop, || table.finish(&counts))?.map_err(failed)?;
    out.commit()?;
    Ok(pass.report.finish())
}

/// The place of an input among the others.
fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// How many plies the games of a batch have, where it says so.
pub(crate) fn plies(batch: &RecordBatch) -> u64 {
    let counts = batch.column_by_name("ply_count").and_then(|counts| counts.as_primitive_opt::<Int32Type>());
    counts.map_or(0, |counts| counts.iter().flatten().map(|count| u64::from(count.unsigned_abs())).sum())
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
        threads: settings.threads,
        depth: column::depth(columns),
        sort: (kind == TableKind::Parquet && !settings.no_sort).then_some(sort),
        stop: Stop::default(),
    }
}

/// Adds games. Where the sorter writes a temporary file for it, signals are heard meanwhile.
fn push(
    table: &mut Table<Output>,
    batch: RecordBatch,
    index: usize,
    stop: &Stop,
    pass: &mut Pass<'_>,
) -> Result<Result<(), Error>, Failure> {
    let spills = table.is_full();
    let push = || table.push(batch, place(index));
    if spills { beside(pass, stop, push) } else { Ok(push()) }
}

/// What a failure of the columns means.
pub(crate) fn table_failed(error: Error, name: &str) -> Failure {
    match error {
        Error::Io(error) => not_written(&error, name),
        error => {
            let failure =
                FileError::new(scoresheet_files::Kind::Damaged, name, format!("cannot convert `{name}`: {error}"));
            FileError { code: error.code(), ..failure }.into()
        }
    }
}
