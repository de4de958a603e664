//! Inputs of columns, read in batches: as they stand where the output takes columns, else game by game.

use crate::common::failure::Failure;
use crate::formats;
use crate::inputs::tables::{self, TableRequest, open, unreadable};
use crate::pipeline::pass::Pass;
use crate::pipeline::report::InputCount;
use crate::pipeline::sink::GameSink;
use crate::pipeline::wanted_rows;
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
    match sink.needs().columns {
        Some(columns) => take_rows(pass, current, &columns, sink),
        None => take_games(pass, current, sink),
    }
}

/// Takes rows as they stand. They are counted by the columns that tell of it, which are read beside those that are wanted.
fn take_rows(
    pass: &mut Pass<'_>,
    current: TableInput<'_>,
    wanted: &[&'static dyn Column],
    sink: &mut dyn GameSink<'_>,
) -> Result<(), Failure> {
    let (input, index) = (current.input, current.index);
    let schema = schema::of(wanted, column::depth(wanted));
    let mut names: Vec<&str> = wanted.iter().map(|column| column.spec().name).chain(stored_rows::COUNTED).collect();
    names.extend(stored_rows::error_columns());
    let before = pass.report.games();
    read(pass, current, Columns { names: &names, rebuilds: false }, |pass, batch| {
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
fn take_games(pass: &mut Pass<'_>, current: TableInput<'_>, sink: &mut dyn GameSink<'_>) -> Result<(), Failure> {
    let (settings, input, index) = (pass.settings, current.input, current.index);
    let (needs, factory) = (sink.needs(), sink.factory());
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
    let replaying = replaying(settings);
    let reading = if needs.records { factory.reading(replaying, formats::usual()) } else { replaying };
    let reading = read::Settings { keep_faults: reading.keep_faults.and(needs.faults), ..reading };
    names.extend(stored_rows::error_columns());
    let how = Rebuilding { reading: &reading, needs: &needs, factory: &*factory };
    let before = pass.report.games();
    read(pass, current, Columns { names: &names, rebuilds: true }, |pass, batch| {
        let base = pass.report.games() - before;
        let keep = pass.wanted_rows(&batch, input)?;
        StoredGames { batch: &batch, keep, base, index, input }.take(pass, &how, sink)
    })
}

/// The columns to read, and whether games are rebuilt from them.
struct Columns<'c> {
    names: &'c [&'c str],
    rebuilds: bool,
}

/// Reads these columns of an input. `each` gets its batches, in order, with no more rows than it takes to reach the limit.
fn read(
    pass: &mut Pass<'_>,
    current: TableInput<'_>,
    columns: Columns<'_>,
    mut each: impl FnMut(&mut Pass<'_>, RecordBatch) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Current { input, source, format, .. } = current;
    let before = pass.report.games();
    let progress = source.progress();
    let failed = match open(
        TableRequest { input, settings: &pass.settings.read, rebuilds: columns.rebuilds },
        source,
        format,
        Some(columns.names),
    ) {
        Ok(batches) if pass.settings.run.threads() > 1 => drain(pass, ahead(batches), input, &mut each)?,
        Ok(batches) => drain(pass, batches.map(Ok), input, &mut each)?,
        Err(error) => Some(error),
    };
    pass.report_trailing_bytes(&progress, input.name())?;
    let (games, bytes) = (pass.report.games() - before, input.size().unwrap_or(0));
    pass.done(InputCount { name: input.name().to_owned(), kind: format.spec.id, games, bytes });
    failed.map_or(Ok(()), |error| pass.file_error(error))
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

/// Gives the batches to `each` until there are no more, or no more are wanted, or one cannot be read: then says why.
fn drain(
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
