//! Sets of games, which Python finds and jobs take.
//!
//! They take the capsules of streams rather than the objects that make these: an object may run a query at once, on this
//! thread and with the interpreter released in a way that PyO3 does not notice, and the query may read games from here.

use crate::call::call;
use crate::capsule;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use scoresheet_jobs::game_set;
use std::collections::HashMap;

/// A set of games, from an Arrow stream of rows with the columns `number` and, where these tell whose number that is, `input` and `source`.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct GameSet(pub(crate) game_set::GameSet);

#[pymethods]
impl GameSet {
    #[new]
    fn new(py: Python<'_>, rows: &Bound<'_, PyCapsule>) -> PyResult<GameSet> {
        let rows = capsule::batches(rows)?;
        call(py, || game_set::GameSet::read(rows).map(GameSet))
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.0.len()).unwrap_or(usize::MAX)
    }
}

/// Games that the rows of an Arrow stream name in the columns `source` and `number`.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct NamedGames(game_set::NamedGames);

#[pymethods]
impl NamedGames {
    #[new]
    fn new(py: Python<'_>, rows: &Bound<'_, PyCapsule>) -> PyResult<NamedGames> {
        let rows = capsule::batches(rows)?;
        call(py, || game_set::GameSet::read_named(rows).map(NamedGames))
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.0.len()).unwrap_or(usize::MAX)
    }

    /// The names of the sources, sorted.
    #[getter]
    fn sources(&self) -> Vec<&str> {
        self.0.sources()
    }

    /// The set of the games whose sources are in these inputs, by index.
    fn in_inputs(&self, inputs: HashMap<String, usize>) -> GameSet {
        GameSet(self.0.in_inputs(&inputs))
    }
}
