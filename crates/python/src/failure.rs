//! The Python exception for the failure of a job.

pub(crate) use scoresheet_jobs::Failure;

use pyo3::exceptions::{PyBrokenPipeError, PyKeyboardInterrupt, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use scoresheet_core::error::{Code, Fault};
use scoresheet_files::Kind;
use scoresheet_jobs::failure::consumed;
use scoresheet_jobs::options::hints::{Style, spelled};
use std::error::Error;

/// The parts of an exception.
pub(crate) trait IntoException {
    /// The exception of `scoresheet.errors` for a failure.
    fn into_exception(self, py: Python<'_>) -> PyErr;
}

impl IntoException for Failure {
    fn into_exception(self, py: Python<'_>) -> PyErr {
        exception(self, py).unwrap_or_else(|error| error)
    }
}

fn exception(failure: Failure, py: Python<'_>) -> PyResult<PyErr> {
    let details = PyDict::new(py);
    let hint = hint_or_none(py, failure.hint())?;
    match failure {
        Failure::Input { file, fault, report } => {
            fill(&details, &fault)?;
            details.set_item("file", file)?;
            details.set_item("report", report)?;
            raise(py, class_of(fault.code), &fault.message, &details)
        }
        // Python's exception for a reader of our output that has gone away.
        Failure::File(error) if error.kind == Kind::Closed => Ok(PyBrokenPipeError::new_err(error.message)),
        Failure::File(error) => {
            let class = match error.kind {
                Kind::Missing => "MissingFileError",
                Kind::Exists => "ExistingFileError",
                kind if kind.is_usage() => "UsageError",
                _ => class_of(error.code),
            };
            details.set_item("code", error.code.id())?;
            details.set_item("file", &error.path)?;
            details.set_item("byte", error.byte)?;
            details.set_item("hint", hint)?;
            raise(py, class, &error.message, &details)
        }
        Failure::Usage { message, .. } => raise(py, "UsageError", &message, &[("hint", hint)].into_py_dict(py)?),
        Failure::Consumed(name) => {
            details.set_item("file", &name)?;
            details.set_item("hint", hint)?;
            raise(py, "SourceConsumed", &consumed(&name), &details)
        }
        Failure::Loss(message) => {
            details.set_item("hint", hint)?;
            raise(py, "LossError", &message, &details)
        }
        Failure::Interrupted(error) => interrupted(error),
        Failure::Internal(why) => {
            details.set_item("code", Code::Internal.id())?;
            details.set_item("hint", hint)?;
            raise(py, "ScoresheetError", &format!("internal error: {why}"), &details)
        }
    }
}

/// The exception that Python code has raised within a job, or the one for a signal.
fn interrupted(error: Option<Box<dyn Error + Send + Sync>>) -> PyResult<PyErr> {
    let Some(error) = error else { return Ok(PyKeyboardInterrupt::new_err(())) };
    Ok(match error.downcast::<PyErr>() {
        Ok(raised) => *raised,
        Err(other) => PyRuntimeError::new_err(other.to_string()),
    })
}

/// The failure of a job in which Python code has raised an exception.
pub(crate) fn raised(error: PyErr) -> Failure {
    Failure::Interrupted(Some(Box::new(error)))
}

/// The exception class for a code, chosen by the first word of the code's name.
fn class_of(code: Code) -> &'static str {
    match code.id().split('-').next() {
        Some("move" | "san") => "MoveError",
        Some("fen" | "sfen" | "bcfen" | "epd" | "position" | "chess960") => "FenError",
        Some("pattern") => "PatternError",
        Some("limit") => "LimitError",
        Some("file") => "FileError",
        Some("write") => "WriteError",
        _ => "ReadError",
    }
}

fn raise(py: Python<'_>, class: &str, message: &str, details: &Bound<'_, PyDict>) -> PyResult<PyErr> {
    let error = py.import("scoresheet.errors")?.getattr(class)?.call((message,), Some(details))?;
    Ok(PyErr::from_value(error))
}

/// The details of a fault, under the names that exceptions and reports use.
pub(crate) fn fill(details: &Bound<'_, PyDict>, fault: &Fault) -> PyResult<()> {
    let known = |number: u64| Some(number).filter(|&number| number > 0);
    details.set_item("code", fault.code.id())?;
    details.set_item("game", known(fault.at.game))?;
    details.set_item("ply", fault.at.ply)?;
    details.set_item("line", known(fault.at.line))?;
    details.set_item("column", known(fault.at.column))?;
    // An error of a whole file belongs to no game.
    let is_placed = fault.at.game > 0 || fault.at.line > 0 || fault.at.byte > 0 || fault.at.bit.is_some();
    details.set_item("byte", Some(fault.at.byte).filter(|_| is_placed))?;
    details.set_item("bit", fault.at.bit)?;
    details.set_item("text", shown(&fault.text))?;
    details.set_item("fen", fault.fen.as_deref())?;
    let hint = if fault.at.game > 0 { fault.hint() } else { alone(fault) };
    details.set_item("hint", hint_or_none(details.py(), hint)?)?;
    details.set_item("place", Some(fault.at.to_string()).filter(|_| fault.at.game > 0 || fault.at.line > 0))
}

/// A hint for a single text. The hints for readers of files do not apply to it.
fn alone(fault: &Fault) -> &'static str {
    match fault.code {
        Code::MoveSyntax => "`scoresheet list notations` has an example of each notation",
        Code::MoveIllegal | Code::MoveOrdinal => "check which position the move is for, and whose turn it is there",
        Code::MoveAmbiguous => "name the file or the rank that the piece comes from, or both",
        Code::VariationUnopened | Code::Reserved => "delete it",
        code if code.is_note() && fault.hint().is_empty() => "leave out `strict` to accept it as written",
        _ => fault.hint(),
    }
}

fn shown(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// Converts the options of a hint, such as `{columns=tags}`, to the syntax of the user.
#[pyfunction]
pub(crate) fn hint(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(spelled(text, style(py)?))
}

/// The spelling of options for the current user.
pub(crate) fn style(py: Python<'_>) -> PyResult<Style> {
    let style = py.import("scoresheet._hints")?.getattr("style")?.call0()?;
    Ok(if style.extract::<&str>()? == "command" { Style::Command } else { Style::Python })
}

/// A hint as an attribute: `None` if there is none.
pub(crate) fn hint_or_none(py: Python<'_>, text: &str) -> PyResult<Option<String>> {
    if text.is_empty() { Ok(None) } else { hint(py, text).map(Some) }
}

/// The `TypeError` with the expected and the actual type.
pub(crate) fn expected(what: &str, given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(match given.get_type().fully_qualified_name() {
        Ok(kind) => format!("expected {what}, not {kind}"),
        Err(_) => format!("expected {what}"),
    })
}

/// The texts in a list. A single text is not a list of texts.
pub(crate) struct Texts(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Texts {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Texts> {
        given.extract().map(Texts).map_err(|_: PyErr| expected("a list of strings", &given))
    }
}

/// The text of an exception on one line.
pub(crate) fn line_of(py: Python<'_>, error: &PyErr) -> String {
    let message = error.value(py).to_string();
    let kind = error.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    match message.lines().next().filter(|line| !line.is_empty()) {
        Some(line) => format!("{kind}: {line}"),
        None => kind,
    }
}
