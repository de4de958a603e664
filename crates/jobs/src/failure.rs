//! The failures that end a job early.

use scoresheet_core::error::{Code, Fault};
use scoresheet_files::{FileError, Kind};
use std::any::Any;
use std::error::Error;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a job ended before its work was done.
#[derive(Debug)]
pub enum Failure {
    /// Something in an input, and the caller asked to stop there.
    Input {
        /// The input's name, if there is one.
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
    /// The output cannot express what the input says.
    Loss(String),
    /// The caller's own code failed while it was told of the progress or did its part of the work, or a signal came. The
    /// error is the caller's, which is the only one who knows its type.
    Interrupted(Option<Box<dyn Error + Send + Sync>>),
    /// A fault of this program.
    Internal(String),
}

impl Failure {
    /// A wrong use, in these words.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Failure {
        Failure::Usage { message: message.into(), hint: hint.into() }
    }

    /// A fault that belongs to no file.
    pub fn bare(fault: Fault) -> Failure {
        Failure::Input { file: None, fault, report: None }
    }

    /// What a failure to write to an output of this name means.
    pub(crate) fn not_written(error: &io::Error, name: &str) -> Failure {
        let failure = FileError::inside(error).cloned();
        failure.unwrap_or_else(|| FileError::new(Kind::Write, name, format!("cannot write `{name}`: {error}"))).into()
    }
}

/// One line, its code first: what crosses where the failure itself cannot.
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

/// What [`Failure::Consumed`] tells people.
pub fn consumed(name: &str) -> String {
    format!("`{name}` can be read only once, and has already been read")
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::File(error)
    }
}

/// Works, and turns a panic into a failure: for threads and callbacks that must not unwind.
///
/// # Errors
/// If `work` fails or panics.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // What `work` has touched when it panics is dropped with it; nothing half-changed is seen again.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Failure::Internal(message_of(&*panic))))
}

/// What a panic says.
fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it panicked").to_owned()
}
