//! `convert`: any input to any output.

use crate::call::call;
use crate::caller_input::{JobArgument, arguments};
use crate::game::foreign::Infinite;
use crate::host::{Progress, set_complete};
use crate::report::to_dict;
use crate::settings::settings_of;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_jobs::host::Caller;
use scoresheet_jobs::inputs::arguments::expand;
use scoresheet_jobs::options::Taker;

/// Rewrites games; returns the report as a dict. Without an output, games go to standard output.
#[pyfunction]
#[pyo3(signature = (paths, output, options, progress=None))]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    paths: Vec<JobArgument>,
    output: Option<String>,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let settings = settings_of(options, Taker::Convert)?;
    let paths = arguments(paths);
    set_complete(false);
    let report = call(py, || {
        let inputs = expand(&paths, &settings)?;
        let caller = Caller { host: &mut Progress(progress), foreign: &Infinite };
        let report = scoresheet_jobs::convert(&inputs, output.as_deref(), &settings, caller)?;
        set_complete(true);
        Ok(report)
    })?;
    to_dict(&report, py)
}
