//! What jobs have Python do, on whatever thread they run.

use crate::failure::{Failure, raised};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

/// Works in Python, from whatever thread.
pub(crate) fn with_python<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Failure> {
    Python::attach(|py| work(py).map_err(|error| failed(py, error)))
}

/// What an exception of Python means: errors of ours and whatever ends the program go on as they are.
fn failed(py: Python<'_>, error: PyErr) -> Failure {
    let ours = || py.import("scoresheet.errors").and_then(|errors| errors.getattr("ScoresheetError"));
    let is_ours = ours().is_ok_and(|class| error.matches(py, class).unwrap_or(false));
    if is_ours || !error.is_instance_of::<PyException>(py) {
        return raised(error);
    }
    Failure::Internal(error.to_string())
}
