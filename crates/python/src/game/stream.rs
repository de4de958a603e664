//! Going through games that are read in the background.

use super::held::Game;
use crate::failure::IntoException;
use crate::foreign::Infinite;
use pyo3::prelude::*;
use scoresheet_jobs::plan::Plan;
use scoresheet_jobs::trees::{Given, Pulled, Trees};
use std::sync::Arc;

/// An iterator over the games of a plan.
#[pyclass(module = "scoresheet")]
pub(crate) struct GameStream {
    /// Goes before the trees, which wait for their job to end: that may wait for an answer to one of these.
    batch: std::vec::IntoIter<Given>,
    trees: Trees,
    over: bool,
}

impl GameStream {
    pub(crate) fn of(plan: &Arc<Plan>) -> GameStream {
        GameStream { trees: Trees::of(plan), batch: Vec::new().into_iter(), over: false }
    }
}

#[pymethods]
impl GameStream {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            match self.batch.next() {
                Some(Given::Tree(read)) => return Ok(Some(Py::new(py, Game::read(read))?.into_any())),
                Some(Given::Unread(unread)) => match self.trees.read(unread, &Infinite) {
                    Some(game) => return game.into().map(Some).map_err(|failure| failure.into_exception(py)),
                    None => continue,
                },
                None => {}
            }
            if self.over {
                return Ok(None);
            }
            py.check_signals()?;
            match py.detach(|| self.trees.pull()) {
                // A pipe may be slow, and the caller may want to stop.
                Ok(Pulled::Nothing) => {}
                Ok(Pulled::Games(games)) => self.batch = games.into_iter(),
                Ok(Pulled::End) => self.over = true,
                Err(failure) => {
                    self.over = true;
                    return Err(failure.into_exception(py));
                }
            }
        }
    }
}
