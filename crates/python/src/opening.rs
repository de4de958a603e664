//! Openings for Python.

use pyo3::prelude::*;
use scoresheet_core::openings::Opening;

/// A `scoresheet.Opening`; None if there is no opening. `ply` is that of a game.
pub(crate) fn told(py: Python<'_>, opening: Option<Opening>, ply: Option<u32>) -> PyResult<Option<Bound<'_, PyAny>>> {
    let Some(opening) = opening else { return Ok(None) };
    let parts = (opening.eco(), opening.whole(), opening.family(), opening.variation(), ply);
    py.import("scoresheet.openings")?.getattr("Opening")?.call1(parts).map(Some)
}
