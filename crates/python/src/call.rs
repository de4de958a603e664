//! The two ways between the languages: calls from Python into the core, and work that jobs do in Python.

use crate::failure::{Failure, IntoException, raised};
use crate::interpreter::{attached, detached};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use scoresheet_jobs::failure::guarded;

/// Releases the interpreter, does the work, and converts errors. A panic becomes an exception like any other.
pub(crate) fn call<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Failure> + Send) -> PyResult<T> {
    detached(py, || guarded(work)).map_err(|failure| failure.into_exception(py))
}

/// Works in Python, on any thread. If the interpreter ends, the job does.
pub(crate) fn with_python<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Failure> {
    let worked = attached(|py| work(py).map_err(|error| failed(py, error)));
    worked.unwrap_or(Err(Failure::Interrupted(None)))
}

/// Converts an exception of Python. Our own errors, and exceptions that end the program, are passed on unchanged.
fn failed(py: Python<'_>, error: PyErr) -> Failure {
    let ours = || py.import("scoresheet.errors").and_then(|errors| errors.getattr("ScoresheetError"));
    let is_ours = ours().is_ok_and(|class| error.matches(py, class).unwrap_or(false));
    if is_ours || !error.is_instance_of::<PyException>(py) {
        return raised(error);
    }
    Failure::Internal(error.to_string())
}
