//! The one door from Python into the core.

use crate::failure::{Failure, IntoException};
use pyo3::prelude::*;
use scoresheet_jobs::failure::guarded;

/// Frees the interpreter, works, names the error. A panic becomes an exception like any other.
pub(crate) fn call<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Failure> + Send) -> PyResult<T> {
    py.detach(|| guarded(work)).map_err(|failure| failure.into_exception(py))
}
