//! One move between text and value, and from one notation to another.

use crate::call::call;
use crate::failure::Failure;
use crate::position::from_fen;
use pyo3::prelude::*;
use scoresheet_core::at::At;
use scoresheet_core::error::{Fault, TEXT_SHOWN};
use scoresheet_core::notation::{self, Last, MoveError, MoveNotation, Spec, Validation, language, san};
use scoresheet_core::position::{self, PositionNotation, fen};
use scoresheet_core::rules::{Kind, Move, Position};

/// The text of a move in another notation.
#[pyfunction]
#[pyo3(signature = (text, from_, to, fen=None, language=None))]
pub(crate) fn convert_move(
    py: Python<'_>,
    text: &str,
    from_: &str,
    to: &str,
    fen: Option<&str>,
    language: Option<&str>,
) -> PyResult<String> {
    call(py, || {
        let before = from_fen(fen, None)?;
        let mv = read(&before, text, from_, language)?;
        write(&before, mv, to)
    })
}

/// The legal move that `text` names.
pub(crate) fn read(before: &Position, text: &str, id: &str, language: Option<&str>) -> Result<Move, Failure> {
    let notation = of(id)?;
    let letters = language.map_or(Ok(&language::ENGLISH), letters)?;
    let read = match language {
        // Letters are the one thing that a language changes, and SAN the one notation that has them.
        Some(_) if notation.spec().id == "san" => san::read(before, text.as_bytes(), letters),
        _ => notation.read(before, text.as_bytes(), Validation::Full),
    };
    match read {
        Ok(named) => Ok(named.mv),
        Err(error) => Err(refused(before, text, error, letters)),
    }
}

/// The text of a move, where it is legal.
pub(crate) fn write(before: &Position, mv: Move, id: &str) -> Result<String, Failure> {
    let (notation, mv) = (of(id)?, legal(before, mv)?);
    let mut text = Vec::new();
    match notation.write(before, mv, Last::No, &mut text) {
        Ok(()) => Ok(String::from_utf8_lossy(&text).into_owned()),
        Err(none) => Err(Failure::Loss(format!("`{id}` cannot say {mv:?}: {none}"))),
    }
}

/// The move, where it is legal.
pub(crate) fn legal(before: &Position, mv: Move) -> Result<Move, Failure> {
    let names_king = mv.kind != Kind::Null || Some(mv.from) == before.king(before.turn());
    if names_king && before.is_legal(mv) {
        return Ok(mv);
    }
    let mut text = Vec::new();
    notation::uci::write(before, mv, &mut text);
    Err(refused(before, &String::from_utf8_lossy(&text), MoveError::Illegal, &language::ENGLISH))
}

/// A move text that was refused, with what would have been legal.
fn refused(before: &Position, text: &str, error: MoveError, letters: &language::Letters) -> Failure {
    let shown: String = text.chars().take(TEXT_SHOWN).collect();
    let message = san::explain(before, &shown, error, letters);
    let fault = Fault::new(error.code(), At::default(), message, shown);
    Failure::bare(fault.in_position(fen::write(before, fen::Style::default())))
}

/// The move notation of this id.
fn of(id: &str) -> Result<&'static dyn MoveNotation, Failure> {
    notation::find(id).ok_or_else(|| unknown("move notation", id, notation::ALL.iter().map(|n| n.spec())))
}

/// The position notation of this id.
pub(crate) fn position(id: &str) -> Result<&'static dyn PositionNotation, Failure> {
    position::find(id).ok_or_else(|| unknown("position notation", id, position::ALL.iter().map(|n| n.spec())))
}

/// The letters of this language.
pub(crate) fn letters(id: &str) -> Result<&'static language::Letters, Failure> {
    language::find(id).ok_or_else(|| {
        let known: Vec<_> = language::ALL.iter().map(|letters| letters.id).collect();
        Failure::usage(format!("there is no language `{id}`"), format!("known are {}", known.join(", ")))
    })
}

fn unknown(what: &str, id: &str, known: impl Iterator<Item = &'static Spec>) -> Failure {
    let known: Vec<_> = known.map(|spec| format!("`{}`", spec.id)).collect();
    Failure::usage(format!("there is no {what} `{id}`"), format!("known are {}", known.join(", ")))
}
