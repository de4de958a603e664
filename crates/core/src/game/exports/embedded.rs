//! The text of PGN that an object holds as a string, read as the events of a game at their places in the file.

use crate::error::Code;
use crate::event::{Event, Item, What};
use crate::game::bgn::Places;
use crate::game::pgn::PgnReader;
use crate::json::unescape;
use crate::limits::Limits;
use crate::read::GameReader;
use crate::step::CommentForm;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

/// The first game of a text of PGN.
#[derive(Debug, Default)]
pub(super) struct EmbeddedGame {
    /// What it says, the tags first.
    pub(super) items: Vec<Item<'static>>,
    /// How many leading ones are its tags, among faults.
    pub(super) tags: usize,
}

impl EmbeddedGame {
    /// Reads the string with these quotes, which is JSON, in a block.
    pub(super) fn read(block: &[u8], string: Range<usize>, limits: &Limits) -> EmbeddedGame {
        let (text, places) = unescaped(block, string);
        let mut reader = PgnReader::new(&text, limits);
        let mut game = EmbeddedGame::default();
        if !reader.next_game() {
            return game;
        }
        while let Some(Item { start, what }) = reader.next_event() {
            let what = what.into_owned();
            if game.tags == game.items.len()
                && !matches!(what, What::Event(ref event) if !matches!(event, Event::Tag(_)))
            {
                game.tags += 1;
            }
            game.items.push(Item { start: places.of(start), what });
        }
        let end = reader.span().end;
        if reader.next_game() {
            let rest = Cow::Owned(text[end..].to_vec());
            game.items.push(Item { start: places.of(end), what: What::Fault(Code::Stray, rest) });
        } else {
            for comment in reader.trailing() {
                let text = Cow::Owned(comment.to_vec());
                let comment = Event::Comment { text, form: CommentForm::Braces };
                game.items.push(Item::event(places.of(end), comment));
            }
        }
        game
    }
}

/// What a string says, and from where in the block each part comes.
pub(super) fn unescaped(block: &[u8], string: Range<usize>) -> (Vec<u8>, Places) {
    let inside = &block[string.start + 1..string.end - 1];
    let (mut text, mut places, mut at) = (Vec::with_capacity(inside.len()), Places::default(), 0);
    places.mark(0, string.start + 1);
    while let Some(length) = inside[at..].iter().position(|byte| *byte == b'\\') {
        text.extend_from_slice(&inside[at..at + length]);
        at += length;
        let escape = inside.get(at..at + escape_length(&inside[at..])).unwrap_or_default();
        text.extend_from_slice(&unescape(escape).unwrap_or_default());
        at += escape.len().max(1);
        places.mark(text.len(), string.start + 1 + at);
    }
    text.extend_from_slice(&inside[at..]);
    (text, places)
}

/// How long the escape is that a text starts with.
fn escape_length(text: &[u8]) -> usize {
    let is_first_half = |digits: &[u8]| matches!(digits, [b'd' | b'D', b'8' | b'9' | b'a'..=b'b' | b'A'..=b'B', ..]);
    match text {
        [_, b'u', digits @ ..] if is_first_half(digits) => 12,
        [_, b'u', ..] => 6,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone_and_places_are_kept() {
        let block = br#"x"a\nb\u00e9\ud83d\ude00c""#;
        let (text, places) = unescaped(block, 1..block.len());
        assert_eq!(text, "a\nbé😀c".as_bytes());
        let found: Vec<_> = [0, 1, 2, 3, 5, 9].map(|at| places.of(at)).into();
        assert_eq!(found, [2, 3, 5, 6, 12, 24]);
    }
}
