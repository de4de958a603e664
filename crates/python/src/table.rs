//! Tables that Python holds, whose rows are pulled as Arrow streams.

use crate::capsule;
use crate::failure::line_of;
use crate::interpreter::attached;
use arrow_array::RecordBatchReader;
use pyo3::prelude::*;
use scoresheet_jobs::inputs::caller_table::CallerTable;
use std::io;

/// An object with `columns`, the names of its columns, `rows`, their number or None, and a method `read`, which takes the
/// names of the wanted columns and returns an object with an Arrow stream.
pub(crate) struct Table {
    object: Py<PyAny>,
    columns: Vec<String>,
    rows: Option<u64>,
}

impl Table {
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Table> {
        let (columns, rows) = (object.getattr("columns")?.extract()?, object.getattr("rows")?.extract()?);
        Ok(Table { object: object.clone().unbind(), columns, rows })
    }
}

impl CallerTable for Table {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn rows(&self) -> Option<u64> {
        self.rows
    }

    fn open(&self, columns: &[&str]) -> io::Result<Box<dyn RecordBatchReader + Send>> {
        let opened = attached(|py| {
            let read = || {
                let rows = self.object.bind(py).call_method1("read", (columns.to_vec(),))?;
                capsule::batches(rows.call_method0("__arrow_c_stream__")?.cast()?)
            };
            read().map_err(|error: PyErr| io::Error::other(line_of(py, &error)))
        });
        Ok(Box::new(opened.unwrap_or_else(|| Err(io::Error::other("Python has ended")))?))
    }
}
