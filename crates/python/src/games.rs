//! `Games`: how to open games, and which columns to take of them. Every stream starts afresh.

use crate::call::call;
use crate::capsule::{schema, stream};
use crate::failure::IntoException;
use crate::game::stream::GameStream;
use crate::report::to_dict;
use crate::settings::settings_of;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use scoresheet_jobs::batches::Batches;
use scoresheet_jobs::formats::{is_url, shown_name};
use scoresheet_jobs::inputs;
use scoresheet_jobs::options::Taker;
use scoresheet_jobs::plan::Plan;
use std::sync::Arc;

/// Batches whose games come from Python itself: whoever pulls them lets it work meanwhile.
struct Yielding(Batches);

impl Iterator for Yielding {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        Python::attach(|py| py.detach(|| self.0.next()))
    }
}

impl RecordBatchReader for Yielding {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }
}

/// Games that can be read again and again.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct Games(Arc<Plan>);

#[pymethods]
impl Games {
    #[new]
    fn new(py: Python<'_>, paths: Vec<String>, options: &Bound<'_, PyDict>) -> PyResult<Games> {
        let settings = settings_of(options, Taker::Read)?;
        call(py, || Ok(Games(Arc::new(Plan::new(inputs::expand(&paths, &settings)?, settings)?))))
    }

    /// What users are shown of the URL of a database; None for anything else, which is a path.
    #[staticmethod]
    fn store_url(named: &str) -> Option<String> {
        is_url(named).then(|| shown_name(named))
    }

    /// The kind of database that a path or URL names; None where it names something else.
    #[staticmethod]
    fn store_kind(py: Python<'_>, named: &str, options: &Bound<'_, PyDict>) -> PyResult<Option<&'static str>> {
        let settings = settings_of(options, Taker::Inputs)?;
        call(py, || Ok(inputs::store(named, &settings)))
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.0.names()
    }

    /// The same games with these columns.
    fn narrow(&self, py: Python<'_>, names: Vec<String>) -> PyResult<Games> {
        call(py, || Ok(Games(Arc::new(self.0.narrow(&names)?))))
    }

    /// What the last pass that came to its end counted, None before there was one.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.0.report().as_ref().map(|report| to_dict(report, py)).transpose()
    }

    /// How many bytes and games the latest pass has read so far.
    fn done(&self) -> (u64, u64) {
        self.0.progress()
    }

    /// The games one after another, as trees.
    fn __iter__(&self) -> GameStream {
        GameStream::of(&self.0)
    }

    /// A fresh stream of batches. What the consumer asks of the schema is left to the consumer, as the protocol allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = Batches::of(&self.0).map_err(|failure| failure.into_exception(py))?;
        if self.0.asks_caller() { stream(py, Yielding(batches)) } else { stream(py, batches) }
    }

    /// The schema, without reading anything.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema(py, &self.0.schema())
    }
}
