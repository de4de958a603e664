//! Where games of VGN and of PGN start and end in one file. Bytes of a binary game may look like anything, so the only way to
//! know is to go from game to game.

use crate::game::{pgn, vgn};
use crate::limits::Limits;

/// The length of the leading part of `bytes` that is whole games, as [`crate::game::GameFormat::cut`] describes.
pub(super) fn cut(bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
    if last {
        return Some(bytes.len());
    }
    let mut whole = None;
    let mut at = 0;
    while let Some(end) = end_of_game(bytes, at, limits) {
        // A block that started with `%` would be read as an escaped line, which this may not be in its place.
        if bytes.get(end).is_some_and(|next| *next != b'%') {
            whole = Some(end);
        }
        at = end;
    }
    whole
}

/// Where the game that starts at `at` ends; `None` if more bytes are needed to know.
fn end_of_game(bytes: &[u8], at: usize, limits: &Limits) -> Option<usize> {
    vgn::is_another(bytes, at).ok()?;
    let tags = vgn::ReadTags::look(bytes, at, limits);
    if tags.end >= bytes.len() {
        None
    } else if tags.are_pgn() {
        pgn::frame::first(bytes.get(at..)?, limits).map(|length| at + length)
    } else {
        vgn::end_of_game(bytes, &tags, limits)
    }
}
