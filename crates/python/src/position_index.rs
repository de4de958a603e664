//! The index of the positions of a file of games.

use crate::call::call;
use crate::host::{Progress, set_complete};
use crate::position::Position;
use crate::settings::settings_of;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_columns::index::{self, Bounds, NamedBy, SearchBounds, Speed, Total};
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

/// The first day and the day after the last one, counted from 1970, the lowest and the highest rating, and the speed and the
/// players with White and Black, by their names; and whether games are named by their rows.
type EntrySearch = (Option<i32>, Option<i32>, Option<i64>, Option<i64>, [Option<String>; 3], bool);

fn entry((mv, total): (PackedMove, Total)) -> EntryRow {
    (mv.0, total.results, total.unrated, total.elos, total.last_game, total.best_game)
}

/// The index of the positions of a Parquet file of games, open for questions.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct PositionIndex {
    index: index::PositionIndex,
    path: String,
    /// The file of games.
    games: String,
}

#[pymethods]
impl PositionIndex {
    /// Opens the index `path` of the file `games`.
    #[new]
    fn new(py: Python<'_>, path: String, games: String) -> PyResult<PositionIndex> {
        let index = call(py, || job::open(&path, &games))?;
        Ok(PositionIndex { index, path, games })
    }

    /// Positions that occur in a single game are included up to this ply.
    #[getter]
    fn plies(&self) -> u16 {
        self.index.plies()
    }

    /// The totals of each move that was played in a position, as `moves` returns them, by looking through all games of a
    /// Parquet file without an index; None if the file lacks a column for that.
    #[staticmethod]
    fn search(
        py: Python<'_>,
        games: &str,
        position: &Position,
        bounds: EntrySearch,
        threads: Option<usize>,
    ) -> PyResult<Option<Vec<EntryRow>>> {
        let (since, until, min_elo, max_elo, [speed, white, black], by_row) = bounds;
        let named_by = if by_row { NamedBy::Rows } else { NamedBy::Games };
        let bounds = SearchBounds { since, until, min_elo, max_elo, speed, white, black, named_by };
        call(py, || {
            let found = job::search(games, &position.0, &bounds, (threads, &mut Progress(None)))?;
            Ok(found.map(|found| found.into_iter().map(entry).collect()))
        })
    }

    /// What was played in the position with this Polyglot key: for each move, as 16 bits, four results, the games without
    /// ratings and the half points in them, the sums of ratings of both sides, the last game and the best one. If the
    /// position occurs in one game only, just the row of that game.
    fn moves(&self, py: Python<'_>, key: u64, bounds: EntryBounds) -> PyResult<(Vec<EntryRow>, Option<u32>)> {
        let (since, until, min_elo, max_elo, speed) = bounds;
        let speed = speed.as_deref().and_then(Speed::find);
        let bounds = Bounds { since, until, min_elo, max_elo, speed };
        call(py, || {
            let (moves, row) = job::moves(&self.index, (self.path.as_str(), self.games.as_str()), key, &bounds)?;
            Ok((moves.into_iter().map(entry).collect(), row))
        })
    }
}
