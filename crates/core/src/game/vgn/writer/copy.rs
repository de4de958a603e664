//! Games that are not played, copied unchanged.

use crate::dialect::vgn::codes;
use crate::game::vgn::lexer::{VgnLexer, VgnToken, unescape};
use crate::step::{AsItStood, Dialect};
use crate::text::{self, Encoding};
use alloc::vec::Vec;

/// Appends a game unchanged, text in UTF-8; returns whether it ends with bytes.
pub(super) fn append(dialect: Dialect, whole: &AsItStood<'_>, out: &mut Vec<u8>) -> bool {
    let game = whole.text;
    let data = if dialect == Dialect::Vgn { data(game) } else { None };
    let words = text::decode(game.get(..data.unwrap_or(game.len())).unwrap_or_default(), whole.encoding);
    out.extend_from_slice(words.trim_start_matches('\u{feff}').trim().as_bytes());
    match data {
        Some(at) => out.extend_from_slice(game.get(at..).unwrap_or_default()),
        None => out.push(b'\n'),
    }
    data.is_some()
}

/// Where the bytes start of a game whose moves are bytes.
fn data(game: &[u8]) -> Option<usize> {
    let mut lexer = VgnLexer::new(game, 0);
    while let Some((_, token)) = lexer.next_tag() {
        if let VgnToken::Tag(tag) = token
            && tag.name.eq_ignore_ascii_case(b"MoveFormat")
            && codes::move_format(&text::decode(&unescape(tag.raw), Encoding::Each)).is_some_and(|format| format.binary)
        {
            return Some(lexer.at());
        }
    }
    None
}
