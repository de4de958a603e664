//! The line of an annotation as callers pass it: movetext with comments, NAGs and variations, or a list of moves.

use super::object::FULL;
use crate::failure::{Failure, IntoException};
use crate::move_argument::move_argument;
use pyo3::prelude::*;
use pyo3::types::PyString;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::game::AnyGames;
use scoresheet_core::location::Location;
use scoresheet_core::read::{KeepFaults, Record, Settings};
use scoresheet_core::rules::Position;
use scoresheet_core::text::shown;
use scoresheet_core::tree::{Builder, Keep, NodeId, Tree};
use scoresheet_jobs::excerpt::{Excerpt, explain, place_in};

/// The position before a line, and the number of plies before it.
pub(super) struct LineStart {
    pub(super) position: Position,
    pub(super) ply: u32,
}

/// The line as a game from its start.
pub(super) fn line_of(start: &LineStart, given: &Bound<'_, PyAny>) -> PyResult<Tree> {
    let py = given.py();
    let line = match given.cast::<PyString>() {
        Ok(text) => read(start, text.to_str()?).map_err(|failure| failure.into_exception(py))?,
        Err(_) => played(start, given)?,
    };
    check(&line).map_err(|failure| failure.into_exception(py))?;
    Ok(line)
}

/// A line of which the moves are listed.
fn played(start: &LineStart, moves: &Bound<'_, PyAny>) -> PyResult<Tree> {
    let mut line = Tree::starting(&start.position);
    let (mut board, mut at) = (start.position.clone(), NodeId::ROOT);
    for given in moves.try_iter()? {
        let given = given?;
        let named = |failure: Failure| failure.into_exception(given.py());
        let (mv, illegal) = move_argument(&given, "san", false)?.find(&board).map_err(named)?;
        board.play_unchecked(mv);
        at = line.add(at, mv, illegal).map_err(|full| named(Failure::usage(full.to_string(), FULL)))?;
    }
    Ok(line)
}

/// A line that is written as in PGN.
fn read(start: &LineStart, text: &str) -> Result<Tree, Failure> {
    let settings = Settings { only_pgn: true, keep_faults: KeepFaults::OfGame, ..Settings::default() };
    let mut games = AnyGames::new(text.as_bytes(), &settings).starting(&start.position);
    let (mut record, mut builder) = (Record::new(), Builder::new(Keep::default()));
    if !games.next(&mut record, &mut builder) {
        return Ok(Tree::new());
    }
    let line = builder.finish();
    let refused = |what: String| Err(Failure::usage(what, "write only its moves, comments, NAGs and variations"));
    // The start is in the tags.
    let own = |name: &str| line.start() == start.position && ["SetUp", "FEN", "Variant"].contains(&name);
    if let Some((name, _)) = line.tags().iter().find(|(name, _)| !own(name)) {
        return refused(format!("a line has no tags, such as `{}`", shown(name.as_bytes())));
    }
    if let Some(fault) = record.faults.iter().find(|fault| is_refused(fault.code)).or(record.first_error.as_ref()) {
        return Err(failure(start, text, fault.clone()));
    }
    if let Some(marker) = line.termination() {
        return refused(format!("a line has no result, such as `{}`", marker.as_str()));
    }
    let rest = usize::try_from(record.byte).unwrap_or_default() + record.text.len();
    if games.next(&mut record, &mut ()) {
        let rest = text.get(rest..).unwrap_or_default().trim_start();
        return refused(format!("the line is followed by another game: `{}`", shown(rest.as_bytes())));
    }
    Ok(line)
}

/// Whether a line is refused for this. A file would be read all the same, without the text of these notes.
fn is_refused(code: Code) -> bool {
    !code.is_note() || matches!(code, Code::VariationUnopened | Code::Reserved)
}

/// The failure for a fault in the text of a line, which is not a file with games.
fn failure(start: &LineStart, text: &str, mut fault: Fault) -> Failure {
    fault.relocate(|at| Location {
        ply: at.ply.map(|ply| start.ply + ply),
        number: at.number,
        game: 0,
        ..place_in(text.as_bytes(), usize::try_from(at.byte).unwrap_or(usize::MAX))
    });
    let excerpt = Excerpt::titled(text.as_bytes(), &fault, String::new());
    let report = Some(explain(&fault, "error", None, excerpt.as_ref()));
    Failure::Input { file: None, fault, report }
}

/// Whether a game can be the line of an annotation.
fn check(line: &Tree) -> Result<(), Failure> {
    match line.children(NodeId::ROOT).count() {
        0 => Err(Failure::usage("the line has no moves", "leave it out")),
        1 => Ok(()),
        _ => Err(Failure::usage(
            "the first move of a line has no variations",
            "give each of its alternatives as a line of another annotation",
        )),
    }
}
