//! Whole numbers as Python gives them: they have no bounds there.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use std::fmt;

/// A whole number from 0 on. One that no count of ours reaches is kept as it is written, to be told what is wrong with
/// it.
pub(crate) enum Number {
    Fits(u32),
    /// It is below 0, and written like this.
    Below(String),
    /// It is larger than all that we count.
    Above(String),
}

impl Number {
    /// The number, where it fits.
    pub(crate) fn get(&self) -> Option<u32> {
        if let Number::Fits(number) = self { Some(*number) } else { None }
    }

    /// How far below 0 it is, where it is.
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

/// Whether a number was refused for its size, and not for what it is.
pub(crate) fn is_too_large(error: &PyErr, py: Python<'_>) -> bool {
    error.is_instance_of::<PyOverflowError>(py)
}

/// A number as people write it. Python refuses to write those of thousands of digits.
pub(crate) fn written(number: &Bound<'_, PyAny>) -> String {
    number.str().map_or_else(|_| "…".to_owned(), |text| text.to_string())
}
