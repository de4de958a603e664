//! The index of the positions of a file of games.

use crate::call::call;
use crate::host::Progress;
use crate::rows::Rows;
use crate::settings::settings_of;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_columns::index;
use scoresheet_jobs::options::Taker;
use scoresheet_jobs::position_index as job;

/// Builds the index of a Parquet file of games. Returns the numbers of games, of positions, of games that cannot be played,
/// and of rows.
#[pyfunction]
#[pyo3(signature = (games, output, options))]
pub(crate) fn build_index(
    py: Python<'_>,
    games: &str,
    output: &str,
    options: &Bound<'_, PyDict>,
) -> PyResult<(u64, u64, u64, u64)> {
    let settings = settings_of(options, Taker::Index)?;
    let summary = call(py, || job::build(games, output, &settings, &mut Progress(None)))?;
    Ok((summary.games, summary.positions, summary.unplayable, summary.rows))
}

/// The index of the positions of a Parquet file of games, open for questions.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct PositionIndex {
    index: index::PositionIndex,
    path: String,
}

#[pymethods]
impl PositionIndex {
    /// Opens the index `path` of the file `games`.
    #[new]
    fn new(py: Python<'_>, path: String, games: &str) -> PyResult<PositionIndex> {
        let index = call(py, || job::open(&path, games))?;
        Ok(PositionIndex { index, path })
    }

    /// Positions that occur in a single game are included up to this ply.
    #[getter]
    fn plies(&self) -> u16 {
        self.index.plies()
    }

    /// The rows of the position with this Polyglot hash.
    fn rows(&self, py: Python<'_>, hash: u64) -> PyResult<Rows> {
        call(py, || self.index.rows(hash).map(Rows).map_err(|error| job::damaged(&self.path, &error)))
    }
}
