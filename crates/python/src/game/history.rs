//! What happened on the way to a node: the hashes of the positions, repetitions, and the outcome by the rules.

use crate::position_values::outcome;
use pyo3::prelude::*;
use scoresheet_core::read::Repetitions;
use scoresheet_core::rules::Position;
use scoresheet_core::tree::{NodeId, Tree};

/// The positions of a line, from the start of the game to a node.
pub(super) struct History {
    /// The Polyglot hashes of all positions.
    pub(super) hashes: Vec<u64>,
    /// How often the last position has occurred, the last time included.
    pub(super) occurrences: usize,
    last: Position,
}

impl History {
    /// The line to a node.
    pub(super) fn of(tree: &Tree, node: NodeId) -> History {
        let mut line: Vec<_> = std::iter::successors(Some(node), |node| tree.parent(*node)).collect();
        line.reverse();
        let mut position = tree.start();
        let mut seen = Repetitions::starting(&position);
        let mut history = History { hashes: vec![seen.key().polyglot()], occurrences: 1, last: position.clone() };
        for mv in line.into_iter().filter_map(|node| tree.mv(node)) {
            let undo = position.play_unchecked(mv);
            history.occurrences = seen.play(&undo, &position);
            history.hashes.push(seen.key().polyglot());
        }
        History { last: position, ..history }
    }

    /// Whether a draw may be claimed for the moves without a capture or a pawn's move.
    pub(super) fn fifty_moves(&self) -> bool {
        self.last.may_claim_fifty_moves()
    }

    /// A `scoresheet.Outcome`; None if the rules do not end the game here, and do not allow a claim.
    pub(super) fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        outcome(py, &self.last, self.occurrences)
    }
}
