//! Looks up entries of the core's lists by the names that callers use.

use crate::common::failure::Failure;
use scoresheet_core::notation::Validation;
use scoresheet_core::notation::language::{self, Letters};
use scoresheet_core::text::printable;
use scoresheet_files::TextEncoding;

/// The piece letters of this language.
///
/// # Errors
/// If there is no such language.
pub fn letters(id: &str) -> Result<&'static Letters, Failure> {
    language::find(id).ok_or_else(|| {
        let known: Vec<_> = language::ALL.iter().map(|letters| letters.id).collect();
        Failure::usage(format!("there is no language `{id}`"), format!("use one of {}", known.join(", ")))
    })
}

/// The encoding of this name.
///
/// # Errors
/// If there is no such encoding.
pub fn encoding(name: &str) -> Result<TextEncoding, Failure> {
    TextEncoding::find(name).ok_or_else(|| {
        let known: Vec<_> = TextEncoding::names().collect();
        Failure::usage(
            format!("there is no encoding `{}`", printable(name)),
            format!("use one of {}", known.join(", ")),
        )
    })
}

/// The level of validation of this name.
///
/// # Errors
/// If there is no such level.
pub fn validation(name: &str) -> Result<Validation, Failure> {
    Validation::find(name).ok_or_else(|| {
        let known: Vec<_> = Validation::ALL.iter().map(|(name, _)| format!("`{name}`")).collect();
        Failure::usage(format!("`validation={name}` is not a valid value"), format!("use one of {}", known.join(", ")))
    })
}
