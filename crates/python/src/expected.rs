//! What a caller should have given, where another type came.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The `TypeError` that says what was expected, and what came.
pub(crate) fn expected(what: &str, given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(match given.get_type().fully_qualified_name() {
        Ok(kind) => format!("expected {what}, not {kind}"),
        Err(_) => format!("expected {what}"),
    })
}

/// The texts of a list, of which one text alone is none.
pub(crate) struct Texts(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Texts {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Texts> {
        given.extract().map(Texts).map_err(|_: PyErr| expected("a list of strings", &given))
    }
}
