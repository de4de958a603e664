//! Functions of the core that Python calls as they are.

use crate::call::call;
use crate::failure::{Failure, IntoException};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use scoresheet_core::error::Fault;
use scoresheet_core::game::cpgn::{Layout, rows};
use scoresheet_core::location::Location;

/// The parts of a file of this layout in order: the number of bits before each, its own bits as digits, and its
/// meaning. A file with an error raises the exception that names the bit.
#[pyfunction]
pub(crate) fn cpgn_rows(py: Python<'_>, data: PyBackedBytes, layout: &str) -> PyResult<Vec<(usize, String, String)>> {
    let Some(layout) = Layout::find(layout) else {
        return Err(PyValueError::new_err(format!("the layout is `draft` or `v0`, not `{layout}`")));
    };
    let rows = call(py, || Ok(rows(&data, layout)))?;
    let rows = rows.map_err(|(bit, code)| {
        let at = Location { byte: bit as u64 / 8, bit: Some(bit as u64), ..Location::default() };
        let fault = Fault::new(code, at, code.spec().doc.to_owned(), String::new());
        Failure::Input { file: None, fault, report: None }.into_exception(py)
    })?;
    Ok(rows.into_iter().map(|row| (row.bit, row.bits, row.says)).collect())
}
