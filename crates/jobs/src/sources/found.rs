//! The rows in whose games a pattern may hold, found by all threads.

use crate::pass::Pass;
use crate::shares::in_shares;
use scoresheet_columns::stored::Stored;
use scoresheet_core::edit::Change;
use scoresheet_core::find::{Matcher, Pattern};
use scoresheet_core::rules::Position;
use std::sync::Arc;

/// The rows among these in whose games the pattern may hold. The others are counted as left out.
pub(crate) fn narrowed(pass: &mut Pass<'_>, games: &Stored<'_>, rows: &[usize], pattern: &Arc<Pattern>) -> Vec<usize> {
    let found = in_shares(rows, pass.settings.threads(), |rows| {
        let (start, mut matcher) = (Position::start(), Matcher::new(Arc::clone(pattern)));
        let found = rows.iter().copied().filter(|row| games.may_hold(*row, &start, &mut matcher));
        found.collect::<Vec<_>>()
    });
    let found = found.concat();
    let unmatched = (rows.len() - found.len()) as u64;
    pass.report.skipped += unmatched;
    pass.report.changes.count(Change::Unmatched, unmatched);
    found
}
