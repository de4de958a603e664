//! The errors for arguments of a wrong type.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The `TypeError` with the expected and the actual type.
pub(crate) fn expected(what: &str, given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(match given.get_type().fully_qualified_name() {
        Ok(kind) => format!("expected {what}, not {kind}"),
        Err(_) => format!("expected {what}"),
    })
}

/// The texts in a list. A single text is not a list of texts.
pub(crate) struct Texts(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Texts {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Texts> {
        given.extract().map(Texts).map_err(|_: PyErr| expected("a list of strings", &given))
    }
}
