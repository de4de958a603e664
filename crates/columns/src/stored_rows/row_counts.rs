//! The counts of rows that are copied unchanged.

use super::arrays::{TextArrays, column, numbers};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use scoresheet_core::read::Tally;
use scoresheet_core::rules;
use scoresheet_core::step::Termination;

/// The columns that rows are counted by.
pub const COUNTED: [&str; 5] = ["ply_count", "termination", "mate", "stalemate", "rules"];

/// The same rows with only the columns that they are counted by.
pub fn counted_columns(batch: &RecordBatch) -> RecordBatch {
    let places: Vec<usize> = COUNTED.iter().filter_map(|name| batch.schema_ref().index_of(name).ok()).collect();
    batch.project(&places).unwrap_or_else(|_| batch.clone())
}

/// What is counted of rows that are taken unchanged, as far as their columns show it. If one is missing, what it would
/// show is not counted.
///
/// ```
/// use scoresheet_columns::{Batcher, column, stored_rows};
/// use scoresheet_core::{location::Base, read::{Ending, Record}};
///
/// let mut batcher = Batcher::new(&column::resolve(&["summary"])?);
/// batcher.append(&Record { ending: Ending { outcome: Some(scoresheet_core::rules::Outcome::Checkmate), winner: None }, ..Record::new() });
/// let counted = stored_rows::counted(&batcher.finish(&Base::default(), "games.pgn"));
/// assert_eq!((counted.games, counted.mates, counted.stalemates), (1, 1, 0));
/// # Ok::<(), column::UnknownColumn>(())
/// ```
pub fn counted(batch: &RecordBatch) -> Tally {
    let [plies, endings, mates, stalemates, by_rules] = COUNTED;
    let truths = |name| column(batch, name).and_then(|truths| truths.as_boolean_opt()).map_or(0, |t| t.true_count());
    let plies = numbers::<Int32Type>(batch, plies).into_iter().flatten().flatten();
    let mut tally = Tally::default();
    tally.games = batch.num_rows() as u64;
    tally.plies = plies.map(|plies| u64::from(plies.unsigned_abs())).sum();
    (tally.mates, tally.stalemates) = (truths(mates) as u64, truths(stalemates) as u64);
    if let Some(texts) = TextArrays::of(batch, endings) {
        for row in 0..batch.num_rows() {
            tally.add_termination(texts.get(row).and_then(Termination::find));
        }
    }
    if let Some(texts) = TextArrays::of(batch, by_rules) {
        let played = (0..batch.num_rows()).filter_map(|row| texts.get(row).and_then(rules::played));
        played.for_each(|rules| tally.add_rules(rules, 1));
    }
    tally
}
