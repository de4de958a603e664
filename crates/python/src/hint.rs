//! Hints in the syntax of the user: Python's, or that of the command line.

use pyo3::prelude::*;
use scoresheet_jobs::options::hints::{Style, spelled};

/// Converts the options of a hint, such as `{columns=tags}`, to the syntax of the user.
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
pub(crate) fn hint_or_none(py: Python<'_>, text: &str) -> PyResult<Option<String>> {
    if text.is_empty() { Ok(None) } else { hint(py, text).map(Some) }
}
