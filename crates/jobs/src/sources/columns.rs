//! Inputs of columns, read in batches: unchanged if the output takes columns, otherwise game by game.

use crate::common::failure::Failure;
use crate::formats;
use crate::inputs::tables::{self, OpenTable, TableRequest, unreadable};
use crate::pipeline::pass::Pass;
use crate::pipeline::report::InputCount;
use crate::pipeline::sink::{GameSink, Needs};
use crate::pipeline::wanted_rows;
use crate::settings::Settings;
use crate::sources::made_columns::MadeColumns;
use crate::sources::stored_games::{Rebuilding, StoredGames};
use crate::sources::text::replaying;
use crate::sources::{Current, TableInput};
use arrow_array::RecordBatch;
use scoresheet_columns::column::Column;
use scoresheet_columns::file::Batches;
use scoresheet_columns::{Error, column, schema, stored_rows};
use scoresheet_core::read;
use scoresheet_files::{FileError, Input};
use scoresheet_parallel::Stream;
use std::sync::Arc;

/// How many batches may wait while one is worked on.
const AHEAD: usize = 1;

/// Takes one input of columns to an output.
///
/// # Errors
/// If the job is to stop, or the output fails.
pub(crate) fn take(pass: &mut Pass<'_>, current: TableInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
    let Current { input, index, source, format, .. } = current;
    let mut reading = TableRows { input, index, before: pass.report.games() };
    let progress = source.progress();
    let tables = pass.settings.table_reading();
    let settings = &pass.settings.read;
    let request = TableRequest { input, settings, tables: Some(&tables), rebuilds: false };
    let opened = OpenTable::of(input, source, format).and_then(|mut table| match sink.needs().columns {
        Some(columns) => {
            let made = MadeColumns::of(&table.names(request)?, &columns, pass.settings);
            let names = names_of_rows(&columns, made.is_some());
            Ok((table.batches(request, Some(&names))?, Some(WantedRows { columns, made })))
        }
        None => {
            let names = names_of_games(pass.settings, &sink.needs());
            Ok((table.batches(TableRequest { rebuilds: true, ..request }, Some(&names))?, None))
        }
    });
    let failed = match opened {
        Ok((batches, rows)) => reading.take(pass, batches, rows.as_ref(), sink)?,
        Err(error) => Some(error),
    };
    pass.report_trailing_bytes(&progress, input.name())?;
    let (games, bytes) = (pass.report.games() - reading.before, input.size().unwrap_or(0));
    pass.done(InputCount { name: input.name().to_owned(), kind: format.spec.id, games, bytes });
    failed.map_or(Ok(()), |error| pass.file_error(error))
}

/// The columns of which rows are wanted.
struct WantedRows {
    columns: Arc<[&'static dyn Column]>,
    /// Those of them that the table lacks.
    made: Option<MadeColumns>,
}

/// The columns to read if rows are taken unchanged. They are counted from the columns about errors, which are read
/// beside those that are wanted, and others may be made from games.
fn names_of_rows(wanted: &[&'static dyn Column], makes_others: bool) -> Vec<&'static str> {
    let mut names: Vec<&str> = wanted.iter().map(|column| column.spec().name).chain(stored_rows::COUNTED).collect();
    names.extend(stored_rows::error_columns());
    if makes_others {
        names.extend(stored_rows::columns());
    }
    names
}

/// The columns to read if games are rebuilt.
pub(crate) fn names_of_games(settings: &Settings, needs: &Needs<'_>) -> Vec<&'static str> {
    let asks_facts = needs.pattern.as_ref().is_none_or(|pattern| pattern.asks_facts());
    let asks_notes = needs.pattern.as_ref().is_some_and(|pattern| pattern.asks_notes());
    let only_moves = needs.only_moves && !asks_notes;
    let mut names = if only_moves { stored_rows::columns_of_moves(asks_facts) } else { stored_rows::columns() };
    if settings.chooses_by_source() {
        names.extend(wanted_rows::KEYS);
    }
    if settings.selection.games.is_some() || needs.pattern.is_some() {
        names.extend(stored_rows::COUNTED);
    }
    names.extend(stored_rows::error_columns());
    names
}

/// An input of columns that is read.
#[derive(Clone, Copy)]
struct TableRows<'i> {
    input: &'i Input,
    index: usize,
    /// How many games precede it.
    before: u64,
}

impl TableRows<'_> {
    /// Takes its batches, with no more rows than it takes to reach the limit; the error if one cannot be read.
    fn take(
        &mut self,
        pass: &mut Pass<'_>,
        batches: Batches,
        rows: Option<&WantedRows>,
        sink: &mut dyn GameSink<'_>,
    ) -> Result<Option<FileError>, Failure> {
        // Rows of other programs cannot be passed on unchanged.
        match rows.filter(|_| !batches.is_data_set()) {
            Some(wanted) => self.take_rows(pass, batches, wanted, sink),
            None => self.take_games(pass, batches, sink),
        }
    }

    /// Takes rows unchanged, with what is made of their games.
    fn take_rows(
        self,
        pass: &mut Pass<'_>,
        batches: Batches,
        wanted: &WantedRows,
        sink: &mut dyn GameSink<'_>,
    ) -> Result<Option<FileError>, Failure> {
        let (TableRows { input, index, before }, WantedRows { columns, made }) = (self, wanted);
        let schema = schema::of(columns, column::depth(columns));
        drain(pass, batches, input, |pass, batch| {
            let base = pass.report.games() - before;
            let keep = pass.wanted_rows(&batch, input)?;
            pass.report.add_rows(stored_rows::counted(&batch));
            let batch = made.as_ref().map_or(Ok(batch.clone()), |made| made.add_to(batch, input))?;
            let rows = tables::conform(&batch, columns, &schema, input)?;
            let mut faults = stored_rows::faults(&batch);
            faults.retain(|(row, _)| keep.as_ref().is_none_or(|keep| keep.value(*row)));
            for (row, fault) in faults {
                pass.add_stored(input.name(), base + row as u64 + 1, &fault)?;
            }
            let rows = keep.map_or_else(|| Ok(rows.clone()), |keep| wanted_rows::filtered(&rows, &keep))?;
            sink.append_rows(pass, rows, index)
        })
    }

    /// Takes stored games.
    fn take_games(
        self,
        pass: &mut Pass<'_>,
        batches: Batches,
        sink: &mut dyn GameSink<'_>,
    ) -> Result<Option<FileError>, Failure> {
        let TableRows { input, index, before } = self;
        let (needs, factory) = (sink.needs(), sink.factory());
        let replaying = replaying(pass.settings);
        let reading = if needs.records { factory.reading(replaying, formats::usual()) } else { replaying };
        let reading = read::Settings { keep_faults: reading.keep_faults.and(needs.faults), ..reading };
        let how = Rebuilding { reading: &reading, needs: &needs, factory: &*factory };
        let names = batches.names().to_vec();
        drain(pass, batches, input, |pass, batch| {
            let base = pass.report.games() - before;
            let keep = pass.wanted_rows(&batch, input)?;
            StoredGames { batch: &batch, keep, base, index, input, names: &names }.take(pass, &how, sink)
        })
    }
}

/// Decodes batches on a thread of its own, while the ones before them are worked on.
fn ahead(batches: Batches) -> Stream<Result<RecordBatch, Error>, Failure> {
    Stream::spawn(AHEAD, move |sender| {
        for batch in batches {
            if sender.send(batch).is_break() {
                break;
            }
        }
        Ok(())
    })
}

/// Passes the batches to `each` until there are no more, or no more are wanted, or one cannot be read: then returns
/// why.
fn drain(
    pass: &mut Pass<'_>,
    batches: Batches,
    input: &Input,
    mut each: impl FnMut(&mut Pass<'_>, RecordBatch) -> Result<(), Failure>,
) -> Result<Option<FileError>, Failure> {
    if pass.settings.run.threads() > 1 {
        drain_each(pass, ahead(batches), input, &mut each)
    } else {
        drain_each(pass, batches.map(Ok), input, &mut each)
    }
}

fn drain_each(
    pass: &mut Pass<'_>,
    batches: impl Iterator<Item = Result<Result<RecordBatch, Error>, Failure>>,
    input: &Input,
    each: &mut impl FnMut(&mut Pass<'_>, RecordBatch) -> Result<(), Failure>,
) -> Result<Option<FileError>, Failure> {
    for batch in batches {
        let batch = match batch? {
            Ok(batch) => batch,
            Err(error) => return Ok(Some(unreadable(input.name(), &error))),
        };
        let rows = pass.rows_to_read(&batch, input)?;
        each(pass, batch.slice(0, rows))?;
        if pass.is_done() {
            break;
        }
        pass.tick_when_due()?;
    }
    Ok(None)
}
