//! One game from text or bytes.

use super::object::Game;
use crate::call::call;
use crate::failure::IntoException;
use crate::game::foreign::Infinite;
use crate::settings::settings_of;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_jobs::options::Taker;
use scoresheet_jobs::parse::{self as jobs, ParsedGame};

/// The one game that a text holds.
#[pyfunction]
pub(crate) fn parse(py: Python<'_>, text: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Py<PyAny>> {
    let settings = settings_of(options, Taker::Parse)?;
    let bytes: &[u8] = match text.extract::<&str>() {
        Ok(text) => text.as_bytes(),
        Err(_) => text.extract().map_err(|_| PyTypeError::new_err("a game is parsed from str or bytes"))?,
    };
    match call(py, || jobs::parse(bytes, &settings, &Infinite))? {
        ParsedGame::Tree(read) => Ok(Py::new(py, Game::read(*read))?.into_any()),
        ParsedGame::Foreign(game) => game.into().map_err(|failure| failure.into_exception(py)),
    }
}
