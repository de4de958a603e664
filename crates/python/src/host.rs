//! Who asked for a job, as the job sees them: somebody to tell of the progress, who may want it to stop.

use crate::failure::Failure;
use pyo3::prelude::*;

/// Told of the progress at most ten times a second.
pub(crate) trait Host {
    /// So many bytes and games were read.
    ///
    /// # Errors
    /// When the job is to stop.
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure>;
}

/// A caller in Python: its function for the progress, and its signals.
pub(crate) struct Caller(pub(crate) Option<Py<PyAny>>);

impl Host for Caller {
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure> {
        Python::attach(|py| {
            py.check_signals()?;
            self.0.as_ref().map_or(Ok(()), |progress| progress.call1(py, (bytes, games)).map(drop))
        })
        .map_err(|error| Failure::Interrupted(Some(error)))
    }
}
