//! Whole numbers from Python, which are unbounded.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use std::fmt;

/// A whole number. If it is out of range, its text is kept for the error message.
pub(crate) enum Number {
    Fits(u32),
    /// It is negative; with its text.
    Below(String),
    /// It is larger than all counts; with its text.
    Above(String),
}

impl Number {
    /// The number, if it is in range.
    pub(crate) fn get(&self) -> Option<u32> {
        if let Number::Fits(number) = self { Some(*number) } else { None }
    }

    /// Its absolute value, if it is negative.
    pub(crate) fn below(&self) -> Option<u64> {
        let Number::Below(written) = self else { return None };
        written.strip_prefix('-')?.parse().ok()
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Fits(number) => number.fmt(f),
            Number::Below(written) | Number::Above(written) => f.write_str(written),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        match given.extract() {
            Ok(number) => Ok(Number::Fits(number)),
            Err(error) if !is_too_large(&error, given.py()) => Err(error),
            Err(_) if given.lt(0)? => Ok(Number::Below(written(&given))),
            Err(_) => Ok(Number::Above(written(&given))),
        }
    }
}

/// Whether a number was rejected for its size rather than its type.
pub(crate) fn is_too_large(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PyOverflowError>(py)
}

/// The text of a number. Python refuses to write numbers with thousands of digits.
pub(crate) fn written(number: &Bound<'_, PyAny>) -> String {
    number.str().map_or_else(|_| "…".to_owned(), |text| text.to_string())
}
