//! `convert`: any input to any output.

use crate::call::call;
use crate::failure::Failure;
use crate::formats::{self, Format};
use crate::host::{Caller, Host};
use crate::inputs;
use crate::options;
use crate::report::Report;
use crate::settings::Settings;
use crate::single::Single;
use crate::{to_columns, to_foreign, to_text};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scoresheet_files::{FileError, Input, Kind, Output};
use std::io;

/// Rewrites games; returns the report as a dict. Without an output, games go to standard output.
#[pyfunction]
#[pyo3(signature = (paths, output, options, progress=None))]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    paths: Vec<String>,
    output: Option<String>,
    options: &Bound<'py, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let settings = Settings::of(options)?;
    let report = call(py, || {
        let inputs = inputs::renamed(inputs::expand(&paths)?, &settings.names);
        run(&inputs, output.as_deref(), &settings, &mut Caller(progress))
    })?;
    report.to_dict(py)
}

/// The job itself.
fn run(inputs: &[Input], output: Option<&str>, settings: &Settings, host: &mut dyn Host) -> Result<Report, Failure> {
    let to = target(output, settings)?;
    if let (None, Format::Columns(_)) = (output, to) {
        let message = format!("`{}` is not text, and no output is named", to.id());
        return Err(Failure::usage(message, "name a file with `-o`, or standard output with `-o -`"));
    }
    options::check(settings, inputs, Some(to))?;
    if let Format::Games(format) = to
        && !format.spec().writes
    {
        return Err(Failure::usage(
            format!("`{}` is read only", to.id()),
            "`scoresheet list formats` shows what is written",
        ));
    }
    let create = || Output::create(output.unwrap_or("-"), settings.force);
    match to {
        Format::Games(format) => to_text::run(inputs, format, create()?, settings, host),
        Format::Foreign(format) => {
            let out = Single::create(output, format, settings.force)?;
            to_foreign::run(inputs, format, out, settings, host)
        }
        Format::Columns(table) => to_columns::run(inputs, table.kind, create()?, settings, host),
    }
}

/// What is written: told by the settings, else by the output's name, else games as text.
pub(crate) fn target(output: Option<&str>, settings: &Settings) -> Result<Format, Failure> {
    if let Some(format) = settings.to {
        return Ok(format);
    }
    match output {
        None | Some("-") => formats::find("pgn"),
        Some(name) => formats::of_name(name).ok_or_else(|| {
            let message = format!("the name `{name}` does not say what to write");
            Failure::usage(message, "name the format with `--to`")
        }),
    }
}

/// What a failure to write means.
pub(crate) fn not_written(error: &io::Error, name: &str) -> Failure {
    let failure = FileError::inside(error).cloned();
    failure.unwrap_or_else(|| FileError::new(Kind::Write, name, format!("cannot write `{name}`: {error}"))).into()
}
