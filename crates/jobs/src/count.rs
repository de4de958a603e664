//! Counts games, reading only as much as that needs.

use crate::common::failure::Failure;
use crate::containers::take_all;
use crate::pipeline::host::Caller;
use crate::pipeline::pass::Pass;
use crate::settings::{OnError, Settings};
use crate::sinks::count::CountOnly;
use scoresheet_core::read::Depth;
use scoresheet_files::{FileError, Input};

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
    let depth = if settings.read.on_error == OnError::Keep { Depth::Frame } else { Depth::Positions };
    let mut pass = Pass::new(settings, depth, caller.host);
    take_all(inputs, Box::new(CountOnly { foreign: Some(caller.foreign), settings, depth }), &mut pass)?;
    let failed = pass.unannounced();
    let report = pass.report.finish();
    Ok((report.games().saturating_sub(report.skipped), failed))
}
