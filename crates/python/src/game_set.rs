//! Sets of games, which Python finds and jobs take.
//!
//! They take the capsules of streams rather than the objects that make these: an object may run a query at once, on this
//! thread and with the interpreter released in a way that PyO3 does not notice, and the query may read games from here.

use crate::call::call;
use crate::capsule;
use crate::failure::Failure;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::Schema;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use scoresheet_jobs::game_set;
use std::collections::HashMap;

/// A set of games, from an Arrow stream of rows with the columns `number` and, if these determine whose number that is,
/// `input` and `source`.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct GameSet(pub(crate) game_set::GameSet);

#[pymethods]
impl GameSet {
    #[new]
    fn new(py: Python<'_>, rows: &Bound<'_, PyCapsule>) -> PyResult<GameSet> {
        pulled(py, rows, |schema, batches| game_set::GameSet::read(schema, batches).map(GameSet))
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
        pulled(py, rows, |_, batches| game_set::NamedGames::read(batches).map(NamedGames))
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

/// What `read` makes of the batches of a stream.
///
/// # Errors
/// Those of `read`, or a `RuntimeError` with the message of the stream if that fails: the code that made the stream
/// knows what the message means.
fn pulled<T: Send>(
    py: Python<'_>,
    capsule: &Bound<'_, PyCapsule>,
    read: impl FnOnce(&Schema, &mut dyn Iterator<Item = RecordBatch>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let mut rows = capsule::batches(capsule)?;
    let mut failed = None;
    let made = call(py, || {
        let schema = rows.schema();
        let mut batches = std::iter::from_fn(|| rows.next()?.map_err(|error| failed = Some(error)).ok());
        read(&schema, &mut batches)
    });
    match failed {
        Some(error) => {
            let message = error.to_string();
            let own = message.split_once("Producer error: ").map_or(message.as_str(), |(_, own)| own);
            Err(PyRuntimeError::new_err(own.to_owned()))
        }
        None => made,
    }
}
