//! Boards from texts, and errors for invalid ones.

use crate::failure::Failure;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::location::Location;
use scoresheet_core::position::{PositionError, fen};
use scoresheet_core::rules;
use scoresheet_jobs::lookup;

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
    Ok(variant.map(lookup::rules).transpose()?.flatten())
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
