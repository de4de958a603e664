//! Errors of files, with messages that name the file.

use scoresheet_core::base64::{Base64Error, PREFIX};
use scoresheet_core::error::Code;
use scoresheet_parallel::Panicked;
use std::error::Error;
use std::{fmt, io};

/// The meaning of a failure for the caller: who caused it, and how the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A path that does not exist.
    Missing,
    /// A folder or an archive without files that look like games.
    Empty,
    /// An output that already exists.
    Exists,
    /// An output that is not possible: it is a folder, has the extension of an archive, or is being written.
    Refused,
    /// An input that exists but cannot be read.
    Unreadable,
    /// An input whose compression is damaged, truncated or not supported.
    Damaged,
    /// An input that unpacks to more than a limit allows.
    Limit,
    /// An output that cannot be written.
    Write,
    /// The reader of the output has closed it, which is not reported as a failure.
    Closed,
    /// A bug in this program.
    Internal,
}

impl Kind {
    /// Whether the request was impossible, as opposed to a failure of the data or the machine.
    pub fn is_usage(self) -> bool {
        matches!(self, Kind::Missing | Kind::Empty | Kind::Exists | Kind::Refused)
    }

    /// The exit status of a program that ends with this failure.
    pub fn exit_status(self) -> u8 {
        match self {
            Kind::Closed => 0,
            kind if kind.is_usage() => 2,
            _ => 1,
        }
    }
}

/// A failure of one file.
///
/// ```
/// use scoresheet_files::{Kind, expand};
///
/// let error = expand(&["nowhere.pgn".to_owned()], &["pgn"]).unwrap_err();
/// assert_eq!(error.to_string(), "cannot read `nowhere.pgn`: no such file or folder");
/// assert_eq!((error.kind, error.kind.exit_status()), (Kind::Missing, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The stable code.
    pub code: Code,
    /// Its meaning for the caller.
    pub kind: Kind,
    /// The file, as the user named it; `a.zip:member.pgn` for a member of an archive, `-` for a standard stream.
    pub path: String,
    /// The number of decompressed bytes before the failure; in a text of base64, the number of its bytes.
    pub byte: Option<u64>,
    /// What failed and why, in one line that names the path.
    pub message: String,
    /// Advice that replaces the hint of the code; else empty.
    pub hint: &'static str,
}

impl FileError {
    /// A failure of this kind with this message.
    pub fn new(kind: Kind, path: &str, message: String) -> FileError {
        FileError { code: code(kind), kind, path: path.to_owned(), byte: None, message, hint: "" }
    }

    /// The same failure with advice of its own.
    #[must_use]
    pub(crate) fn with_hint(mut self, hint: &'static str) -> FileError {
        self.hint = hint;
        self
    }

    /// Advice; options are in braces, as in the table of codes.
    pub fn hint(&self) -> &'static str {
        if self.hint.is_empty() { self.code.spec().hint } else { self.hint }
    }

    /// The same failure, after this many unpacked bytes.
    #[must_use]
    pub fn at(mut self, byte: u64) -> FileError {
        self.byte = Some(byte);
        self
    }

    /// A folder or an archive without files that have one of these extensions.
    pub fn empty(path: &str, known: &[&str]) -> FileError {
        let endings = known.join("`, `.");
        let message = format!("`{path}` contains no games: no file name in it ends in `.{endings}`");
        FileError::new(Kind::Empty, path, message).with_hint("name the files, or name their format with `{from_}`")
    }

    /// An input that cannot be read, for the reason that the system or a server gave.
    pub fn reading(path: &str, error: &io::Error) -> FileError {
        if let Some(refusal) = error.get_ref().and_then(|inner| inner.downcast_ref::<Refusal>()) {
            return refusal.of(path);
        }
        let kind = if error.kind() == io::ErrorKind::NotFound { Kind::Missing } else { Kind::Unreadable };
        let error = FileError::new(kind, path, format!("cannot read `{path}`: {}", why(error)));
        if kind == Kind::Missing {
            error.with_hint("check the path; relative paths start in the current folder")
        } else {
            error
        }
    }

    /// An output that the system does not allow to write.
    pub(crate) fn writing(path: &str, error: &io::Error) -> FileError {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return FileError::new(Kind::Closed, path, format!("cannot write `{path}`: the reader closed the pipe"));
        }
        FileError::new(Kind::Write, path, format!("cannot write `{path}`: {}", why(error)))
    }

    /// Compressed data that cannot be decompressed.
    pub(crate) fn damaged(path: &str, why: &str) -> FileError {
        FileError::new(Kind::Damaged, path, format!("cannot unpack `{path}`: {why}"))
    }

    /// Compressed data in an unsupported format.
    pub(crate) fn unknown(path: &str, why: &str) -> FileError {
        FileError { code: Code::FileKind, ..FileError::damaged(path, why) }
    }

    /// A text that is not valid base64 after its prefix.
    pub fn base64(path: &str, error: Base64Error) -> FileError {
        let message = format!("cannot read `{path}`: its base64 is damaged: {}", error.what);
        FileError::new(Kind::Damaged, path, message).at(PREFIX.len() as u64 + error.at)
    }

    /// A bug in this program, caught while it read or wrote `path`.
    pub(crate) fn fault(path: &str, panic: &Panicked) -> FileError {
        FileError::new(Kind::Internal, path, format!("cannot continue with `{path}`: internal error: {panic}"))
    }

    /// The failure that another error wraps: an [`io::Error`], or an error that has one as its source.
    pub fn inside<'e>(mut error: &'e (dyn Error + 'static)) -> Option<&'e FileError> {
        loop {
            if let Some(told) = error.downcast_ref() {
                return Some(told);
            }
            // The source of an `io::Error` is that of the error in it, so that error must be requested explicitly.
            error = match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
                Some(inner) => inner,
                None => error.source()?,
            };
        }
    }
}

/// The response of a web server that sends no data. It is the inner error of an [`io::Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status, such as 429.
    pub status: u16,
    /// What it means, in one line.
    pub message: String,
}

impl Refusal {
    /// The failure of reading what is at `path`.
    fn of(&self, path: &str) -> FileError {
        let error = FileError::new(Kind::Unreadable, path, format!("cannot read `{path}`: {self}"));
        match self.status {
            401 | 403 => error.with_hint("if it needs a token, send that with `{headers}`; else check the URL"),
            429 => FileError { code: Code::FileBusy, ..error },
            500.. => error.with_hint("try again later"),
            _ => error.with_hint("check the URL"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Refusal {}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> io::Error {
        io::Error::other(refusal)
    }
}

/// The code of most failures of this kind; a few others are set where they occur.
fn code(kind: Kind) -> Code {
    match kind {
        Kind::Missing | Kind::Unreadable => Code::FileUnreadable,
        Kind::Empty => Code::FileKind,
        Kind::Damaged => Code::FileDamaged,
        Kind::Limit => Code::LimitRatio,
        Kind::Exists | Kind::Refused | Kind::Write | Kind::Closed => Code::WriteFailed,
        Kind::Internal => Code::Internal,
    }
}

/// The reason of the system, in our words for common ones.
pub(crate) fn why(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::StorageFull => "no space left on the disk",
        io::ErrorKind::QuotaExceeded => "the disk quota is exceeded",
        io::ErrorKind::FileTooLarge => "the file would be larger than the system allows",
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        _ => return error.to_string(),
    };
    words.to_owned()
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.byte {
            Some(byte) => write!(f, " (byte {byte})"),
            None => Ok(()),
        }
    }
}

impl Error for FileError {}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> io::Error {
        io::Error::other(error)
    }
}
