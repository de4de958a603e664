//! JSON made from XML, with the places of its parts in the XML.

use super::schema::is_nag;
use crate::error::Code;
use crate::game::bgn::Places;
use crate::json::{self, ValueKind, push_escaped};
use crate::xml::{TextPart, Within, pieces};
use alloc::vec::Vec;
use core::ops::Range;

/// A document as far as it has been transcribed.
#[derive(Debug, Default)]
pub(super) struct JsonOutput {
    pub(super) json: Vec<u8>,
    pub(super) places: Places,
    /// What could not be transcribed, and why.
    pub(super) flaws: Vec<(Range<usize>, Code)>,
}

/// How the content of an element is transcribed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// As a string.
    String,
    /// It is JSON.
    Json,
}

impl JsonOutput {
    /// Writes a JSON punctuation mark that comes from a place.
    pub(super) fn mark(&mut self, mark: &[u8], place: usize) {
        self.places.mark(self.json.len(), place);
        self.json.extend_from_slice(mark);
    }

    /// Writes a known key, and its colon.
    pub(super) fn key(&mut self, key: &str, place: usize) {
        self.mark(b"\"", place);
        self.json.extend_from_slice(key.as_bytes());
        self.json.extend_from_slice(b"\":");
    }

    /// Writes the text between tags or quotes.
    pub(super) fn content(&mut self, text: &[u8], span: Range<usize>, (within, content): (Within, Content)) {
        pieces(text, span, within, |part, piece| {
            self.places.mark(self.json.len(), part.start);
            let mut push = |said: &[u8]| match content {
                Content::String => push_escaped(said, &mut self.json),
                Content::Json => self.json.extend_from_slice(said),
            };
            match piece {
                TextPart::Plain => push(&text[part]),
                TextPart::Says(character) => push(character.encode_utf8(&mut [0; 4]).as_bytes()),
                TextPart::Wrong => self.flaws.push((part, Code::XmlCharacter)),
                TextPart::Entity => self.flaws.push((part, Code::XmlEntity)),
            }
        });
    }

    /// Takes back the output from `at` on.
    pub(super) fn take_back(&mut self, at: usize) {
        self.json.truncate(at);
        self.places.forget(at);
    }

    /// Checks that the output from `at` on is one value of JSON, and a string where one is required.
    ///
    /// # Errors
    /// The place in the block of the first byte that does not fit.
    pub(super) fn hold_json(&self, at: usize, string: bool) -> Result<(), usize> {
        let text = &self.json;
        let found = json::value(text, json::behind_blanks(text, at), u64::MAX).and_then(|value| {
            let end = json::behind_blanks(text, value.span.end);
            let right = end == text.len() && (!string || value.kind == ValueKind::String);
            if right { Ok(()) } else { Err(json::JsonFlaw { at: end.min(value.span.end), code: Code::JsonSyntax }) }
        });
        found.map_err(|flaw| self.places.of(flaw.at))
    }

    /// Turns the word that was written as a string at `at` into a number or `true` if it is one; otherwise it stays a
    /// string, which is invalid for such a field.
    pub(super) fn make_word(&mut self, at: usize, word: JsonWord) {
        let Some(inside) = self.json.get(at + 1..self.json.len() - 1) else { return };
        let right = match word {
            JsonWord::Number => json::value(inside, 0, 0)
                .is_ok_and(|found| found.kind == ValueKind::Number && found.span.end == inside.len()),
            JsonWord::Flag => inside == b"true",
            JsonWord::Nag => is_nag(inside),
        };
        if !right {
            return;
        }
        let place = self.places.of(at + 1);
        self.places.forget(at);
        self.json.pop();
        self.json.remove(at);
        self.places.mark(at, place);
    }
}

/// What a word may be but a string.
#[derive(Clone, Copy, Debug)]
pub(super) enum JsonWord {
    Number,
    Flag,
    Nag,
}
