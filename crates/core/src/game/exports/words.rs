//! Strings of JSON that are read word by word, and from where in the block each word comes.

use crate::event::{Bytes, Event, Item};
use crate::game::bgn::Places;
use crate::json::unescape;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

/// The words of a string.
pub(super) struct WordCursor<'a> {
    said: Bytes<'a>,
    /// The places in the block of its content, or where it starts if it has no escapes.
    places: Result<Places, usize>,
    at: usize,
}

impl<'a> WordCursor<'a> {
    /// Those of the string with these quotes, which is JSON, in a block.
    pub(super) fn new(block: &'a [u8], string: Range<usize>) -> WordCursor<'a> {
        let inside = &block[string.start + 1..string.end - 1];
        if inside.contains(&b'\\') {
            let (said, places) = unescaped(block, string);
            return WordCursor { said: Cow::Owned(said), places: Ok(places), at: 0 };
        }
        WordCursor { said: Cow::Borrowed(inside), places: Err(string.start + 1), at: 0 }
    }

    /// The next word and its place, where it is in the block as it is.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<(usize, &'a [u8])> {
        let (Cow::Borrowed(said), Err(base)) = (&self.said, &self.places) else { return None };
        self.at = next_word(said, self.at)?;
        Some((base + self.at, &said[self.at..word_end(said, self.at)]))
    }

    /// Moves past the next word.
    #[inline]
    pub(super) fn accept(&mut self, word: &[u8]) {
        self.at += word.len();
    }

    /// The next word and its place.
    pub(super) fn next(&mut self) -> Option<(usize, Bytes<'a>)> {
        let start = next_word(&self.said, self.at)?;
        self.at = word_end(&self.said, start);
        let word = match &self.said {
            Cow::Borrowed(said) => Cow::Borrowed(&said[start..self.at]),
            Cow::Owned(said) => Cow::Owned(said[start..self.at].to_vec()),
        };
        let place = match &self.places {
            Ok(places) => places.of(start),
            Err(base) => base + start,
        };
        Some((place, word))
    }

    /// The same as a move.
    pub(super) fn next_move(&mut self) -> Option<Item<'a>> {
        self.next().map(|(place, word)| Item::event(place, Event::Move(word)))
    }

    /// How many words there are.
    pub(super) fn count(mut self) -> usize {
        core::iter::from_fn(|| self.next()).count()
    }
}

/// Where the next word starts at or after a place. Nothing that precedes the blank in ASCII is in a word.
#[inline]
fn next_word(said: &[u8], at: usize) -> Option<usize> {
    Some(at + said.get(at..)?.iter().position(|byte| *byte > b' ')?)
}

#[inline]
fn word_end(said: &[u8], start: usize) -> usize {
    let length = said[start..].iter().position(|byte| *byte <= b' ');
    length.map_or(said.len(), |length| start + length)
}

/// The content of a string, and from where in the block each part comes.
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
    let is_first_half = |digits: &[u8]| matches!(digits, [b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B', ..]);
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

    #[test]
    fn words_have_their_places() {
        for (block, expected) in
            [(&br#"" e4  e5""#[..], [(2, &b"e4"[..]), (6, b"e5")]), (br#""\u00654\te5""#, [(1, b"e4"), (10, b"e5")])]
        {
            let mut words = WordCursor::new(block, 0..block.len());
            let found: Vec<_> = core::iter::from_fn(|| words.next()).collect();
            let expected: Vec<_> = expected.map(|(place, word)| (place, Bytes::Borrowed(word))).into();
            assert_eq!(found, expected);
        }
    }
}
