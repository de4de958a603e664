//! Python as the caller of a job: its progress function and its signals.

use crate::failure::{Failure, raised};
use crate::interpreter::attached;
use pyo3::prelude::*;
use scoresheet_jobs::host::{Host, JobPhase};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Whether the result of a command is complete, so that a signal that comes now ends nothing any more.
static COMPLETE: AtomicBool = AtomicBool::new(false);

/// Whether the output of the last job is complete.
pub(crate) fn is_complete() -> bool {
    COMPLETE.load(SeqCst)
}

/// Checks whether the output of a job is complete.
pub(crate) fn set_complete(complete: bool) {
    COMPLETE.store(complete, SeqCst);
}

/// Python's progress function, if it passed one. If it has a method `phase`, that is called for the work after reading,
/// with the name of the work, the number of games that are done, and the number of all games.
pub(crate) struct Progress(pub(crate) Option<Py<PyAny>>);

impl Host for Progress {
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure> {
        let told = attached(|py| {
            py.check_signals()?;
            self.0.as_ref().map_or(Ok(()), |progress| progress.call1(py, (bytes, games)).map(drop))
        });
        told.unwrap_or(Ok(())).map_err(raised)
    }

    fn phase(&mut self, phase: JobPhase) -> Result<(), Failure> {
        let phase = match phase {
            JobPhase::Sorting(total) => ("sorting", 0, total),
            JobPhase::Writing { done, total } => ("writing", done, total),
        };
        let told = attached(|py| {
            let progress =
                self.0.as_ref().map(|progress| progress.bind(py).getattr_opt("phase")).transpose()?.flatten();
            progress.map_or(Ok(()), |progress| progress.call1(phase).map(drop))
        });
        told.unwrap_or(Ok(())).map_err(raised)
    }
}
