//! Errors of columns and columnar files.

use arrow_schema::ArrowError;
use parquet::errors::ParquetError;
use scoresheet_core::error::Code;
use scoresheet_parallel::Cancelled;
use std::{fmt, io};

/// The reason why columns could not be written, sorted or read.
#[derive(Debug)]
pub enum Error {
    /// The file, or a temporary one, could not be written or read.
    Io(io::Error),
    /// The file is damaged, or of an unsupported kind.
    Damaged {
        /// The evidence.
        why: String,
        /// The place of the damage, or a place before it.
        byte: Option<u64>,
    },
    /// The file declares more data than a limit allows.
    Limit {
        /// What exceeds the limit.
        why: String,
        /// The place of the declaration.
        byte: u64,
    },
    /// The columns lack data to restore games; these families have it.
    Missing(Vec<&'static str>),
}

impl Error {
    /// A damaged or unsupported file.
    pub(crate) fn damaged(why: impl Into<String>) -> Error {
        Error::Damaged { why: why.into(), byte: None }
    }

    /// The same error, at this place if it has none.
    #[must_use]
    pub(crate) fn near(self, place: u64) -> Error {
        match self {
            Error::Damaged { why, byte } => Error::Damaged { why, byte: byte.or(Some(place)) },
            other => other,
        }
    }

    /// The byte of the file at which it was found.
    pub fn byte(&self) -> Option<u64> {
        match self {
            Error::Damaged { byte, .. } => *byte,
            Error::Limit { byte, .. } => Some(*byte),
            Error::Io(_) | Error::Missing(_) => None,
        }
    }

    /// The code of the error registry.
    pub fn code(&self) -> Code {
        match self {
            Error::Io(_) => Code::WriteFailed,
            Error::Damaged { .. } => Code::FileDamaged,
            Error::Limit { .. } => Code::LimitRatio,
            Error::Missing(_) => Code::ColumnsMissing,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::Damaged { why, .. } => write!(f, "it is damaged or truncated: {why}"),
            Error::Limit { why, .. } => f.write_str(why),
            Error::Missing(families) => {
                write!(f, "the file lacks `{}`, required to write games", families.join("`, `"))
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Cancelled> for Error {
    fn from(_: Cancelled) -> Error {
        Error::Io(io::Error::other("writing was stopped"))
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}

/// An I/O error must be distinguished from a damaged file, because it may be a full disk or a closed pipe.
impl From<ArrowError> for Error {
    fn from(error: ArrowError) -> Error {
        match error {
            ArrowError::IoError(_, error) => Error::Io(error),
            ArrowError::ExternalError(error) => external(error),
            error => Error::damaged(error.to_string()),
        }
    }
}

impl From<ParquetError> for Error {
    fn from(error: ParquetError) -> Error {
        match error {
            ParquetError::External(error) => external(error),
            error => Error::damaged(error.to_string()),
        }
    }
}

fn external(error: Box<dyn std::error::Error + Send + Sync>) -> Error {
    match error.downcast::<io::Error>() {
        Ok(error) => Error::Io(*error),
        Err(error) => Error::damaged(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_stays_one() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        for error in [Error::from(ParquetError::from(full())), Error::from(ArrowError::from(full()))] {
            assert!(matches!(&error, Error::Io(io) if io.kind() == io::ErrorKind::StorageFull), "{error:?}");
            assert_eq!(error.code(), Code::WriteFailed);
        }
    }
}
