//! The texts of games whose moves could not be played, with other tags or another result.

use super::pgn::parts::GameParts;
use crate::step::{AsItStood, Dialect, Termination};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;

/// What can be changed in such a text: its tags, and the marker at its end.
pub(crate) struct HeadAndMarker<'p> {
    pub(crate) tags: &'p mut Vec<(String, String)>,
    pub(crate) termination: &'p mut Option<Termination>,
}

/// The text after a change. `None` if it is not the text of one game of PGN, in which alone this is possible.
#[cold]
pub(crate) fn changed(
    game: &AsItStood<'_>,
    dialect: Dialect,
    change: impl FnOnce(HeadAndMarker<'_>),
) -> Option<String> {
    if dialect != Dialect::Pgn {
        return None;
    }
    let text = text::decode(game.text, game.encoding);
    let mut parts = GameParts::of(text.trim_start_matches('\u{feff}').trim())?;
    let (tags, termination) = (parts.tags.clone(), parts.termination);
    change(HeadAndMarker { tags: &mut parts.tags, termination: &mut parts.termination });
    if (parts.tags == tags) && parts.termination == termination {
        return Some(text.into_owned());
    }
    parts.text()
}
