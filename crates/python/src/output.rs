//! Outputs that Python fills: packed by their ending, and in place only when complete.

use crate::call::call;
use crate::convert::not_written;
use pyo3::prelude::*;
use scoresheet_files::Output;
use std::io::Write;

/// Writes all of an output; without a path, or to `-`, to standard output.
#[pyfunction]
#[pyo3(signature = (path, data, force=false))]
pub(crate) fn write_output(py: Python<'_>, path: Option<&str>, data: &[u8], force: bool) -> PyResult<()> {
    call(py, || {
        let mut out = Output::create(path.unwrap_or("-"), force)?;
        out.write_all(data).map_err(|error| not_written(&error, out.name()))?;
        Ok(out.commit()?)
    })
}
