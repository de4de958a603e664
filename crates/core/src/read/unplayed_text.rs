//! Text that stands where a game could not be played on when it was written.

use crate::error::{Code, Fault};
use crate::location::Location;
use crate::notation::{self, MoveError, Validation, san};
use crate::position::fen;
use crate::read::faults::plain_wording;
use crate::rules::Position;
use crate::text::shown;

/// The first word of a kept text, and why it is not played. It is not played here either, even if another notation has such
/// a move.
pub(super) fn refused_word<'t>(position: &Position, text: &'t [u8]) -> (&'t [u8], MoveError) {
    let word = text.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()).unwrap_or(text);
    let read = notation::ALL[0].read(position, word, Validation::Full);
    (word, read.err().unwrap_or(MoveError::Forbidden("it was kept as text")))
}

/// The error of a text that was kept from a game at this position, as a reader of the game's own text reports it.
///
/// ```
/// use scoresheet_core::{error::Code, location::Location, read::refused, rules::Position};
/// let error = |text| refused(&Position::start(), text, Location::default()).code;
/// assert_eq!(error("Ke3 Nc6"), Code::MoveIllegal);
/// assert_eq!(error("Nf9"), Code::MoveSyntax);
/// ```
pub fn refused(position: &Position, text: &str, at: Location) -> Fault {
    let (word, error) = refused_word(position, text.as_bytes());
    let (code, message) = if word.iter().any(u8::is_ascii_control) {
        (Code::ControlByte, plain_wording(Code::ControlByte, word).message)
    } else {
        (error.code(), san::explain(position, &shown(word), error, &notation::language::ENGLISH))
    };
    Fault::new(code, at, message, shown(word)).in_position(fen::write(position, fen::Style::default()))
}

/// The error of a text that was kept from a variation without a move that it could replace.
pub fn refused_variation(text: &str, at: Location) -> Fault {
    Fault::new(
        Code::VariationUnplayed,
        at,
        plain_wording(Code::VariationUnplayed, text.as_bytes()).message,
        text.into(),
    )
}
