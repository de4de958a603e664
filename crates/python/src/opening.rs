//! Openings for Python.

use pyo3::prelude::*;
use scoresheet_core::notation::san;
use scoresheet_core::openings::{Opening, OpeningLine, lines};
use scoresheet_core::position::fen;
use scoresheet_core::rules::Position;
use scoresheet_core::rules::zobrist::Key;

/// A `scoresheet.Opening`; None if there is no opening. `ply` is that of a game.
pub(crate) fn opening_or_none(
    py: Python<'_>,
    opening: Option<Opening>,
    ply: Option<u32>,
) -> PyResult<Option<Bound<'_, PyAny>>> {
    let Some(opening) = opening else { return Ok(None) };
    let parts = (opening.eco(), opening.whole(), opening.family(), opening.variation(), ply);
    py.import("scoresheet.openings")?.getattr("Opening")?.call1(parts).map(Some)
}

/// A position with a name.
pub(crate) struct NamedPosition {
    pub(crate) opening: Opening,
    /// The moves from the standard start, in numbered SAN.
    pub(crate) moves: String,
    pub(crate) position: Position,
    pub(crate) ply: usize,
}

impl NamedPosition {
    /// Every named position, in the order of the codes and names.
    pub(crate) fn all() -> impl Iterator<Item = NamedPosition> {
        lines().map(NamedPosition::of)
    }

    fn of(line: OpeningLine) -> NamedPosition {
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
        NamedPosition { opening: line.opening, moves, position, ply: line.moves().len() }
    }

    pub(crate) fn fen(&self) -> String {
        fen::write(&self.position, fen::Style::default())
    }

    /// The Polyglot hash as hexadecimal digits: JSON numbers may be rounded.
    pub(crate) fn hash(&self) -> String {
        format!("{:016x}", Key::of(&self.position).polyglot())
    }
}
