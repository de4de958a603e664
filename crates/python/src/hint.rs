//! Hints in the terms of the user: Python's, or the command line's.

use pyo3::prelude::*;
use scoresheet_jobs::options::hint::{Style, spelled};

/// A hint whose options are in braces, `{columns=tags}`, with these spelled for the current user.
#[pyfunction]
pub(crate) fn hint(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(spelled(text, style(py)?))
}

/// The spelling of options for the current user.
pub(crate) fn style(py: Python<'_>) -> PyResult<Style> {
    let style = py.import("scoresheet._hints")?.getattr("style")?.call0()?;
    Ok(if style.extract::<&str>()? == "command" { Style::Command } else { Style::Python })
}

/// A hint as an attribute: `None` if there is none.
pub(crate) fn told(py: Python<'_>, text: &str) -> PyResult<Option<String>> {
    if text.is_empty() { Ok(None) } else { hint(py, text).map(Some) }
}
