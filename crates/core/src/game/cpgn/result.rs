//! The results of games: by their numbers, and as a game implies one that does not say it.

use crate::event::Bytes;
use crate::rules::{Color, Position};
use crate::step::Termination;

/// The results by their numbers.
pub(super) const RESULTS: [Termination; 4] =
    [Termination::WhiteWins, Termination::BlackWins, Termination::Draw, Termination::Unknown];

/// The result of a game that ends on this board without saying one, by its first Result tag.
pub(super) fn implied_result(last: &Position, tag: Option<&Bytes<'_>>) -> Termination {
    if last.is_mate() {
        return if last.turn() == Color::Black { Termination::WhiteWins } else { Termination::BlackWins };
    }
    let told = tag.and_then(|raw| RESULTS.into_iter().find(|result| result.as_str().as_bytes() == &**raw));
    told.unwrap_or(Termination::Unknown)
}
