//! Openings for Python.

use pyo3::prelude::*;
use scoresheet_core::notation::san;
use scoresheet_core::openings::{Line, Opening, lines};
use scoresheet_core::position::fen;
use scoresheet_core::rules::Position;
use scoresheet_core::rules::zobrist::Key;

/// A `scoresheet.Opening`; None if there is no opening. `ply` is that of a game.
pub(crate) fn told(py: Python<'_>, opening: Option<Opening>, ply: Option<u32>) -> PyResult<Option<Bound<'_, PyAny>>> {
    let Some(opening) = opening else { return Ok(None) };
    let parts = (opening.eco(), opening.whole(), opening.family(), opening.variation(), ply);
    py.import("scoresheet.openings")?.getattr("Opening")?.call1(parts).map(Some)
}

/// The code, the name, the moves in SAN, the FEN, the Polyglot hash and the number of plies of a named position.
type Row = (&'static str, &'static str, String, String, u64, usize);

/// Every named position, in the order of the codes and names.
#[pyfunction]
pub(crate) fn openings() -> Vec<Row> {
    lines().map(row).collect()
}

fn row(line: Line) -> Row {
    let (mut position, mut text) = (Position::start(), Vec::new());
    for (ply, packed) in line.moves().enumerate() {
        let Some(mv) = packed.unpack(&position) else { break };
        if ply > 0 {
            text.push(b' ');
        }
        if ply % 2 == 0 {
            text.extend_from_slice(format!("{}. ", ply / 2 + 1).as_bytes());
        }
        san::write(&position, mv, &mut text);
        position = position.after(mv);
    }
    let moves = String::from_utf8_lossy(&text).into_owned();
    let (fen, hash) = (fen::write(&position, fen::Style::default()), Key::of(&position).polyglot());
    (line.opening.eco(), line.opening.whole(), moves, fen, hash, line.moves().len())
}
