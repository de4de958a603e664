//! Streams of batches, and batches that are pulled while Python works.

use crate::call::call;
use crate::capsule;
use crate::failure::Failure;
use crate::interpreter::{attached, detached, ends};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use scoresheet_jobs::batches::Batches;
use scoresheet_jobs::plan::Plan;

/// The batches of a plan as a stream that their consumer pulls.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    plan: &Plan,
    schema: SchemaRef,
    open: impl FnOnce() -> Result<Batches, Failure> + Send,
) -> PyResult<Bound<'py, PyCapsule>> {
    let batches = call(py, open)?;
    let asks = detached(py, || plan.asks_caller());
    if asks { capsule::stream(py, DetachedBatches::of(batches, schema)) } else { capsule::stream(py, batches) }
}

/// Batches whose games come from Python itself: it can work while the caller pulls them.
pub(crate) struct DetachedBatches(Option<Batches>, SchemaRef);

impl DetachedBatches {
    /// Batches with this schema.
    pub(crate) fn of(batches: Batches, schema: SchemaRef) -> DetachedBatches {
        DetachedBatches(Some(batches), schema)
    }

    /// The next batch, for callers who let the interpreter work themselves.
    pub(crate) fn pull(&mut self) -> Option<Result<RecordBatch, Failure>> {
        self.0.as_mut()?.pull()
    }
}

impl Iterator for DetachedBatches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        attached(|py| detached(py, || self.0.as_mut()?.next())).flatten()
    }
}

impl Drop for DetachedBatches {
    fn drop(&mut self) {
        // The job in the background may want the interpreter before it ends.
        let mut batches = self.0.take();
        if ends() || attached(|py| detached(py, || batches = None)).is_none() {
            std::mem::forget(batches); // Python itself ends, and the job would wait for it for ever
        }
    }
}

impl RecordBatchReader for DetachedBatches {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.1)
    }
}
