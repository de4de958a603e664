//! Looks up entries of the core's lists by the names that callers use.

use crate::common::failure::Failure;
use scoresheet_core::dialect::{self, Unsupported};
use scoresheet_core::notation::Validation;
use scoresheet_core::notation::language::{self, Letters};
use scoresheet_core::rules::{NAMED, Rules};
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

/// The rules with a name or a code that positions are played by; `None` for those of the position that a game has.
///
/// # Errors
/// For a name that is not known, and for rules that are not played here.
pub fn rules(name: &str) -> Result<Option<Rules>, Failure> {
    let played = || {
        let played = NAMED.iter().filter(|named| named.rules.is_played().is_ok());
        format!("use one of {}", played.map(|named| format!("`{}`", named.id)).collect::<Vec<_>>().join(", "))
    };
    dialect::variant(name).map_err(|why| match why {
        Unsupported::Unknown => Failure::usage(format!("there are no rules called `{name}`"), played()),
        why => Failure::usage(format!("positions of `{name}` cannot be played: {why}"), played()),
    })
}
