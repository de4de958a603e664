//! Distinguishes lists of games in UCI moves from games of PGN in coordinates.

use super::text_lines::first_lines;
use crate::notation::{MoveNotation, Validation, uci};
use crate::rules::Position;
use alloc::vec::Vec;

/// Whether a source that starts with `head` is surely a list of games in UCI moves. Its lines are games of their own, not
/// the lines of one game: so the second one must not be a possible continuation of the first.
pub(in crate::game) fn is_list(head: &[u8]) -> bool {
    let mut position = Position::start();
    let mut lines = first_lines(head);
    let Some(first) = lines.next() else { return false };
    if first.starts_with(b"position startpos") || first.starts_with(b"position fen ") {
        return true;
    }
    let played = |position: &mut Position, word: &[u8]| match uci::Uci.read(position, word, Validation::Full) {
        Ok(named) => {
            position.play_unchecked(named.mv);
            true
        }
        Err(_) => false,
    };
    let is_marker = |word: &[u8]| matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
    let words = |line: &'_ [u8]| {
        line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let mut marked = false;
    for word in words(first) {
        if marked || !is_marker(&word) && !played(&mut position, &word) {
            return false;
        }
        marked = is_marker(&word);
    }
    let Some(second) = lines.next().map(words) else { return false };
    let mut other = Position::start();
    let goes_on = !marked && second.iter().all(|word| is_marker(word) || played(&mut position, word));
    !goes_on && second.iter().all(|word| is_marker(word) || played(&mut other, word))
}
