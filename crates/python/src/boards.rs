//! Boards from texts, and errors for invalid ones.

use crate::failure::Failure;
use scoresheet_core::dialect::{self, Unsupported};
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::location::Location;
use scoresheet_core::position::{PositionError, fen};
use scoresheet_core::rules;

/// The position for a FEN under the rules with this name.
pub(crate) fn from_fen(fen: Option<&str>, variant: Option<&str>) -> Result<rules::Position, Failure> {
    let rules = rules_of(variant)?;
    let Some(text) = fen else {
        return Ok(rules.map_or_else(rules::Position::start, rules::Position::start_of));
    };
    fen::read(text.as_bytes(), rules).map(|(position, _)| position).map_err(|error| refused(text, &error))
}

/// The rules with this name.
pub(crate) fn rules_of(variant: Option<&str>) -> Result<Option<rules::Rules>, Failure> {
    let played = || {
        let played = rules::NAMED.iter().filter(|named| named.rules.is_played().is_ok());
        format!("use one of {}", played.map(|named| format!("`{}`", named.id)).collect::<Vec<_>>().join(", "))
    };
    match variant.map(|name| dialect::variant(name).map_err(|why| (name, why))) {
        None => Ok(None),
        Some(Ok(rules)) => Ok(rules),
        Some(Err((name, Unsupported::Unknown))) => {
            Err(Failure::usage(format!("there are no rules called `{name}`"), played()))
        }
        Some(Err((name, why))) => {
            Err(Failure::usage(format!("positions of `{name}` cannot be played: {why}"), played()))
        }
    }
}

/// The error for a position text that was refused.
pub(crate) fn refused(text: &str, error: &PositionError) -> Failure {
    let shown: String = text.chars().take(scoresheet_core::error::TEXT_SHOWN).collect();
    Failure::bare(Fault::new(
        error.code,
        Location::default(),
        format!("cannot read `{shown}`: {}", error.message),
        shown,
    ))
}

/// A leniency that strict reading refuses.
pub(crate) fn noted(code: Code, text: &str) -> Failure {
    refused(text, &PositionError { code, at: 0, message: code.spec().doc.into() })
}
