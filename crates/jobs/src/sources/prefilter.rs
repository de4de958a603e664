//! The rows in whose games a pattern may hold, found by all threads.

use crate::pipeline::pass::Pass;
use scoresheet_columns::stored_rows::{PatternHint, Stored};
use scoresheet_core::edit::Change;
use scoresheet_core::find::{Matcher, Pattern};
use scoresheet_core::rules::Position;
use scoresheet_parallel::map_chunks;
use std::sync::Arc;

/// How many rows are worth a thread.
pub(crate) const WORTH: usize = 128;

/// A search through stored games.
pub(crate) struct StoredSearch<'s> {
    pub(crate) games: &'s Stored<'s>,
    pub(crate) pattern: Arc<Pattern>,
    /// Whether games in which the pattern holds for certain are only counted.
    pub(crate) counts: bool,
}

/// What one thread finds.
#[derive(Default)]
struct FoundRows {
    /// The rows to take.
    taken: Vec<usize>,
    /// How many games were counted instead.
    counted: u64,
}

impl StoredSearch<'_> {
    /// The rows among these in whose games the pattern may hold. The others are counted: as left out, or as written if the
    /// pattern holds for certain.
    pub(crate) fn narrow(&self, pass: &mut Pass<'_>, rows: &[usize]) -> Vec<usize> {
        let chunks = map_chunks(rows, pass.settings.run.threads(), WORTH, |rows| self.rows(rows));
        let counted: u64 = chunks.iter().map(|chunk| chunk.counted).sum();
        let taken: Vec<usize> = chunks.into_iter().flat_map(|chunk| chunk.taken).collect();
        let unmatched = rows.len() as u64 - counted - taken.len() as u64;
        pass.report.written += counted;
        pass.report.skipped += unmatched;
        pass.report.changes.count(Change::Unmatched, unmatched);
        taken
    }

    fn rows(&self, rows: &[usize]) -> FoundRows {
        let (start, mut matcher) = (Position::start(), Matcher::new(Arc::clone(&self.pattern)));
        let mut found = FoundRows::default();
        for row in rows.iter().copied() {
            match self.games.find(row, &start, &mut matcher) {
                PatternHint::Never => {}
                PatternHint::After(plies) if self.counts && self.games.plays(row, &start, plies) => found.counted += 1,
                PatternHint::After(_) | PatternHint::Unknown => found.taken.push(row),
            }
        }
        found
    }
}
