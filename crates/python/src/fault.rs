//! Faults found by Python readers, with the same places, messages and reports as those found here.

use crate::failure::{Failure, IntoException};
use pyo3::prelude::*;
use scoresheet_core::error::{self, Code, Fault};
use scoresheet_core::location::Location;
use scoresheet_core::text::shown;
use scoresheet_jobs::excerpt::{Excerpt, explain, place_in};

/// The exception for a fault at a place of a text: `at` characters of `source` come before it; `number` is the number
/// of the move, and whether Black moves.
#[pyfunction]
#[pyo3(signature = (code, message, source="", *, at=0, text="", ply=None, number=None, file=None, severity="error"))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn fault_error<'py>(
    py: Python<'py>,
    code: &str,
    message: String,
    source: &str,
    at: usize,
    text: &str,
    ply: Option<u32>,
    number: Option<(u32, bool)>,
    file: Option<String>,
    severity: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let code = find(code).map_err(|failure| failure.into_exception(py))?;
    let mut behind = source.chars();
    if let Some(last) = at.checked_sub(1) {
        behind.nth(last); // which skips many at once
    }
    let byte = source.len() - behind.as_str().len();
    let fault = Fault::new(
        code,
        Location { ply, number, ..place_in(source.as_bytes(), byte) },
        message,
        shown(text.as_bytes()),
    );
    let excerpt = Excerpt::titled(source.as_bytes(), &fault, String::new());
    let report = Some(explain(&fault, severity, file.as_deref(), excerpt.as_ref()));
    let error = Failure::Input { file, fault, report }.into_exception(py).into_value(py).into_bound(py).into_any();
    error.setattr("severity", severity)?;
    Ok(error)
}

/// The code with this name.
pub(crate) fn find(code: &str) -> Result<Code, Failure> {
    let spec = error::ALL.iter().find(|spec| spec.id == code);
    spec.map(|spec| spec.code).ok_or_else(|| Failure::Internal(format!("there is no code `{code}`")))
}
