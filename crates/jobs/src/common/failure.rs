//! The failures that end a job early.

use scoresheet_core::error::{Code, Fault};
use scoresheet_files::{FileError, Kind};
use scoresheet_parallel::{Panicked, catch};
use std::error::Error;
use std::fmt;
use std::io;

/// The reason why a job ended early.
#[derive(Debug)]
pub enum Failure {
    /// An error in an input; the caller chose to stop at errors.
    Input {
        /// The input's name, if there is one.
        file: Option<String>,
        /// The error and its place.
        fault: Fault,
        /// The report for people, in several lines.
        report: Option<String>,
    },
    /// A file that cannot be read or written.
    File(FileError),
    /// The call requests something that is not possible.
    Usage {
        /// The fault.
        message: String,
        /// What to do instead; may be empty.
        hint: String,
    },
    /// A source that can be read once was read again.
    Consumed(String),
    /// The output cannot express all of the input.
    Loss(String),
    /// The caller's own code failed when it was notified of progress or did its part of the work, or a signal arrived.
    /// The error belongs to the caller, which alone knows its type.
    Interrupted(Option<Box<dyn Error + Send + Sync>>),
    /// A bug in this program.
    Internal(String),
}

impl Failure {
    /// A usage error with this message.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Failure {
        Failure::Usage { message: message.into(), hint: hint.into() }
    }

    /// A fault that belongs to no file.
    pub fn bare(fault: Fault) -> Failure {
        Failure::Input { file: None, fault, report: None }
    }

    /// Advice; may be empty. Options are in braces.
    pub fn hint(&self) -> &str {
        match self {
            Failure::Input { fault, .. } => fault.hint(),
            Failure::File(error) => error.hint(),
            Failure::Usage { hint, .. } => hint,
            Failure::Consumed(_) => "save it to a file, or keep what was read in memory",
            Failure::Loss(_) => "`scoresheet list losses` shows which formats can express it",
            Failure::Interrupted(_) => "",
            Failure::Internal(_) => Code::Internal.spec().hint,
        }
    }

    /// The failure for an error in writing to an output of this name.
    pub(crate) fn not_written(error: &io::Error, name: &str) -> Failure {
        let failure = FileError::inside(error).cloned();
        failure.unwrap_or_else(|| FileError::new(Kind::Write, name, format!("cannot write `{name}`: {error}"))).into()
    }
}

/// One line that starts with the code, for interfaces that cannot pass the failure itself.
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

impl Error for Failure {}

/// The message for [`Failure::Consumed`].
pub fn consumed(name: &str) -> String {
    format!("`{name}` can be read only once, and has already been read")
}

/// The failure of reading on in a process that was forked while the games were read.
pub(crate) fn forked() -> Failure {
    let message = "the games were read by the process that this one was forked from, and cannot be read on here";
    Failure::usage(message, "read them again in each process, or start processes with `spawn`")
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::File(error)
    }
}

impl From<Panicked> for Failure {
    fn from(panic: Panicked) -> Failure {
        Failure::Internal(panic.to_string())
    }
}

/// Runs `work` and converts a panic to a failure, for threads and callbacks that must not unwind.
///
/// # Errors
/// If `work` fails or panics.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // The data that `work` uses is dropped with it, so no half-changed state remains visible after a panic.
    catch(work)?
}
