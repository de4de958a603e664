//! `Games`: how to open games, and which columns to take from them. Every stream starts again.

use crate::call::call;
use crate::caller_input::{CallerInput, JobArgument, arguments};
use crate::capsule::schema;
use crate::detached_batches;
use crate::failure::IntoException;
use crate::game::foreign::Infinite;
use crate::game::object::Game;
use crate::game::stream::GameStream;
use crate::game_tree;
use crate::host::{self, Progress};
use crate::inputs as tables;
use crate::interpreter::detached;
use crate::matches::Matches;
use crate::number::Number;
use crate::parts;
use crate::position::Position;
use crate::positions::{self, Positions, TensorStream};
use crate::report::to_dict;
use crate::settings::settings_of;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use scoresheet_jobs::batches::Batches;
use scoresheet_jobs::formats::{is_url, shown_name};
use scoresheet_jobs::game_index::Indexed;
use scoresheet_jobs::host::Caller;
use scoresheet_jobs::inputs::arguments::expand;
use scoresheet_jobs::inputs::part_sizes::Sizes;
use scoresheet_jobs::options::Taker;
use scoresheet_jobs::parse::ParsedGame;
use scoresheet_jobs::plan::Plan;
use scoresheet_jobs::{inputs, parse as jobs};
use std::path::PathBuf;
use std::sync::Arc;

/// Games that can be read repeatedly.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct Games(Arc<Plan>);

#[pymethods]
impl Games {
    #[new]
    fn new(py: Python<'_>, paths: Vec<JobArgument>, options: &Bound<'_, PyDict>) -> PyResult<Games> {
        let settings = settings_of(options, Taker::Read)?;
        let paths = arguments(paths);
        call(py, || Ok(Games(Arc::new(Plan::new(expand(&paths, &settings)?, settings)?))))
    }

    /// A URL as users may see it; None for paths.
    #[staticmethod]
    fn shown_url(named: &str) -> Option<String> {
        is_url(named).then(|| shown_name(named))
    }

    /// The names of the columns of a Parquet file; none if the path leads to no such file.
    #[staticmethod]
    fn parquet_columns(py: Python<'_>, path: PathBuf) -> Vec<String> {
        tables::parquet_columns(py, &path)
    }

    /// Whether a table with these columns is one of another program, whose rows become games when they are read with these
    /// options.
    #[staticmethod]
    fn is_data_set(columns: Vec<String>, options: Vec<(String, String)>) -> bool {
        tables::is_data_set(&columns, &options)
    }

    /// Copies what is at a URL to a new file, if its server sends it only once, as a whole. Returns whether it did.
    #[staticmethod]
    fn copy_streamed(py: Python<'_>, url: &str, target: PathBuf, options: &Bound<'_, PyDict>) -> PyResult<bool> {
        tables::copy_streamed(py, url, &target, options)
    }

    /// A source without a path: bytes, or an object with a `read` method.
    #[staticmethod]
    fn caller_input(content: &Bound<'_, PyAny>, name: &str) -> PyResult<CallerInput> {
        CallerInput::new(content, name)
    }

    /// Whether the output of the last job is complete.
    #[staticmethod]
    fn output_is_complete() -> bool {
        host::is_complete()
    }

    /// Checks whether the output of a job is complete.
    #[staticmethod]
    fn set_output_complete(complete: bool) {
        host::set_complete(complete);
    }

    /// A source that is a table: an object with `columns`, `rows` and `read`.
    #[staticmethod]
    fn table(table: &Bound<'_, PyAny>, name: &str) -> PyResult<CallerInput> {
        CallerInput::table(table, name)
    }

    /// The parts of inputs, as dicts, of at most this many bytes each and as many for each worker; with `numbers`, what
    /// precedes each is counted.
    #[staticmethod]
    fn parts<'py>(
        py: Python<'py>,
        paths: Vec<JobArgument>,
        size: Option<u64>,
        workers: u64,
        numbers: bool,
        options: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyList>> {
        parts::planned(py, paths, Sizes::new(size, workers), numbers, options)
    }

    /// A source that is a part of a file, from such a dict.
    #[staticmethod]
    fn part(py: Python<'_>, planned: &Bound<'_, PyDict>) -> PyResult<CallerInput> {
        parts::restored(py, planned)
    }

    /// What a part of a file has, from such a dict: games, bytes, lines, and characters after its last line.
    #[staticmethod]
    fn extent(py: Python<'_>, planned: &Bound<'_, PyDict>, options: &Bound<'_, PyDict>) -> PyResult<parts::PartExtent> {
        parts::extent(py, planned, options)
    }

    /// The options of formats in a dict for `convert` that are for reading, if this output is written.
    #[staticmethod]
    fn read_choices(
        py: Python<'_>,
        output: Option<String>,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Vec<(String, String)>> {
        let settings = settings_of(options, Taker::Convert)?;
        call(py, || scoresheet_jobs::read_choices(output.as_deref(), &settings))
    }

    /// The kind of database that a path or URL names; None if it names something else.
    #[staticmethod]
    fn store_kind(py: Python<'_>, named: &str, options: &Bound<'_, PyDict>) -> PyResult<Option<&'static str>> {
        let settings = settings_of(options, Taker::Inputs)?;
        call(py, || Ok(inputs::store(named, &settings)))
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.0.names()
    }

    /// The same games with these columns.
    fn narrow(&self, py: Python<'_>, names: Vec<String>) -> PyResult<Games> {
        call(py, || Ok(Games(Arc::new(self.0.narrow(&names)?))))
    }

    /// The same games for a caller that uses only those between two days, given as numbers such as 20130131. Others may be left
    /// out, which saves reading parts of archives.
    fn within(&self, first: u32, last: u32) -> Games {
        Games(Arc::new(self.0.within(first..=last)))
    }

    /// The counts of the last pass that was completed; None before the first one.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.0.report().as_ref().map(|report| to_dict(report, py)).transpose()
    }

    /// The number of games, if it is known without reading them.
    fn known(&self, py: Python<'_>) -> Option<u64> {
        detached(py, || self.0.known_games())
    }

    /// The number of games. They are read if it is not known.
    fn count(&self, py: Python<'_>) -> PyResult<u64> {
        call(py, || self.0.count(Caller { host: &mut Progress(None), foreign: &Infinite }))
    }

    /// The game with this number, from 0; None if there are fewer. The first call reads all games, except those of
    /// archives.
    fn game(&self, py: Python<'_>, number: u64) -> PyResult<Option<Py<PyAny>>> {
        let game = || self.0.game(number, Caller { host: &mut Progress(None), foreign: &Infinite });
        match call(py, game)? {
            None => Ok(None),
            Some(Indexed::Tree(read)) => Ok(Some(Py::new(py, Game::read(*read))?.into_any())),
            Some(Indexed::Foreign(game)) => game.into().map(Some).map_err(|failure| failure.into_exception(py)),
        }
    }

    /// Whether any game can be reached by its number without reading all of them.
    fn has_numbers(&self, py: Python<'_>) -> bool {
        detached(py, || self.0.has_numbers())
    }

    /// How many games have numbers. The first call reads all games, except those of archives.
    fn indexed(&self, py: Python<'_>) -> PyResult<u64> {
        call(py, || Ok(self.0.index(Caller { host: &mut Progress(None), foreign: &Infinite })?.games()))
    }

    /// How many bytes and games the latest pass has read so far.
    fn done(&self) -> (u64, u64) {
        self.0.progress()
    }

    /// The games one after another, as trees.
    fn __iter__(&self) -> GameStream {
        GameStream::of(&self.0)
    }

    /// The positions of the games as rows with these columns.
    fn positions(&self, py: Python<'_>, names: Vec<String>) -> PyResult<Positions> {
        call(py, || Ok(Positions::of(&self.0, positions::columns(&names)?)))
    }

    /// The places in the games where a pattern holds.
    fn matches(&self, py: Python<'_>, pattern: &str, everywhere: bool) -> PyResult<Matches> {
        call(py, || Matches::of(&self.0, pattern, everywhere))
    }

    /// One tree of the games from a position on, by the arguments of `Games.tree`.
    fn tree(
        &self,
        py: Python<'_>,
        start: &Position,
        asked: &Bound<'_, PyDict>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Game> {
        game_tree::tree(py, &self.0, (start, asked), progress)
    }

    /// The positions of the games in batches of this many rows, as bytes, with the columns of these names.
    fn tensors(&self, py: Python<'_>, batch: Number, planes: Number, names: Vec<String>) -> PyResult<TensorStream> {
        TensorStream::of(py, &self.0, (&batch, &planes), &names)
    }

    /// A new stream of batches. The schema that a consumer requests is ignored, as the protocol allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        detached_batches::stream(py, &self.0, self.0.schema(), || Batches::of(&self.0))
    }

    /// The schema, without reading anything.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema(py, &self.0.schema())
    }
}

/// The one game that a text holds.
#[pyfunction]
pub(crate) fn parse(py: Python<'_>, text: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Py<PyAny>> {
    let settings = settings_of(options, Taker::Parse)?;
    let bytes: &[u8] = match text.extract::<&str>() {
        Ok(text) => text.as_bytes(),
        Err(_) => text.extract().map_err(|_| PyTypeError::new_err("a game is parsed from str or bytes"))?,
    };
    match call(py, || jobs::parse(bytes, &settings, &Infinite))? {
        ParsedGame::Tree(read) => Ok(Py::new(py, Game::read(*read))?.into_any()),
        ParsedGame::Foreign(game) => game.into().map_err(|failure| failure.into_exception(py)),
    }
}
