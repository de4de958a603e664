//! Counts games, and places in them, reading only as much as that needs.

use crate::failure::Failure;
use crate::host::{Caller, Host};
use crate::outputs::matches::{MatchRows, Search};
use crate::outputs::nothing::Nowhere;
use crate::pass::Pass;
use crate::plan::Plan;
use crate::settings::{OnError, Settings};
use crate::sources::no_columns::refuse_foreign;
use crate::sources::take_all;
use crate::transforms::planning::take_transformed;
use arrow_array::RecordBatch;
use scoresheet_core::find::Pattern;
use scoresheet_core::read::Depth;
use scoresheet_files::{FileError, Input};
use std::sync::Arc;

/// The number of games that iteration yields, and the first input that could not be read completely, unless the caller
/// chose to only count errors.
///
/// # Errors
/// If everything is to stop at an error, or the job is to stop.
pub(crate) fn count(
    inputs: &[Input],
    settings: &Settings,
    caller: Caller<'_>,
) -> Result<(u64, Option<FileError>), Failure> {
    // Games are also left out, or reading stops, because of errors in moves.
    let depth = if settings.on_error == OnError::Keep { Depth::Frame } else { Depth::Positions };
    let mut pass = Pass::new(settings, depth, caller.host);
    take_all(inputs, Nowhere { foreign: caller.foreign, settings, depth }, &mut pass)?;
    let failed = pass.unannounced();
    let report = pass.report.finish();
    Ok((report.games().saturating_sub(report.skipped), failed))
}

impl Plan {
    /// How many places there are where a pattern holds: at most one in each game, or all of them.
    ///
    /// # Errors
    /// If an input cannot be read, or was read already and cannot be read again.
    pub fn count_matches(&self, pattern: &Arc<Pattern>, all: bool, host: &mut dyn Host) -> Result<u64, Failure> {
        refuse_foreign(&self.inputs, &self.settings)?;
        self.consume()?;
        let (search, mut count) = (Search { pattern: Arc::clone(pattern), all, counts: true }, 0);
        let put = |rows: RecordBatch| {
            count += rows.num_rows() as u64;
            Ok(())
        };
        self.pass(Depth::Positions, host, |pass| {
            take_transformed(&self.inputs, MatchRows { search: &search, put }, pass).map(drop)
        })?;
        Ok(count)
    }
}
