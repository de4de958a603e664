//! What ends a job, and the Python exception it becomes.

use pyo3::exceptions::{PyBrokenPipeError, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use scoresheet_core::error::{Code, Fault};
use scoresheet_files::{FileError, Kind};
use std::fmt;

/// Why a job ended before its work was done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something in an input, and the caller asked to stop there.
    Input {
        /// The input's name, where there is one.
        file: Option<String>,
        /// What and where.
        fault: Fault,
        /// The lines for people.
        report: Option<String>,
    },
    /// A file that cannot be read or written.
    File(FileError),
    /// The call asks for something that cannot be.
    Usage {
        /// What.
        message: String,
        /// What to do instead; may be empty.
        hint: String,
    },
    /// A source that can be read once was read again.
    Consumed(String),
    /// The output cannot say what the input says.
    Loss(String),
    /// The caller's own code raised while it was told of the progress, or a signal came.
    Interrupted(Option<PyErr>),
    /// A fault of this program.
    Internal(String),
}

impl Failure {
    /// A wrong use, in these words.
    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Failure {
        Failure::Usage { message: message.into(), hint: hint.into() }
    }

    /// A fault that belongs to no file.
    pub(crate) fn bare(fault: Fault) -> Failure {
        Failure::Input { file: None, fault, report: None }
    }

    /// The exception of `scoresheet.errors` that says this.
    pub(crate) fn into_exception(self, py: Python<'_>) -> PyErr {
        self.exception(py).unwrap_or_else(|error| error)
    }

    fn exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let details = PyDict::new(py);
        match self {
            Failure::Input { file, fault, report } => {
                fill(&details, &fault)?;
                details.set_item("file", file)?;
                details.set_item("report", report)?;
                raise(py, class_of(fault.code), &fault.message, &details)
            }
            // Python's own way to say that whoever read our output has gone.
            Failure::File(error) if error.kind == Kind::Closed => Ok(PyBrokenPipeError::new_err(error.message)),
            Failure::File(error) => {
                let class = if error.kind.is_usage() { "UsageError" } else { class_of(error.code) };
                details.set_item("code", error.code.id())?;
                details.set_item("file", &error.path)?;
                details.set_item("byte", error.byte)?;
                details.set_item("hint", shown(error.code.spec().hint))?;
                raise(py, class, &error.message, &details)
            }
            Failure::Usage { message, hint } => {
                raise(py, "UsageError", &message, &[("hint", shown(&hint))].into_py_dict(py)?)
            }
            Failure::Consumed(name) => {
                details.set_item("file", &name)?;
                details.set_item("hint", "save it to a file, or keep what was read in memory")?;
                raise(py, "SourceConsumed", &consumed(&name), &details)
            }
            Failure::Loss(message) => raise(py, "LossError", &message, &details),
            Failure::Interrupted(error) => Ok(error.unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))),
            Failure::Internal(why) => {
                details.set_item("code", Code::Internal.id())?;
                details.set_item("hint", Code::Internal.spec().hint)?;
                raise(py, "ScoresheetError", &format!("a fault of this program: {why}"), &details)
            }
        }
    }
}

/// One line, its code first: what crosses where an exception cannot.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input { file, fault, .. } => {
                let file = file.as_ref().map_or(String::new(), |file| format!("{file}: "));
                write!(f, "{}: {file}{fault}", fault.code.id())
            }
            Failure::File(error) => write!(f, "{}: {error}", error.code.id()),
            Failure::Usage { message, .. } => write!(f, "usage: {message}"),
            Failure::Consumed(name) => write!(f, "source-consumed: {}", consumed(name)),
            Failure::Loss(message) => write!(f, "loss: {message}"),
            Failure::Interrupted(_) => f.write_str("interrupted"),
            Failure::Internal(why) => write!(f, "{}: {why}", Code::Internal.id()),
        }
    }
}

fn consumed(name: &str) -> String {
    format!("`{name}` can be read once, and was read already")
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::File(error)
    }
}

/// The class that stands for a code, told by the first word of its name.
fn class_of(code: Code) -> &'static str {
    match code.id().split('-').next() {
        Some("move" | "san") => "MoveError",
        Some("fen" | "sfen" | "bcfen" | "epd" | "position" | "chess960") => "FenError",
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

/// What a fault says of itself, by the names that exceptions and reports use.
pub(crate) fn fill(details: &Bound<'_, PyDict>, fault: &Fault) -> PyResult<()> {
    let known = |number: u64| Some(number).filter(|&number| number > 0);
    details.set_item("code", fault.code.id())?;
    details.set_item("game", known(fault.at.game))?;
    details.set_item("ply", fault.at.ply)?;
    details.set_item("line", known(fault.at.line))?;
    details.set_item("column", known(fault.at.column))?;
    details.set_item("byte", Some(fault.at.byte).filter(|_| fault.at.game > 0 || fault.at.line > 0))?;
    details.set_item("text", shown(&fault.text))?;
    details.set_item("fen", fault.fen.as_deref())?;
    // What a reader of files can do is no advice for a move that was asked for by itself; what a board is made of is.
    let helps = fault.at.game > 0 || class_of(fault.code) == "FenError";
    details.set_item("hint", shown(fault.hint()).filter(|_| helps))?;
    details.set_item("place", Some(fault.at.to_string()).filter(|_| fault.at.game > 0 || fault.at.line > 0))
}

fn shown(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
