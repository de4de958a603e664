//! Writes games to text and bytes: one in memory, or all games of an iterable to a file.

use super::object::Game;
use crate::failure::{Failure, IntoException};
use crate::game::foreign::{self, Infinite};
use crate::host::Progress;
use crate::interpreter::detached;
use crate::report::to_dict;
use crate::settings::{choice_of, settings_of, value_of};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use scoresheet_jobs::foreign::ForeignGame;
use scoresheet_jobs::formats::Format;
use scoresheet_jobs::host::Caller;
use scoresheet_jobs::objects::{Alone, Object, ObjectWriter, OneAtATime, alone, alone_document};
use scoresheet_jobs::options::{Taker, list, validation};
use scoresheet_jobs::{Settings, formats};

/// The result of `Game.to`.
pub(super) fn to<'py>(
    game: &Bound<'py, Game>,
    format: &str,
    strict: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let named = |failure: Failure| failure.into_exception(py);
    let (to, settings) = asked(py, format, options, OneAtATime::of)?;
    let written = written(game, to, &settings).map_err(named)?;
    written.check_losses(to, strict).map_err(named)?;
    Ok(handed_out(py, written))
}

/// What was written, as text if it is one.
fn handed_out(py: Python<'_>, written: Alone) -> Bound<'_, PyAny> {
    let bytes = written.text.unwrap_or_default();
    match std::str::from_utf8(&bytes) {
        Ok(text) if !written.binary => PyString::new(py, text).into_any(),
        _ => PyBytes::new(py, &bytes).into_any(),
    }
}

/// A document of a game of infinite chess in a rendering of BGN.
#[pyfunction]
pub(crate) fn write_document<'py>(
    document: &str,
    fmt: &str,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = options.py();
    let (to, settings) = asked(py, fmt, Some(options), OneAtATime::of)?;
    let written = alone_document(document, to, &settings, &Infinite).map_err(|failure| failure.into_exception(py))?;
    Ok(handed_out(py, written))
}

/// The result of `Game.losses`.
pub(super) fn losses<'py>(
    game: &Bound<'py, Game>,
    format: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let py = game.py();
    let (to, settings) = asked(py, format, options, OneAtATime::asked_for_losses)?;
    let class = py.import("scoresheet.report")?.getattr("Loss")?;
    let written = written(game, to, &settings).map_err(|failure| failure.into_exception(py))?;
    let losses = PyList::empty(py);
    for (lost, place) in written.losses {
        losses.append(class.call1((lost.kind.spec().id, lost.count, place))?)?;
    }
    Ok(losses)
}

/// The game in a format. If Python writes it, other threads may run meanwhile and change the game, so it is copied
/// first.
fn written(game: &Bound<'_, Game>, to: OneAtATime, settings: &Settings) -> Result<Alone, Failure> {
    if to.format().is_foreign() {
        let tree = game.borrow().tree.clone();
        return alone(&tree, to, settings, &Infinite);
    }
    alone(&game.borrow().tree, to, settings, &Infinite)
}

/// The format and the options in a call, including the format's own options.
fn asked(
    py: Python<'_>,
    id: &str,
    options: Option<&Bound<'_, PyDict>>,
    to: impl Fn(Format) -> Result<OneAtATime, Failure>,
) -> PyResult<(OneAtATime, Settings)> {
    let named = |failure: Failure| failure.into_exception(py);
    let format = formats::find_written(id).map_err(named)?;
    let to = to(format).map_err(named)?;
    let mut settings = Settings::default();
    let mut choices = Vec::new();
    for (name, value) in options.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
        let name: String = name.extract()?;
        if let Ok(option) = list::find(&name)
            && option.is_public()
            && option.is_for(Taker::To)
        {
            settings.set(Taker::To, &name, value_of(&value, option)?).map_err(named)?;
            validation::check_notations(&settings, Some(format.spec()), id).map_err(named)?;
        } else {
            let option = validation::written_by(format, &name).map_err(named)?;
            let value = choice_of(&name, &value)?;
            validation::check_value(option, &value).map_err(named)?;
            choices.push((name, value));
        }
    }
    settings.choose(choices);
    Ok((to, settings))
}

/// The error for an object that is not a game.
fn no_game(object: &Bound<'_, PyAny>) -> Failure {
    let kind = object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    let text = object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>();
    let hint = if text { "`scoresheet.parse` makes a game from its text" } else { "it takes `Game` objects" };
    Failure::usage(format!("`write` takes games, not `{kind}`"), hint)
}

/// Writes the games of an iterable; returns the report as a dict. The output appears when it is complete.
#[pyfunction]
#[pyo3(signature = (games, output, options, progress=None))]
pub(crate) fn write_games<'py>(
    games: &Bound<'py, PyAny>,
    output: &str,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = games.py();
    let named = |failure: Failure| failure.into_exception(py);
    let settings = settings_of(options, Taker::Write)?;
    let mut progress = Progress(progress);
    let caller = Caller { host: &mut progress, foreign: &Infinite };
    let mut writer = ObjectWriter::create(output, &settings, caller).map_err(named)?;
    for game in games.try_iter()? {
        let game = game?;
        if let Ok(native) = game.cast::<Game>() {
            let taken = writer.take(Object::Tree(&native.borrow().tree));
            taken.map_err(named)?;
        } else if foreign::is_game(&game) {
            writer.take(Object::Foreign(&ForeignGame::new(game.unbind()))).map_err(named)?;
        } else {
            return Err(named(no_game(&game)));
        }
        writer.settle().map_err(named)?;
    }
    let finished = writer.finish().map_err(named)?;
    let report = detached(py, || finished.commit()).map_err(named)?;
    to_dict(&report, py)
}
