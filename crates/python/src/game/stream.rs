//! Iterating over games that are read in the background.

use super::object::Game;
use crate::failure::IntoException;
use crate::game::foreign::Infinite;
use crate::interpreter::{attached, detached, ends};
use crate::shared::Shared;
use pyo3::prelude::*;
use scoresheet_jobs::ReadTree;
use scoresheet_jobs::plan::Plan;
use scoresheet_jobs::trees::{IteratedGames, PulledTrees, Trees};
use std::sync::Arc;

/// An iterator over the games of a plan. Threads may share it: each game goes to one of them.
#[pyclass(frozen, module = "scoresheet")]
pub(crate) struct GameStream(Shared<GamePuller>);

/// Games that have arrived, and the source of further ones.
struct GamePuller {
    batch: std::vec::IntoIter<ReadTree>,
    trees: Trees,
    over: bool,
}

/// The result of a request for the next game.
enum PulledGame {
    Game(Py<PyAny>),
    /// None has arrived yet.
    Nothing,
    End,
}

impl GameStream {
    pub(crate) fn of(plan: &Arc<Plan>) -> GameStream {
        GameStream(Shared::new(GamePuller { trees: Trees::of(plan), batch: Vec::new().into_iter(), over: false }))
    }
}

impl GamePuller {
    fn next(&mut self, py: Python<'_>) -> PyResult<PulledGame> {
        loop {
            match self.batch.next() {
                Some(read) => return Ok(PulledGame::Game(Py::new(py, Game::read(read))?.into_any())),
                None if self.over => return Ok(PulledGame::End),
                None => {}
            }
            let trees = &self.trees;
            match detached(py, || trees.pull()) {
                Ok(PulledTrees::Nothing) => return Ok(PulledGame::Nothing),
                Ok(PulledTrees::Games(IteratedGames::Trees(games))) => self.batch = games.into_iter(),
                Ok(PulledTrees::Games(IteratedGames::Unread(unread))) => {
                    if let Some(game) = trees.read(unread, &Infinite) {
                        return game.into().map(PulledGame::Game).map_err(|failure| failure.into_exception(py));
                    }
                }
                Ok(PulledTrees::End) => self.over = true,
                Err(failure) => {
                    self.over = true;
                    return Err(failure.into_exception(py));
                }
            }
        }
    }
}

impl GamePuller {
    /// The games that arrive within a short time, up to `most`; `None` after the last one.
    fn some(&mut self, py: Python<'_>, most: usize) -> PyResult<Option<Vec<Py<PyAny>>>> {
        let mut games = Vec::new();
        loop {
            match self.next(py)? {
                PulledGame::Game(game) => games.push(game),
                PulledGame::End if games.is_empty() => return Ok(None),
                PulledGame::End | PulledGame::Nothing => return Ok(Some(games)),
            }
            if games.len() >= most || self.batch.len() == 0 {
                return Ok(Some(games));
            }
        }
    }

    /// Ends the job in the background.
    fn close(&mut self, py: Python<'_>) {
        self.over = true;
        self.batch = Vec::new().into_iter();
        let trees = &self.trees;
        detached(py, || trees.close());
    }
}

impl Drop for GamePuller {
    fn drop(&mut self) {
        // The job in the background may need the interpreter before it ends, and would wait for one that ends for ever.
        if ends() || attached(|py| self.close(py)).is_none() {
            self.trees.abandon();
        }
    }
}

#[pymethods]
impl GameStream {
    /// The games that arrive within about a tenth of a second, at most `most`; None after the last one.
    fn some(&self, py: Python<'_>, most: usize) -> PyResult<Option<Vec<Py<PyAny>>>> {
        self.0.with(py, |pulling| pulling.some(py, most))
    }

    /// Stops reading.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.0.with(py, |pulling| {
            pulling.close(py);
            Ok(())
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            match self.0.with(py, |pulling| pulling.next(py))? {
                PulledGame::Game(game) => return Ok(Some(game)),
                PulledGame::End => return Ok(None),
                // A pipe may be slow, and the caller may want to stop; the signal handler may itself request games.
                PulledGame::Nothing => py.check_signals()?,
            }
        }
    }
}
