//! The rows of the games that are wanted.

use crate::failure::Failure;
use crate::settings::{Settings, Wanted};
use crate::tables::missing;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{BooleanArray, Int64Array, RecordBatch};
use arrow_select::filter::filter_record_batch;
use scoresheet_files::Input;

/// The columns that games are chosen by, where an input may hold games of several sources.
pub(crate) const KEYS: [&str; 2] = ["source", "game"];

/// The rows of one source whose games are wanted.
pub(crate) fn of_source(batch: RecordBatch, wanted: Wanted<'_>) -> Result<RecordBatch, Failure> {
    if matches!(wanted, Wanted::All) {
        return Ok(batch);
    }
    let games = numbers(&batch).ok_or_else(|| Failure::Internal("the games have no numbers".to_owned()))?;
    let keep = games.iter().map(|game| Some(game.is_some_and(|game| wanted.has(game.unsigned_abs())))).collect();
    filtered(&batch, &keep)
}

/// How many rows of an input of columns to take to have at most so many wanted ones, and how many wanted ones these are.
pub(crate) fn reach(batch: &RecordBatch, keep: Option<&BooleanArray>, most: u64) -> (usize, u64) {
    let rows = batch.num_rows();
    let Some(keep) = keep else {
        let rows = usize::try_from(most).unwrap_or(usize::MAX).min(rows);
        return (rows, rows as u64);
    };
    let last = usize::try_from(most).ok().and_then(|most| keep.values().set_indices().nth(most.checked_sub(1)?));
    let rows = last.map_or(rows, |last| last + 1);
    (rows, keep.slice(0, rows).true_count() as u64)
}

/// Which rows of the input at this place among the others are wanted: each names its source. `None` where all are.
///
/// # Errors
/// Where rows do not name their games.
pub(crate) fn wanted_rows(
    batch: &RecordBatch,
    settings: &Settings,
    index: usize,
    input: &Input,
) -> Result<Option<BooleanArray>, Failure> {
    if settings.games.is_none() {
        return Ok(None);
    }
    let lacks = || missing(input, "game", "tags");
    let games = numbers(batch).ok_or_else(lacks)?;
    let sources = batch.column_by_name(KEYS[0]).and_then(|sources| sources.as_string_opt::<i32>()).ok_or_else(lacks)?;
    let is_wanted = |(source, game): (Option<&str>, Option<i64>)| {
        settings.wanted(index, source.unwrap_or_default()).has(game.unwrap_or_default().unsigned_abs())
    };
    Ok(Some(sources.iter().zip(games).map(|row| Some(is_wanted(row))).collect()))
}

fn numbers(batch: &RecordBatch) -> Option<&Int64Array> {
    batch.column_by_name(KEYS[1])?.as_primitive_opt::<Int64Type>()
}

/// The rows to keep.
pub(crate) fn filtered(batch: &RecordBatch, keep: &BooleanArray) -> Result<RecordBatch, Failure> {
    filter_record_batch(batch, keep).map_err(|error| Failure::Internal(error.to_string()))
}
