//! Runs long work on its own thread, while the caller handles signals and shows progress.

use crate::common::failure::Failure;
use scoresheet_parallel::{Cancel, ticking};
use std::time::Duration;

/// How often the caller checks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// The result of `work`. Meanwhile, `tell` notifies the caller of progress. When the job has to stop, `stop` is set,
/// and `work` must end soon.
///
/// # Errors
/// If the job is to stop, or `work` panics.
pub(crate) fn in_background<T: Send>(
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
    mut tell: impl FnMut() -> Result<(), Failure>,
) -> Result<T, Failure> {
    let mut told = Ok(());
    let done = ticking(LOOK, work, || {
        if told.is_ok() {
            told = tell();
        }
        if told.is_err() {
            cancel.cancel();
        }
    });
    told.and(done.map_err(Failure::from))
}
