//! The inputs for arguments, with folders and archives expanded.

use crate::call::call;
use crate::caller_input::{self, JobArgument};
use crate::failure::Failure;
use crate::settings::settings_of;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use scoresheet_core::game::TableReading;
use scoresheet_jobs::inputs::arguments::{self, expand};
use scoresheet_jobs::options::Taker;
use scoresheet_jobs::{Settings, inputs as jobs};
use std::path::Path;

/// The inputs for the arguments, as dicts with `name`, `kind`, and `size` in bytes, or None if unknown.
#[pyfunction]
#[pyo3(signature = (paths, options=None))]
pub(crate) fn inputs<'py>(
    py: Python<'py>,
    paths: Vec<JobArgument>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let settings = options.map_or_else(|| Ok(Settings::default()), |options| settings_of(options, Taker::Inputs))?;
    let paths = caller_input::arguments(paths);
    let found = call(py, || {
        let inputs = expand(&paths, &settings)?;
        Ok::<_, Failure>(inputs.into_iter().map(|input| (jobs::kind(&input, &settings), input)).collect::<Vec<_>>())
    })?;
    let list = PyList::empty(py);
    for (kind, input) in found {
        let row = PyDict::new(py);
        row.set_item("name", input.name())?;
        row.set_item("kind", kind)?;
        row.set_item("size", input.size())?;
        list.append(row)?;
    }
    Ok(list)
}

/// The names of the columns of a Parquet file; none if the path leads to no such file.
pub(crate) fn parquet_columns(py: Python<'_>, path: &Path) -> Vec<String> {
    py.detach(|| jobs::parquet_columns(path))
}

/// Whether a table with these columns is one of another program, whose rows become games when they are read with these
/// options.
pub(crate) fn is_data_set(columns: &[String], options: &[(String, String)]) -> bool {
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    scoresheet_columns::is_data_set(&columns, &TableReading::of(options))
}

/// Copies what is at a URL to a new file, if its server sends it only once, as a whole. Returns whether it did.
pub(crate) fn copy_streamed(py: Python<'_>, url: &str, target: &Path, options: &Bound<'_, PyDict>) -> PyResult<bool> {
    let settings = settings_of(options, Taker::Inputs)?;
    call(py, || arguments::copy_streamed(url, target, &settings))
}
