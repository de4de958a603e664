//! The rows of selected games.

use crate::common::failure::Failure;
use crate::common::number_set::Numbers;
use crate::inputs::tables::missing;
use crate::settings::{Settings, WantedGames};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{BooleanArray, Int64Array, RecordBatch};
use arrow_select::filter::filter_record_batch;
use scoresheet_files::Input;

/// The columns that identify games if an input holds games of several sources.
pub(crate) const KEYS: [&str; 2] = ["source", "game"];

/// The selected rows among those with these game numbers.
pub(crate) fn of_source(batch: RecordBatch, games: &[u64], wanted: WantedGames<'_>) -> Result<RecordBatch, Failure> {
    if wanted.are_all() {
        return Ok(batch);
    }
    filtered(&batch, &games.iter().map(|game| Some(wanted.has(*game))).collect())
}

/// How many rows of columnar input to take to have at most this many selected ones, and how many selected ones these
/// are.
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

/// Which rows of the input at this index are selected; each row names its source. `None` if all are.
///
/// # Errors
/// If rows do not name their games.
pub(crate) fn wanted_rows(
    batch: &RecordBatch,
    settings: &Settings,
    selected: Option<SelectedRows<'_>>,
    index: usize,
    input: &Input,
) -> Result<Option<BooleanArray>, Failure> {
    let selected = selected.map(|selected| selected.of(batch));
    let chosen = chosen_rows(batch, settings, index, input)?;
    Ok(match (chosen, selected) {
        (Some(chosen), Some(selected)) => Some(both(&chosen, &selected)),
        (chosen, selected) => chosen.or(selected),
    })
}

/// The rows of an input that were selected, by index.
#[derive(Clone, Copy)]
pub(crate) struct SelectedRows<'s> {
    pub(crate) numbers: &'s Numbers,
    /// The number of rows of the input before the batch.
    pub(crate) base: u64,
}

impl SelectedRows<'_> {
    fn of(self, batch: &RecordBatch) -> BooleanArray {
        (1..=batch.num_rows() as u64).map(|row| Some(self.numbers.has(self.base + row))).collect()
    }
}

fn both(one: &BooleanArray, other: &BooleanArray) -> BooleanArray {
    one.iter().zip(other).map(|(one, other)| Some(one == Some(true) && other == Some(true))).collect()
}

/// Which rows the caller has selected; `None` if all are.
fn chosen_rows(
    batch: &RecordBatch,
    settings: &Settings,
    index: usize,
    input: &Input,
) -> Result<Option<BooleanArray>, Failure> {
    if settings.selection.games.is_none() {
        return Ok(None);
    }
    let lacks = || missing(input, "game", "tags");
    let games = numbers(batch).ok_or_else(lacks)?;
    let sources = batch.column_by_name(KEYS[0]).and_then(|sources| sources.as_string_opt::<i32>()).ok_or_else(lacks)?;
    let is_wanted = |(source, game): (Option<&str>, Option<i64>)| {
        settings.selection.wanted(index, source.unwrap_or_default()).has(game.unwrap_or_default().unsigned_abs())
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
