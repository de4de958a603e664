//! A game as text without its moves, for games of which nothing else is stored.

use crate::step::Termination;
use alloc::string::String;

/// The tags and the marker of a game as a text of the dialect that the tags name. A reader finds in it where the game
/// starts and what is wrong with that, as in the text of the whole game.
///
/// ```
/// use scoresheet_core::{dialect::head_text, step::Termination};
/// let text = head_text::of([("White", "A \"B\"")], Some(Termination::Draw));
/// assert_eq!(text, "[White \"A \\\"B\\\"\"]\n\n1/2-1/2\n\n");
/// ```
pub fn of<'t>(tags: impl IntoIterator<Item = (&'t str, &'t str)>, termination: Option<Termination>) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        text.extend(["[", name, " \""]);
        for letter in value.chars() {
            match letter {
                '\\' | '"' => text.extend(['\\', letter]),
                '\n' | '\r' => text.push(' '),
                _ => text.push(letter),
            }
        }
        text.push_str("\"]\n");
    }
    text.extend(["\n", termination.unwrap_or(Termination::Unknown).as_str(), "\n\n"]);
    text
}
