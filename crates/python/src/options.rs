//! The options of formats: what was asked for, held against what the formats at hand declare.

use crate::failure::Failure;
use crate::formats::{self, FOREIGN, Format};
use crate::inputs;
use crate::settings::Settings;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use scoresheet_core::game::OptionSpec;
use scoresheet_files::Input;
use std::ops::ControlFlow;

/// The value that stands for any whole number.
const NUMBER: &str = "N";

/// A choice as its text: a bool is `yes` or `no`.
pub(crate) fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(yes) = value.cast::<PyBool>() {
        return Ok(if yes.is_true() { "yes" } else { "no" }.to_owned());
    }
    if let Ok(number) = value.cast::<PyInt>() {
        return Ok(number.to_string());
    }
    value.extract()
}

/// Whether an option takes this value.
///
/// # Errors
/// Where it does not.
pub(crate) fn check_value(option: &OptionSpec, value: &str) -> Result<(), Failure> {
    let is_number = option.values.contains(&NUMBER) && value.parse::<u32>().is_ok();
    if is_number || value != NUMBER && option.values.contains(&value) {
        return Ok(());
    }
    let known = option.values.iter().map(|value| if *value == NUMBER { "a number" } else { value });
    let hint = format!("it is one of {}", known.collect::<Vec<_>>().join(", "));
    Err(Failure::usage(format!("`{}={value}` is not known", option.id), hint))
}

/// The option of this name, of those about reading or those about writing.
pub(crate) fn find(format: Format, id: &str, reads: bool) -> Option<&'static OptionSpec> {
    format.options().iter().find(|option| option.id == id && option.reads == reads)
}

/// That a list of a format's choices has this one.
///
/// # Errors
/// Where it has not.
pub(crate) fn one_of(what: &str, known: &[&str], format: &str, value: &str) -> Result<(), Failure> {
    if known.contains(&value) {
        return Ok(());
    }
    let hint =
        if known.is_empty() { "it has no choice of one".to_owned() } else { format!("known are {}", known.join(", ")) };
    Err(Failure::usage(format!("`{format}` has no {what} `{value}`"), hint))
}

/// Holds what the settings ask of formats against those that are read and written; `to` is none where nothing is written as
/// games.
///
/// # Errors
/// For an option that belongs to none of them, and for a value that its format does not take.
pub(crate) fn check(settings: &Settings, inputs: &[Input], to: Option<Format>) -> Result<(), Failure> {
    let read = |id: &str| read_formats(settings, inputs).find_map(|format| find(format, id, true));
    let chosen = settings.choices.iter().map(|choice| (choice, to));
    for ((id, value), to) in chosen.chain(settings.read_choices.iter().map(|choice| (choice, None))) {
        match to.and_then(|to| find(to, id, false)).or_else(|| read(id)) {
            Some(option) => check_value(option, value)?,
            None => return Err(misplaced(id, to)),
        }
    }
    let games = |to: Option<Format>| match to {
        Some(Format::Games(format)) => Some(format.spec()),
        _ => None,
    };
    let name = to.map_or("check", Format::id);
    if let Some(moves) = &settings.moves {
        one_of("move notation", games(to).map_or(&[], |spec| spec.moves), name, moves)?;
    }
    if let Some(positions) = &settings.positions {
        one_of("position notation", games(to).map_or(&[], |spec| spec.positions), name, positions)?;
    }
    let starts = |format: Format| matches!(format, Format::Games(format) if format.spec().starts);
    if settings.fen.is_some() && !read_formats(settings, inputs).any(starts) {
        let takes: Vec<_> = formats::all().filter(|format| starts(*format)).map(Format::id).collect();
        let hint = format!("`--fen` is for inputs that do not say where their games start: {}", takes.join(", "));
        return Err(Failure::usage("no input takes a start position", hint));
    }
    Ok(())
}

/// What the inputs hold. Games of VGN may stand in what looks like PGN.
fn read_formats<'s>(settings: &'s Settings, inputs: &'s [Input]) -> impl Iterator<Item = Format> + 's {
    let told = settings.from.into_iter();
    let found = inputs.iter().filter(|_| settings.from.is_none()).flat_map(|input| {
        let named = || formats::of_file(input.name(), b"");
        // Standard input is not looked at ahead of its time.
        let format = if input.size().is_none() {
            named()
        } else {
            inputs::open(input, settings, || ControlFlow::Continue(())).map_or_else(|_| named(), |opened| opened.format)
        };
        let other = (format.id() == "pgn").then(|| formats::find("vgn").ok()).flatten();
        // What nobody has looked at may be a text that Python reads.
        let unseen = FOREIGN.iter().filter(|_| input.size().is_none()).map(Format::Foreign);
        [Some(format), other].into_iter().flatten().chain(unseen)
    });
    told.chain(found)
}

/// An option that no format at hand has.
fn misplaced(id: &str, to: Option<Format>) -> Failure {
    let owners: Vec<_> =
        formats::all().filter(|format| format.options().iter().any(|option| option.id == id)).map(Format::id).collect();
    if owners.is_empty() {
        return Failure::usage(format!("no format has an option `{id}`"), "`scoresheet list formats` shows them");
    }
    let reads = formats::all().any(|format| find(format, id, true).is_some());
    let here = match to {
        Some(to) if !reads => format!("`{}` has no option `{id}`", to.id()),
        _ => format!("no input has an option `{id}`"),
    };
    Failure::usage(here, format!("it is one of {}", owners.join(", ")))
}
