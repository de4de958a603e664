//! One game from text or bytes.

use super::Game;
use crate::call::call;
use crate::explain::{Excerpt, explain};
use crate::failure::Failure;
use crate::formats::{self, Format};
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
pub(crate) fn parse(py: Python<'_>, text: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Game> {
    let settings = Settings::of(options)?;
    let bytes: &[u8] = match text.extract::<&str>() {
        Ok(text) => text.as_bytes(),
        Err(_) => text.extract().map_err(|_| PyTypeError::new_err("a game is parsed from str or bytes"))?,
    };
    let (tree, fault) = call(py, || read(bytes, &settings))?;
    Ok(Game::of(tree, fault))
}

fn read(bytes: &[u8], settings: &Settings) -> Result<(Tree, Option<Fault>), Failure> {
    let letters = settings.letters.unwrap_or_else(|| detect::letters(bytes, &settings.limits));
    let reading = pass::replaying(settings, letters);
    let format = format_of(bytes, settings)?;
    check(settings, format)?;
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
fn check(settings: &Settings, format: &'static dyn GameFormat) -> Result<(), Failure> {
    // Only its tags say whether what looks like PGN is a game of VGN.
    let other = (format.spec().id == "pgn").then(game::vgn);
    for (id, value) in &settings.choices {
        let find = |format| options::find(Format::Games(format), id, true);
        let option = find(format).or_else(|| other.and_then(find));
        let unknown = || Failure::usage(format!("`{}` has no option `{id}`", format.spec().id), "");
        options::check_value(option.ok_or_else(unknown)?, value)?;
    }
    if settings.fen.is_some() && !format.spec().starts {
        return Err(Failure::usage(
            format!("a game of `{}` says itself where it starts", format.spec().id),
            "leave `fen` out",
        ));
    }
    Ok(())
}

/// The format that the settings say, else the one that the text looks like.
fn format_of(bytes: &[u8], settings: &Settings) -> Result<&'static dyn GameFormat, Failure> {
    match settings.from.unwrap_or_else(|| formats::of_file("", bytes)) {
        Format::Games(format) if settings.from.is_none() && format.spec().id == "pgn" => Ok(pass::format_in(bytes)),
        Format::Games(format) => Ok(format),
        table @ Format::Columns(_) => {
            let message = format!("`{}` holds columns, not the text of a game", table.id());
            Err(Failure::usage(message, "write it to a file and go through `scoresheet.read`"))
        }
    }
}
