//! The index of the positions of a file of games.

use crate::call::call;
use crate::host::{Progress, set_complete};
use crate::settings::settings_of;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_columns::index::{self, Bounds, Speed, Total, only_row, totals};
use scoresheet_core::rules::PackedMove;
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
    set_complete(false);
    let summary = call(py, || {
        let summary = job::build(games, output, &settings, &mut Progress(None))?;
        set_complete(true);
        Ok(summary)
    })?;
    Ok((summary.games, summary.positions, summary.unplayable, summary.rows))
}

/// The first year, the year after the last one, the lowest and the highest rating, the speed.
type EntryBounds = (Option<i16>, Option<i16>, Option<i64>, Option<i64>, Option<String>);

/// The totals of a move.
type EntryRow = (u16, [u64; 4], [u64; 2], [u64; 2], u32, Option<u32>);

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

    /// What was played in the position with this Polyglot key: for each move, as 16 bits, four results, the games without
    /// ratings and the half points in them, the sums of ratings of both sides, the last game and the best one. If the
    /// position occurs in one game only, just the row of that game.
    fn moves(&self, py: Python<'_>, key: u64, bounds: EntryBounds) -> PyResult<(Vec<EntryRow>, Option<u32>)> {
        let (since, until, min_elo, max_elo, speed) = bounds;
        let speed = speed.as_deref().and_then(Speed::find);
        let bounds = Bounds { since, until, min_elo, max_elo, speed };
        let played = |(mv, total): (PackedMove, Total)| -> EntryRow {
            (mv.0, total.results, total.unrated, total.elos, total.last_game, total.best_game)
        };
        call(py, || {
            let rows = self.index.rows(key).map_err(|error| job::damaged(&self.path, &error))?;
            Ok((totals(&rows, &bounds).into_iter().map(played).collect(), only_row(&rows)))
        })
    }
}
