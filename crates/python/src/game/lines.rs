//! Iterating over the lines of a game.

use super::object::Game;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use scoresheet_core::tree::{NodeId, Tree};
use scoresheet_parallel::unpoisoned;
use std::sync::Mutex;

/// An iterator over the lines of a game as it was, each made on demand. Threads may share it: each line goes to one of them.
#[pyclass(frozen, module = "scoresheet")]
pub(crate) struct Lines {
    tree: Tree,
    ends: Mutex<std::vec::IntoIter<NodeId>>,
}

impl Lines {
    pub(super) fn of(tree: &Tree) -> Lines {
        Lines { tree: tree.clone(), ends: Mutex::new(tree.ends().into_iter()) }
    }
}

#[pymethods]
impl Lines {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<Game> {
        let end = unpoisoned(self.ends.lock_py_attached(py)).next()?;
        Some(Game::of(self.tree.line_to(end)))
    }
}
