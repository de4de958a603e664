//! Work that jobs do in Python, on any of their threads.

use crate::failure::{Failure, raised};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

/// Works in Python, on any thread.
pub(crate) fn with_python<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Failure> {
    Python::attach(|py| work(py).map_err(|error| failed(py, error)))
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
