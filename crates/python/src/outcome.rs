//! How games end, as `scoresheet.Outcome`.

use pyo3::prelude::*;
use scoresheet_core::rules::{Color, Outcome, Position};

/// A `scoresheet.Outcome` for a position that has occurred so often; None if the rules do not end the game there, and do not
/// allow a claim. Where moves were played after an end, that end counts.
pub(crate) fn outcome<'py>(
    py: Python<'py>,
    position: &Position,
    occurrences: usize,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let by_count = || Outcome::of(position, occurrences).map(|outcome| (outcome, None));
    let Some((outcome, winner)) = position.end().or_else(by_count) else { return Ok(None) };
    let result = match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let parts = (result, outcome.id(), outcome.is_claimable());
    py.import("scoresheet.game")?.getattr("Outcome")?.call1(parts).map(Some)
}
