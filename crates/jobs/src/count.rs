//! Counts games, reading only as much as that needs.

use crate::failure::Failure;
use crate::host::Caller;
use crate::outputs::nothing::Nowhere;
use crate::pass::Pass;
use crate::settings::{OnError, Settings};
use crate::sources::take_all;
use scoresheet_core::read::Depth;
use scoresheet_files::{FileError, Input};

/// How many games going through them gives, and the first input that could not be read to its end, where the caller did not
/// say that errors are only counted.
///
/// # Errors
/// If everything is to stop at an error, or the job is to stop.
pub(crate) fn count(
    inputs: &[Input],
    settings: &Settings,
    caller: Caller<'_>,
) -> Result<(u64, Option<FileError>), Failure> {
    // What leaves games out, or stops at one, is an error in its moves as well.
    let depth = if settings.on_error == OnError::Keep { Depth::Frame } else { Depth::Positions };
    let mut pass = Pass::new(settings, depth, caller.host);
    take_all(inputs, Nowhere { foreign: caller.foreign, settings, depth }, &mut pass)?;
    let failed = pass.unannounced();
    let report = pass.report.finish();
    Ok((report.games().saturating_sub(report.skipped), failed))
}
