//! Moves taken back by their texts.

use crate::failure::{Failure, IntoException, expected};
use crate::moves::{self, SquareArgument};
use crate::notation;
use crate::number::Number;
use crate::position_values;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use scoresheet_core::error::Fault;
use scoresheet_core::location::Location;
use scoresheet_core::notation::{Earlier, MoveError, Validation, language, san};
use scoresheet_core::position::{castling_rooks, fen};
use scoresheet_core::rules::{Color, Piece, Position, Square};
use scoresheet_core::step::Termination;

/// What a caller knows of a position besides the text of the next move.
#[derive(Default)]
pub(crate) struct EarlierArguments {
    castling: Option<String>,
    passed: Option<Square>,
    halfmove: Option<u32>,
    pieces: Vec<(Square, Option<Piece>)>,
}

impl EarlierArguments {
    /// From the keyword arguments.
    pub(crate) fn of(
        py: Python<'_>,
        castling: Option<String>,
        en_passant: Option<&SquareArgument>,
        halfmove_clock: Option<&Number>,
        pieces: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<EarlierArguments> {
        let square = |named: &SquareArgument| moves::square(named).map_err(|failure| failure.into_exception(py));
        let halfmove = halfmove_clock.map(|number| {
            number.get().ok_or_else(|| {
                Failure::usage(format!("`{number}` is not a number of plies"), "use 0 or more").into_exception(py)
            })
        });
        let mut told = Vec::new();
        for (name, letter) in pieces.into_iter().flatten() {
            let letter: Option<String> = letter.extract()?;
            let piece = letter.map(|letter| position_values::piece(py, &letter)).transpose()?;
            told.push((square(&name.extract()?)?, piece));
        }
        Ok(EarlierArguments {
            castling,
            passed: en_passant.map(square).transpose()?,
            halfmove: halfmove.transpose()?,
            pieces: told,
        })
    }

    /// What is known, with the rooks that may castle.
    fn told(&self, castling: Option<u64>) -> Earlier<'_> {
        Earlier { castling, passed: self.passed, halfmove: self.halfmove, pieces: &self.pieces }
    }
}

/// Moves as a caller passes them.
pub(crate) struct MovesArgument {
    pub(crate) moves: Vec<String>,
    /// The result after them.
    pub(crate) marker: Option<Termination>,
}

impl MovesArgument {
    /// A text with numbers and moves, or a list of moves.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<MovesArgument> {
        let Ok(text) = given.cast::<PyString>() else {
            let moves = given.extract().map_err(|_| expected("a text, or a list of texts", given))?;
            return Ok(MovesArgument { moves, marker: None });
        };
        let (mut moves, mut marker) = (Vec::new(), None);
        for word in text.to_str()?.split_whitespace() {
            if let Some(found) = Termination::find(word) {
                marker = Some(found);
                continue;
            }
            let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
            moves.extend((!word.is_empty()).then(|| word.to_owned()));
        }
        Ok(MovesArgument { moves, marker })
    }
}

/// The failure for a notation whose moves cannot be taken back.
fn irreversible(id: &str) -> Failure {
    let known = scoresheet_core::notation::ALL.iter().filter(|known| known.reversible().is_some());
    let known: Vec<_> = known.map(|known| format!("`{}`", known.spec().id)).collect();
    let message = format!("moves in `{id}` cannot be taken back: the text does not say what they changed");
    Failure::usage(message, format!("use one of {}", known.join(", ")))
}

fn refused(after: &Position, text: &str, error: MoveError) -> Failure {
    let shown = notation::cut(text);
    let message = match error {
        MoveError::Forbidden(why) => format!("cannot take back `{shown}`: {why}"),
        MoveError::Illegal => format!("cannot take back `{shown}`: it was not legal"),
        error => san::explain(after, &shown, error, &language::ENGLISH),
    };
    let fault = Fault::new(error.code(), Location::default(), message, shown);
    Failure::bare(fault.in_position(fen::write(after, fen::Style::default())))
}

/// The position before these moves, which led to `end`.
pub(crate) fn start_of(
    end: &Position,
    moves: &[String],
    id: &str,
    validation: Validation,
    earlier: &EarlierArguments,
) -> Result<Position, Failure> {
    let reversible = notation::of(id)?.reversible().ok_or_else(|| irreversible(id))?;
    let undo = |after: &Position, text: &String, known: &Earlier<'_>| {
        let undone = reversible.undo(after, text.as_bytes(), known, validation);
        undone.map_err(|error| refused(after, text, error))
    };
    let Some((first, others)) = moves.split_first() else { return Ok(end.clone()) };
    let mut after = end.clone();
    for text in others.iter().rev() {
        after = undo(&after, text, &Earlier::default())?;
    }
    // The caller's knowledge is about the start. Its board determines which rooks the letters mean, and if castling
    // needs to know that before, it is by files.
    let Some(letters) = earlier.castling.as_deref().map(str::as_bytes) else {
        return undo(&after, first, &earlier.told(None));
    };
    let start = undo(&after, first, &earlier.told(castling_files(letters)))?;
    let rooks = castling_rooks(letters, &start).ok_or_else(|| {
        let nowhere = MoveError::Forbidden("a castling right is of no rook that could castle");
        refused(&after, first, nowhere)
    })?;
    undo(&after, first, &earlier.told(Some(rooks)))
}

/// The squares of rooks whose rights are named by files; `None` if there are no such letters.
fn castling_files(letters: &[u8]) -> Option<u64> {
    let rooks = letters.iter().fold(0, |rooks, letter| {
        let rank = if letter.is_ascii_uppercase() { Color::White } else { Color::Black }.back_rank();
        match letter.to_ascii_lowercase() {
            file @ b'a'..=b'h' => rooks | Square::at(file - b'a', rank).bit(),
            _ => rooks,
        }
    });
    Some(rooks).filter(|rooks| *rooks != 0)
}
