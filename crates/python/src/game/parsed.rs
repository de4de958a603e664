//! One game from text or bytes.

use super::Game;
use crate::call::call;
use crate::explain::{Excerpt, explain};
use crate::failure::Failure;
use crate::foreign;
use crate::formats::{self, Foreign, Format};
use crate::options;
use crate::pass;
use crate::settings::{OnError, Settings};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_core::detect;
use scoresheet_core::error::Fault;
use scoresheet_core::game::{self, GameFormat};
use scoresheet_core::reading::Games;
use scoresheet_core::record::Record;
use scoresheet_core::tree::{Builder, Keep, Tree};

/// The one game that a text holds.
#[pyfunction]
pub(crate) fn parse(py: Python<'_>, text: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Py<PyAny>> {
    let settings = Settings::of(options)?;
    let bytes: &[u8] = match text.extract::<&str>() {
        Ok(text) => text.as_bytes(),
        Err(_) => text.extract().map_err(|_| PyTypeError::new_err("a game is parsed from str or bytes"))?,
    };
    let named = |failure: Failure| failure.into_exception(py);
    let format = settings.from.unwrap_or_else(|| formats::of_file("", bytes));
    if let Format::Foreign(foreign) = format {
        check(&settings, format).map_err(named)?;
        return in_python(py, bytes, foreign, &settings);
    }
    let (tree, fault) = call(py, || read(bytes, format, &settings))?;
    Ok(Py::new(py, Game::of(tree, fault))?.into_any())
}

/// The game of a text that Python reads.
fn in_python(py: Python<'_>, bytes: &[u8], format: &Foreign, settings: &Settings) -> PyResult<Py<PyAny>> {
    let profile = settings.read_choice("profile");
    let read = foreign::read(py, format, (bytes, ""), (settings, profile))
        .map_err(|error| foreign::failed(py, error).into_exception(py))?;
    let keep = settings.on_error == OnError::Keep && read.game.is_some();
    if let Some(failure) = read.raised(bytes, None).filter(|_| !keep) {
        return Err(failure.into_exception(py));
    }
    let nothing = || Failure::usage("the text holds no game", "a path is read by `scoresheet.read`");
    read.game.ok_or_else(|| nothing().into_exception(py))
}

fn read(bytes: &[u8], format: Format, settings: &Settings) -> Result<(Tree, Option<Fault>), Failure> {
    let letters = settings.letters.unwrap_or_else(|| detect::letters(bytes, &settings.limits));
    let reading = pass::replaying(settings, letters);
    let format = format_of(bytes, format, settings)?;
    check(settings, Format::Games(format))?;
    let mut games = Games::of(format, bytes, &reading);
    if let Some(start) = &settings.fen {
        games = games.starting(start);
    }
    let mut builder = Builder::new(Keep { spelling: settings.keep_spelling });
    let mut record = Record::new();
    if !games.next(&mut record, &mut builder) {
        return Err(Failure::usage("the text holds no game", "a path is read by `scoresheet.read`"));
    }
    let mut tree = builder.finish(&record);
    let fault = record.first_error.take();
    if games.next(&mut record, &mut ()) {
        let hint = "write it to a file and go through `scoresheet.read`";
        return Err(Failure::usage("the text holds more than one game", hint));
    }
    Builder::trailing(&mut tree, games.trailing());
    match fault {
        Some(fault) if settings.on_error != OnError::Keep => {
            let report = explain(&fault, "error", None, Excerpt::of(bytes, &fault).as_ref());
            Err(Failure::Input { file: None, fault, report: Some(report) })
        }
        fault => Ok((tree, fault)),
    }
}

/// Whether the options asked for are some that this format reads by.
fn check(settings: &Settings, format: Format) -> Result<(), Failure> {
    // Only its tags say whether what looks like PGN is a game of VGN.
    let other = (format.id() == "pgn").then(|| Format::Games(game::vgn()));
    for (id, value) in &settings.choices {
        let find = |format| options::find(format, id, true);
        let option = find(format).or_else(|| other.and_then(find));
        let unknown = || Failure::usage(format!("`{}` has no option `{id}`", format.id()), "");
        options::check_value(option.ok_or_else(unknown)?, value)?;
    }
    let starts = matches!(format, Format::Games(format) if format.spec().starts);
    if settings.fen.is_some() && !starts {
        return Err(Failure::usage(
            format!("a game of `{}` says itself where it starts", format.id()),
            "leave `fen` out",
        ));
    }
    Ok(())
}

/// The format of the core that a text is told to be; where nobody said so, VGN tells itself.
fn format_of(bytes: &[u8], told: Format, settings: &Settings) -> Result<&'static dyn GameFormat, Failure> {
    match told {
        Format::Games(format) if settings.from.is_none() && format.spec().id == "pgn" => Ok(pass::format_in(bytes)),
        Format::Games(format) => Ok(format),
        table @ (Format::Columns(_) | Format::Foreign(_)) => {
            let message = format!("`{}` holds columns, not the text of a game", table.id());
            Err(Failure::usage(message, "write it to a file and go through `scoresheet.read`"))
        }
    }
}
