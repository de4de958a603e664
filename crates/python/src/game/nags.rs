//! NAGs as callers write them.

use crate::failure::expected;
use crate::failure::{Failure, IntoException};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use scoresheet_core::event::{Event, What};
use scoresheet_core::game::pgn;
use scoresheet_core::limits::Limits;

/// The NAG for a text, with its number if it has one. `None` if the text is not a NAG.
pub(super) fn spelled_nag(text: &str) -> Option<Option<u8>> {
    let game = format!("e4 {text} *");
    let mut reader = pgn::PgnReader::new(game.as_bytes(), &Limits::default());
    let mut nag = None;
    reader.next_game();
    while let Some(item) = reader.next_event() {
        nag = match (item.what, nag) {
            (What::Event(Event::Move(_) | Event::Termination(_)), nag) => nag,
            (What::Event(Event::Nag { value, spelled }), None) if *spelled == *text.as_bytes() && text != "$" => {
                Some(value)
            }
            _ => return None,
        };
    }
    nag
}

/// A NAG as a caller passes it: a number, `$` and numbers, or a sign.
pub(super) fn nag_of(given: &Bound<'_, PyAny>) -> PyResult<(Option<u8>, String)> {
    if let Ok(number) = given.extract::<u8>() {
        return Ok((Some(number), String::new()));
    }
    let text: String = given.extract().map_err(|_| PyTypeError::new_err("a NAG is a number from 0 to 255, or text"))?;
    match spelled_nag(&text) {
        Some(nag) => Ok((nag, if nag.is_none() { text } else { String::new() })),
        None => {
            let hint = "use a number from 0 to 255, `$` and a number, or a sign such as `!?`";
            Err(Failure::usage(format!("`{text}` is no NAG"), hint).into_exception(given.py()))
        }
    }
}

/// NAGs as a caller passes them: numbers and spellings.
pub(super) fn nags_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<(Option<u8>, String)>> {
    let nags = given.try_iter().map_err(|_| expected("a list of NAGs", given))?;
    nags.map(|nag| nag_of(&nag?)).collect()
}
