//! Games whose last board and moves are known.

use super::object::Game;
use crate::boards::from_fen;
use crate::failure::IntoException;
use crate::move_argument::move_argument;
use crate::position::Position;
use crate::undo::{EarlierArguments, MovesArgument, start_of};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use scoresheet_core::notation::Validation;
use scoresheet_core::position::fen;

/// What is known of a game.
pub(super) struct Ending<'a, 'py> {
    pub(super) end: &'a Bound<'py, PyAny>,
    pub(super) moves: &'a Bound<'py, PyAny>,
    pub(super) notation: &'a str,
    pub(super) illegal: bool,
}

/// The game, played from the start that its moves lead back to.
pub(super) fn game(py: Python<'_>, known: &Ending<'_, '_>, earlier: &EarlierArguments) -> PyResult<Py<Game>> {
    let end = match known.end.cast::<Position>() {
        Ok(position) => position.get().0.clone(),
        Err(_) => {
            let text: String = known.end.extract()?;
            from_fen(Some(&text), None).map_err(|failure| failure.into_exception(py))?
        }
    };
    let MovesArgument { moves, marker } = MovesArgument::of(known.moves)?;
    let validation = if known.illegal { Validation::Basic } else { Validation::Full };
    let start = start_of(&end, &moves, known.notation, validation, earlier);
    let start = start.map_err(|failure| failure.into_exception(py))?;
    let options = PyDict::new(py);
    if start != scoresheet_core::rules::Position::start() {
        options.set_item("fen", fen::write(&start, fen::Style::EXACT))?;
        options.set_item("variant", start.rules().free_castling().then(|| start.rules().id()))?;
    }
    let game = py.get_type::<Game>().call((), Some(&options))?.cast_into::<Game>()?;
    for text in moves {
        let text = PyString::new(py, &text).into_any();
        let wanted = move_argument(&text, known.notation, known.illegal)?;
        let mut game = game.borrow_mut();
        let last = game.tree.last();
        game.add_move(last, &wanted).map_err(|failure| failure.into_exception(py))?;
    }
    game.borrow_mut().tree.set_termination(marker);
    Ok(game.unbind())
}
