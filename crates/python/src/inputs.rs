//! From what the user named to what is read: folders and archives opened, and what each input holds.

use crate::call::call;
use crate::failure::Failure;
use crate::formats::{self, Format};
use crate::settings::Settings;
use crate::tables;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use scoresheet_columns::column::{self, Column};
use scoresheet_core::detect;
use scoresheet_core::error::Code;
use scoresheet_core::notation::language::Letters;
use scoresheet_files::{FileError, Input, Source};
use std::ops::ControlFlow;

/// An input that is open, and what it holds.
pub(crate) struct Opened {
    pub(crate) source: Source,
    pub(crate) format: Format,
}

impl Opened {
    /// The piece letters to read it with: those of the settings, else those that its first games have.
    pub(crate) fn letters(&mut self, settings: &Settings) -> Result<&'static Letters, FileError> {
        match settings.letters {
            Some(letters) => Ok(letters),
            // What `open` has read is looked at again, so nothing is waited for.
            None => Ok(detect::letters(self.source.head(|| ControlFlow::Continue(()))?, &settings.limits)),
        }
    }
}

/// The inputs that these arguments name.
///
/// # Errors
/// When one is not there, or a folder holds no games.
pub(crate) fn expand(arguments: &[String]) -> Result<Vec<Input>, FileError> {
    scoresheet_files::expand(arguments, &formats::extensions())
}

/// The inputs, those in files that stand for others under the names of these.
pub(crate) fn renamed(inputs: Vec<Input>, names: &[(String, String)]) -> Vec<Input> {
    let rename = |input: Input| {
        let rest =
            |(file, name): &(String, String)| Some(format!("{name}{}", input.name().strip_prefix(file.as_str())?));
        match names.iter().find_map(rest) {
            Some(name) => input.known_as(name),
            None => input,
        }
    };
    inputs.into_iter().map(rename).collect()
}

/// Opens an input and looks at what it holds: told by the settings, else by its first bytes, else by its name, else PGN.
///
/// # Errors
/// When it cannot be opened or read, or is text that is not read here.
pub(crate) fn open(
    input: &Input,
    settings: &Settings,
    tick: impl FnMut() -> ControlFlow<()>,
) -> Result<Opened, FileError> {
    let mut source = input.open(&settings.limits)?;
    let head = source.head(tick)?;
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        let message = format!("cannot read `{}`: the text is UTF-16", input.name());
        let refused = FileError::new(scoresheet_files::Kind::Unreadable, input.name(), message);
        return Err(FileError { code: Code::EncodingUtf16, ..refused });
    }
    let format = settings.from.unwrap_or_else(|| formats::of_file(input.name(), head));
    Ok(Opened { source, format })
}

/// The columns to take of the inputs: those named; else those of the first input, where that is one of columns; else the
/// default.
///
/// # Errors
/// For a name that is not known, and when the first input cannot be looked at.
pub(crate) fn columns(inputs: &[Input], settings: &Settings) -> Result<Vec<&'static dyn Column>, Failure> {
    let first = inputs.first().filter(|input| settings.columns.is_empty() && input.size().is_some());
    if let Some(input) = first
        && let Ok(opened) = open(input, settings, || ControlFlow::Continue(()))
        && let Format::Columns(table) = opened.format
    {
        return Ok(tables::columns_of(input, opened, table)?);
    }
    resolve(&settings.columns)
}

/// The columns that these names mean; the default where there are none.
pub(crate) fn resolve(names: &[String]) -> Result<Vec<&'static dyn Column>, Failure> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    column::resolve(&names).map_err(|unknown| {
        let message = format!("there is no column or family `{}`", unknown.name);
        Failure::usage(message, format!("did you mean `{}`?", unknown.nearest))
    })
}

/// What the arguments name, as a list of dicts: `name`, `kind` and `size` in bytes, None where that is not known.
#[pyfunction]
#[pyo3(signature = (paths, options=None))]
pub(crate) fn inputs<'py>(
    py: Python<'py>,
    paths: Vec<String>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let settings = options.map_or_else(|| Ok(Settings::default()), Settings::of)?;
    let found = call(py, || {
        let inputs = expand(&paths)?;
        Ok::<_, Failure>(inputs.into_iter().map(|input| (kind(&input, &settings), input)).collect::<Vec<_>>())
    })?;
    let list = PyList::empty(py);
    for (kind, input) in found {
        let row = PyDict::new(py);
        row.set_item("name", input.name())?;
        row.set_item("kind", kind)?;
        row.set_item("size", input.size())?;
        list.append(row)?;
    }
    Ok(list)
}

/// What an input holds. What cannot be looked at, and standard input, which must not be, goes by its name.
pub(crate) fn kind(input: &Input, settings: &Settings) -> &'static str {
    let named = || settings.from.unwrap_or_else(|| formats::of_file(input.name(), b"")).id();
    if input.size().is_none() {
        return named();
    }
    open(input, settings, || ControlFlow::Continue(())).map_or_else(|_| named(), |opened| opened.format.id())
}
