//! The rows in whose games a pattern may hold, found by all threads.

use crate::pass::Pass;
use arrow_array::BooleanArray;
use scoresheet_columns::stored::Stored;
use scoresheet_core::edit::Change;
use scoresheet_core::find::{Matcher, Pattern};
use scoresheet_core::rules::Position;
use std::sync::Arc;

/// How many rows are worth a thread.
const ROWS: usize = 256;

/// The rows among those to keep in whose games the pattern may hold. The others are counted as left out.
pub(crate) fn narrowed(
    pass: &mut Pass<'_>,
    games: &Stored<'_>,
    keep: &BooleanArray,
    pattern: &Arc<Pattern>,
) -> BooleanArray {
    let rows = keep.len();
    let threads = pass.settings.threads().min(rows.div_ceil(ROWS)).max(1);
    let share = rows.div_ceil(threads).max(1);
    let mut found = vec![false; rows];
    let search = |first: usize, found: &mut [bool]| {
        let (start, mut matcher) = (Position::start(), Matcher::new(Arc::clone(pattern)));
        for (row, found) in (first..).zip(found) {
            *found = keep.value(row) && games.may_hold(row, &start, &mut matcher);
        }
    };
    std::thread::scope(|scope| {
        let mut shares = (0..).step_by(share).zip(found.chunks_mut(share));
        let own = shares.next();
        for (first, share) in shares {
            scope.spawn(move || search(first, share));
        }
        if let Some((first, share)) = own {
            search(first, share);
        }
    });
    let found = BooleanArray::from(found);
    let unmatched = (keep.true_count() - found.true_count()) as u64;
    pass.report.skipped += unmatched;
    pass.report.changes.count(Change::Unmatched, unmatched);
    found
}
