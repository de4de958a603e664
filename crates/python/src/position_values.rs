//! What `Position` takes and returns besides texts and moves: sets of squares, colours, pieces, planes.

use crate::call::call;
use crate::failure::{Failure, IntoException};
use crate::number::Number;
use pyo3::prelude::*;
use scoresheet_core::rules::{self, Color, Outcome, Piece, Planes, Position, Role};

/// How deep a tree of moves can be counted. No count of this depth ever ends, unless there are hardly any moves.
const DEEPEST: u32 = 64;
/// Below this depth, a count is not interrupted.
const AT_ONCE: u32 = 4;

/// A `scoresheet.SquareSet`.
pub(crate) fn set_of(py: Python<'_>, mask: u64) -> PyResult<Bound<'_, PyAny>> {
    py.import("scoresheet.squares")?.getattr("SquareSet")?.call_method1("of_mask", (mask,))
}

/// The side with this name.
pub(crate) fn color(py: Python<'_>, name: &str) -> PyResult<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => {
            let failure = Failure::usage(format!("`{name}` is not a colour"), "use `white` or `black`");
            Err(failure.into_exception(py))
        }
    }
}

/// The piece with this letter.
pub(crate) fn piece(py: Python<'_>, letter: &str) -> PyResult<Piece> {
    let found = match letter.as_bytes() {
        [letter] => Piece::from_letter(*letter),
        _ => None,
    };
    found.ok_or_else(|| {
        let hint = "use a letter of FEN: `PNBRQK` for White, `pnbrqk` for Black";
        Failure::usage(format!("`{letter}` is not a piece"), hint).into_exception(py)
    })
}

/// The planes of which there are this many.
pub(crate) fn planes(py: Python<'_>, count: &Number) -> PyResult<Planes> {
    let wanted = count.get().and_then(|count| usize::try_from(count).ok());
    Planes::ALL.into_iter().find(|planes| Some(planes.count()) == wanted).ok_or_else(|| {
        Failure::usage(format!("a position does not become {count} planes"), "use 12 or 18").into_exception(py)
    })
}

/// The material as points: 1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen.
pub(crate) fn points(position: &rules::Position, color: Color) -> u32 {
    let points = |role: &Role| position.of(color, *role).count_ones() * role.value().unsigned_abs();
    Role::ALL.iter().map(points).sum()
}

/// Counts the leaves of the tree of legal moves, and looks for signals meanwhile.
pub(crate) fn perft(py: Python<'_>, position: &rules::Position, depth: &Number) -> PyResult<u64> {
    let plies = depth.get().filter(|depth| *depth <= DEEPEST).ok_or_else(|| {
        let failure =
            Failure::usage(format!("cannot count {depth} plies"), format!("use a number from 0 to {DEEPEST}"));
        failure.into_exception(py)
    })?;
    count(py, position, plies)
}

fn count(py: Python<'_>, position: &rules::Position, depth: u32) -> PyResult<u64> {
    if depth <= AT_ONCE {
        py.check_signals()?;
        return call(py, || Ok(rules::perft(position, depth)));
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| count(py, &position.after(mv), depth - 1)).sum()
}

/// A `scoresheet.Outcome` for a position that has occurred so often; None if the rules do not end the game there, and do not
/// allow a claim. If moves were played after an end, that end counts.
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
