//! The caller of a job, where that is Python: its function for the progress, and its signals.

use crate::failure::{Failure, raised};
use pyo3::prelude::*;
use scoresheet_jobs::host::Host;

/// Python's function for the progress, where it gave one.
pub(crate) struct Progress(pub(crate) Option<Py<PyAny>>);

impl Host for Progress {
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure> {
        Python::attach(|py| {
            py.check_signals()?;
            self.0.as_ref().map_or(Ok(()), |progress| progress.call1(py, (bytes, games)).map(drop))
        })
        .map_err(raised)
    }
}
