//! Every call from Python into the core goes through here.

use crate::failure::{Failure, IntoException};
use pyo3::prelude::*;
use scoresheet_jobs::failure::guarded;

/// Releases the interpreter, does the work, and converts errors. A panic becomes an exception like any other.
pub(crate) fn call<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Failure> + Send) -> PyResult<T> {
    py.detach(|| guarded(work)).map_err(|failure| failure.into_exception(py))
}
