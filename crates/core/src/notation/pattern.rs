//! The patterns of moves as parts of larger ones.

use super::{Last, MoveNotation, Validation};
use crate::pattern::in_any_case;
use crate::rules::Position;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The expression that the moves of a notation fit where nothing of them is a leniency, to be used in larger patterns.
pub fn pattern_of(notation: &dyn MoveNotation) -> String {
    let pattern = notation.spec().pattern;
    let pattern = pattern.strip_suffix(r"\Z").unwrap_or(pattern);
    let plain = match pattern.strip_prefix("(?ai)^") {
        Some(pattern) => in_any_case(pattern),
        None => pattern.strip_prefix('^').unwrap_or(pattern).into(),
    };
    let start = Position::start();
    let (mut null, pass) = (Vec::new(), start.null_move());
    let is_noted = notation.write(&start, pass, Last::No, &mut null).is_ok()
        && notation.read(&start, &null, Validation::Full).is_ok_and(|named| !named.notes.is_empty());
    // A null move that is noted is one alternative among others.
    match plain.strip_suffix(&format!("|{})", String::from_utf8_lossy(&null))).filter(|_| is_noted) {
        Some(moves) => format!("{moves})"),
        None => plain,
    }
}
