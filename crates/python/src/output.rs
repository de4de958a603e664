//! Outputs with content from Python, compressed according to their extension. They appear when they are complete.

use crate::call::call;
use pyo3::prelude::*;
use scoresheet_jobs::write_whole;

/// Writes a complete output; without a path, or to `-`, to standard output.
#[pyfunction]
#[pyo3(signature = (path, data, force=false))]
pub(crate) fn write_output(py: Python<'_>, path: Option<&str>, data: &[u8], force: bool) -> PyResult<()> {
    call(py, || write_whole(path, data, force))
}
