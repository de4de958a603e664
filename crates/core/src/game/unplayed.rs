//! The texts of games whose moves could not be played, with other tags or another result.

use super::pgn::parts::GameParts;
use crate::step::{AsItStood, Dialect, TextHead};
use crate::text;
use alloc::string::String;

/// Changes the tags of such a text and the marker at its end. `None` if it is not the text of one game of PGN, in which alone
/// this is possible.
///
/// ```
/// use scoresheet_core::{game::edit_text, step::{AsItStood, Dialect}, text::Encoding};
/// let game = AsItStood { text: b"[White \"A\"]\n\n1. e4 *", encoding: Encoding::Utf8, alone: true };
/// let changed = edit_text(&game, Dialect::Pgn, &mut |head| head.tags[0].1 = "B".into());
/// assert_eq!(changed.as_deref(), Some("[White \"B\"]\n\n1. e4 *"));
/// ```
#[cold]
pub fn edit_text(game: &AsItStood<'_>, dialect: Dialect, edit: &mut dyn FnMut(TextHead<'_>)) -> Option<String> {
    if dialect != Dialect::Pgn {
        return None;
    }
    let text = text::decode(game.text, game.encoding);
    let mut parts = GameParts::of(text.trim_start_matches('\u{feff}').trim())?;
    let (tags, termination) = (parts.tags.clone(), parts.termination);
    edit(TextHead { tags: &mut parts.tags, termination: &mut parts.termination });
    if parts.tags == tags && parts.termination == termination {
        return Some(text.into_owned());
    }
    parts.text()
}
