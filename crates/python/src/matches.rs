//! The places in games where a pattern holds, as rows.

use crate::call::call;
use crate::capsule::schema;
use crate::detached_batches;
use crate::host::Progress;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use scoresheet_core::find::Pattern;
use scoresheet_jobs::Failure;
use scoresheet_jobs::batches::Batches;
use scoresheet_jobs::options::pattern;
use scoresheet_jobs::plan::Plan;
use std::sync::Arc;

/// Rows that can be read repeatedly.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct Matches {
    plan: Arc<Plan>,
    pattern: Arc<Pattern>,
    all: bool,
}

impl Matches {
    /// The places in the games of a plan where this pattern holds: the first one of each game, or all of them.
    ///
    /// # Errors
    /// If the text is not a pattern.
    pub(crate) fn of(plan: &Arc<Plan>, text: &str, all: bool) -> Result<Matches, Failure> {
        Ok(Matches { plan: Arc::clone(plan), pattern: pattern(text)?, all })
    }
}

#[pymethods]
impl Matches {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        Batches::schema_of_matches().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// A new stream of batches. The schema that a consumer requests is ignored, as the protocol allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        detached_batches::stream(py, &self.plan, Batches::schema_of_matches(), || {
            Batches::of_matches(&self.plan, &self.pattern, self.all)
        })
    }

    /// The number of rows. The games are read.
    #[pyo3(signature = (progress=None))]
    fn count(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<u64> {
        call(py, || self.plan.count_matches(&self.pattern, self.all, &mut Progress(progress)))
    }

    /// The schema, without reading anything.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema(py, &Batches::schema_of_matches())
    }
}
