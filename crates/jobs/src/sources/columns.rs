//! Inputs of columns, read in batches: unchanged if the output takes columns, otherwise game by game.

use crate::common::failure::Failure;
use crate::formats;
use crate::inputs::tables::{self, OpenTable, TableRequest, unreadable};
use crate::pipeline::pass::Pass;
use crate::pipeline::report::InputCount;
use crate::pipeline::sink::{GameSink, Needs};
use crate::pipeline::wanted_rows;
use crate::settings::Settings;
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
    let opened = OpenTable::of(input, source, format).and_then(|mut table| {
        let found = table.names(request)?;
        let rows = sink.needs().columns.filter(|wanted| takes_rows(&found, wanted));
        let names = match &rows {
            Some(columns) => names_of_rows(columns),
            None => names_of_games(pass.settings, &sink.needs()),
        };
        let request = TableRequest { rebuilds: rows.is_none(), ..request };
        Ok((table.batches(request, Some(&names))?, rows))
    });
    let failed = match opened {
        Ok((batches, rows)) => reading.take(pass, batches, rows.as_deref(), sink)?,
        Err(error) => Some(error),
    };
    pass.report_trailing_bytes(&progress, input.name())?;
    let (games, bytes) = (pass.report.games() - reading.before, input.size().unwrap_or(0));
    pass.done(InputCount { name: input.name().to_owned(), kind: format.spec.id, games, bytes });
    failed.map_or(Ok(()), |error| pass.file_error(error))
}

/// Whether an output of these columns takes the rows of a table with columns of these names unchanged. If it lacks some of
/// the columns, they are made from the games, if these can be restored.
fn takes_rows(names: &[String], columns: &[&'static dyn Column]) -> bool {
    tables::provides(names, columns) || !stored_rows::have_moves(names)
}

/// The columns to read if rows are taken unchanged. They are counted from the columns about errors, which are read
/// beside those that are wanted.
fn names_of_rows(wanted: &[&'static dyn Column]) -> Vec<&'static str> {
    let mut names: Vec<&str> = wanted.iter().map(|column| column.spec().name).chain(stored_rows::COUNTED).collect();
    names.extend(stored_rows::error_columns());
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
        rows: Option<&[&'static dyn Column]>,
        sink: &mut dyn GameSink<'_>,
    ) -> Result<Option<FileError>, Failure> {
        // Rows of other programs cannot be passed on unchanged.
        match rows.filter(|_| !batches.is_data_set()) {
            Some(columns) => self.take_rows(pass, batches, columns, sink),
            None => self.take_games(pass, batches, sink),
        }
    }

    /// Takes rows unchanged.
    fn take_rows(
        self,
        pass: &mut Pass<'_>,
        batches: Batches,
        wanted: &[&'static dyn Column],
        sink: &mut dyn GameSink<'_>,
    ) -> Result<Option<FileError>, Failure> {
        let TableRows { input, index, before } = self;
        let schema = schema::of(wanted, column::depth(wanted));
        drain(pass, batches, input, |pass, batch| {
            let base = pass.report.games() - before;
            let keep = pass.wanted_rows(&batch, input)?;
            pass.report.add_rows(stored_rows::counted(&batch));
            let rows = tables::conform(&batch, wanted, &schema, input)?;
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
