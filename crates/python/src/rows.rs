//! Rows on their way to a database.

use crate::call::call;
use crate::capsule::stream;
use crate::failure::{Failure, IntoException};
use arrow_array::{RecordBatch, RecordBatchIterator};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList, PyString, PyTuple};
use pyo3::{IntoPyObjectExt, exceptions::PyValueError};
use scoresheet_columns::cells::{Cell, ListStyle, cell};
use scoresheet_columns::pg_copy::copied;

/// Some thousand rows, in the order of their games.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct Rows(pub(crate) RecordBatch);

#[pymethods]
impl Rows {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// The rows as an Arrow stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream(py, RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema()))
    }

    /// The rows as the text that PostgreSQL's COPY takes, with U+FFFD for U+0000.
    fn copied<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let text = call(py, || copied(&self.0).map_err(|error| Failure::Internal(error.to_string())))?;
        Ok(PyBytes::new(py, text.as_bytes()))
    }

    /// The rows as tuples; lists are texts, spelled as `json` or with `braces`.
    #[pyo3(signature = (lists="json"))]
    fn rows<'py>(&self, py: Python<'py>, lists: &str) -> PyResult<Bound<'py, PyList>> {
        let style = match lists {
            "json" => ListStyle::Json,
            "braces" => ListStyle::Braces,
            other => {
                return Err(PyValueError::new_err(format!("lists are written as `json` or `braces`, not `{other}`")));
            }
        };
        let rows = PyList::empty(py);
        for row in 0..self.0.num_rows() {
            let cells = self.0.columns().iter().map(|column| {
                let found = cell(column, row, style);
                object(py, found.map_err(|error| Failure::Internal(error.to_string()).into_exception(py))?)
            });
            rows.append(PyTuple::new(py, cells.collect::<PyResult<Vec<_>>>()?)?)?;
        }
        Ok(rows)
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
