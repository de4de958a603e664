//! Rows on their way to a database.

use crate::call::call;
use crate::capsule::stream;
use crate::failure::{Failure, IntoException};
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::{Schema, SchemaRef};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList, PyString, PyTuple};
use scoresheet_columns::cells::{Cell, cell};
use scoresheet_columns::pg_copy::{DocumentType, copied};
use std::sync::Arc;

/// Some thousand rows, in the order of their games. There is at least one batch, and all have the same columns.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct Rows(pub(crate) Vec<RecordBatch>);

#[pymethods]
impl Rows {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.iter().map(RecordBatch::num_rows).sum()
    }

    /// These rows and those of others that follow, which have the same columns.
    fn joined(&self, others: Vec<PyRef<'_, Rows>>) -> Rows {
        let others = others.iter().flat_map(|rows| rows.0.iter());
        Rows(self.0.iter().chain(others).cloned().collect())
    }

    /// The rows from the number `start` up to `stop`, counted from 0.
    fn part(&self, start: usize, stop: usize) -> Rows {
        let mut before = 0;
        let mut parts = Vec::with_capacity(self.0.len());
        for batch in &self.0 {
            let rows = batch.num_rows();
            let (first, end) = (start.clamp(before, before + rows), stop.clamp(before, before + rows));
            parts.push(batch.slice(first - before, end.saturating_sub(first)));
            before += rows;
        }
        Rows(parts)
    }

    /// The rows as an Arrow stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches: Vec<_> = self.0.iter().cloned().map(Ok).collect();
        stream(py, RecordBatchIterator::new(batches, self.schema()))
    }

    /// The rows in the binary format of PostgreSQL's COPY, with U+FFFD for U+0000. Documents are `jsonb` or, with `xml`,
    /// of that type.
    #[pyo3(signature = (xml=false))]
    fn copied<'py>(&self, py: Python<'py>, xml: bool) -> PyResult<Bound<'py, PyBytes>> {
        let documents = if xml { DocumentType::Xml } else { DocumentType::Jsonb };
        let bytes = call(py, || copied(&self.0, documents).map_err(|error| Failure::Internal(error.to_string())))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The rows as tuples; lists and maps are JSON.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = PyList::empty(py);
        for batch in &self.0 {
            for row in 0..batch.num_rows() {
                let cells = batch.columns().iter().map(|column| {
                    let found = cell(column, row);
                    object(py, found.map_err(|error| Failure::Internal(error.to_string()).into_exception(py))?)
                });
                rows.append(PyTuple::new(py, cells.collect::<PyResult<Vec<_>>>()?)?)?;
            }
        }
        Ok(rows)
    }
}

impl Rows {
    fn schema(&self) -> SchemaRef {
        self.0.first().map_or_else(|| Arc::new(Schema::empty()), RecordBatch::schema)
    }
}

fn object<'py>(py: Python<'py>, cell: Cell<'_>) -> PyResult<Bound<'py, PyAny>> {
    match cell {
        Cell::Null => Ok(py.None().into_bound(py)),
        Cell::Bool(truth) => truth.into_bound_py_any(py),
        Cell::Int(number) => number.into_bound_py_any(py),
        Cell::Text(text) => Ok(PyString::new(py, &text).into_any()),
        Cell::Bytes(bytes) => Ok(PyBytes::new(py, bytes).into_any()),
    }
}
