//! Text from the place where a game could not be played further when it was written.

use crate::error::{Code, Fault};
use crate::location::Location;
use crate::notation::language::{ENGLISH, Letters};
use crate::notation::{self, MoveError, Validation, san};
use crate::position::fen;
use crate::read::faults::{Wording, plain_wording};
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
    let code = code_of(word, error);
    wording_of(position, (word, code), error, &ENGLISH).fault(code, at, word)
}

/// The code of a word that is not a move.
pub(super) fn code_of(word: &[u8], error: MoveError) -> Code {
    // The words of a document are objects, with white space in them: the first part is what is read of one that was kept as
    // text.
    let mut first = word.iter().take_while(|byte| !byte.is_ascii_whitespace());
    if first.any(u8::is_ascii_control) { Code::ControlByte } else { error.code() }
}

/// What is said of a word that is not a move, with this code.
pub(super) fn wording_of(
    position: &Position,
    (word, code): (&[u8], Code),
    error: MoveError,
    letters: &Letters,
) -> Wording {
    let message = match code {
        Code::ControlByte => plain_wording(code, word).message,
        _ => san::explain(position, &shown(word), error, letters),
    };
    Wording { message, fen: Some(fen::write(position, fen::Style::default())) }
}

/// The error of a text that was kept from a variation without a move that it could replace.
pub fn refused_variation(text: &str, at: Location) -> Fault {
    let (code, text) = (Code::VariationUnplayed, text.as_bytes());
    plain_wording(code, text).fault(code, at, text)
}
