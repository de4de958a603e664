//! `check`: reads and replays everything, and produces only a report.

use crate::call::call;
use crate::caller_input::{JobArgument, arguments};
use crate::game::foreign::Infinite;
use crate::host::Progress;
use crate::report::to_dict;
use crate::settings::settings_of;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_jobs::host::Caller;
use scoresheet_jobs::inputs::arguments::expand;
use scoresheet_jobs::options::Taker;

/// Reads and replays the inputs; returns the report as a dict.
#[pyfunction]
#[pyo3(signature = (paths, options, progress=None))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    paths: Vec<JobArgument>,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let settings = settings_of(options, Taker::Check)?;
    let paths = arguments(paths);
    let report = call(py, || {
        let caller = Caller { host: &mut Progress(progress), foreign: &Infinite };
        scoresheet_jobs::check(&expand(&paths, &settings)?, &settings, caller)
    })?;
    to_dict(&report, py)
}
