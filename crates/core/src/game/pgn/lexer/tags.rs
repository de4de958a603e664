//! Tags: `[Name "value"]`, and how they are written wrongly.

use super::Lexer;
use crate::eight::{above_letters, below, find, repeat};

/// A tag as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game::pgn) struct Tag<'a> {
    pub(in crate::game::pgn) name: &'a [u8],
    pub(in crate::game::pgn) raw: &'a [u8],
    pub(in crate::game::pgn) form: TagForm,
}

/// How well a tag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game::pgn) enum TagForm {
    Whole,
    /// A quote inside the value has no backslash.
    BareQuote,
    /// The closing quote or bracket is missing.
    Unclosed,
}

impl<'a> Lexer<'a> {
    /// The tag that starts at `start`. Nothing is read where there is none.
    #[inline(always)]
    pub(super) fn tag(&mut self, start: usize) -> Option<Tag<'a>> {
        let (name, value) = tag_opening(self.text, start)?;
        let mut form = TagForm::Whole;
        let mut at = value;
        loop {
            at = find(self.text, at, [b'"', b'\\', b'\n', b'\r']);
            match self.rest(at) {
                [b'"', b']', ..] => {
                    self.at = at + 2;
                    break;
                }
                [b'"', ..] => match self.bracket_after_blanks(at + 1) {
                    Some(after) => {
                        self.at = after;
                        break;
                    }
                    None => {
                        form = TagForm::BareQuote;
                        at += 1;
                    }
                },
                [b'\\', b'"' | b'\\', ..] => at += 2,
                [b'\\', ..] => at += 1,
                _ => return Some(self.unclosed_tag(name, value, at)),
            }
        }
        Some(Tag { name, raw: self.text.get(value..at).unwrap_or_default(), form })
    }

    fn bracket_after_blanks(&self, at: usize) -> Option<usize> {
        let end = skip_blanks(self.text, at);
        (self.text.get(end) == Some(&b']')).then_some(end + 1)
    }

    /// A tag that lacks its quote or bracket and therefore ends with its line.
    #[inline(never)]
    fn unclosed_tag(&mut self, name: &'a [u8], value: usize, end: usize) -> Tag<'a> {
        self.at = end;
        let mut raw = self.since(value).trim_ascii_end();
        raw = raw.strip_suffix(b"]").unwrap_or(raw).trim_ascii_end();
        raw = raw.strip_suffix(b"\"").unwrap_or(raw);
        Tag { name, raw, form: TagForm::Unclosed }
    }
}

/// For each byte whether it may stand in a tag's name.
static NAME: [bool; 256] = names();

const fn names() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric()
            || b >= 0x80
            || matches!(b, b'_' | b'-' | b'+' | b'#' | b'=' | b':' | b'.' | b'?' | b'@' | b'`');
        byte += 1;
    }
    table
}

/// Whether `byte` may stand in a tag's name.
pub(super) fn is_name(byte: u8) -> bool {
    NAME[usize::from(byte)]
}

/// The end of the name that starts at `at`.
#[inline(always)]
fn name_end(text: &[u8], mut at: usize) -> usize {
    // Names are letters and digits but for a few, so the first byte that is none is looked for among eight.
    while let Some(&eight) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(eight);
        let stops = below(word, b'0') | above_letters(word) << 2 | word & repeat(0x80);
        if stops != 0 {
            at += (stops.trailing_zeros() / 8) as usize;
            break;
        }
        at += 8;
    }
    while text.get(at).is_some_and(|&b| is_name(b)) {
        at += 1;
    }
    at
}

/// The name of the tag that opens at `at` and where its value starts.
#[inline(always)]
pub(super) fn tag_opening(text: &[u8], at: usize) -> Option<(&[u8], usize)> {
    if text.get(at) != Some(&b'[') {
        return None;
    }
    let name_start = skip_blanks(text, at + 1);
    let name_end = name_end(text, name_start);
    let quote = skip_blanks(text, name_end);
    let name = text.get(name_start..name_end).unwrap_or_default();
    (!name.is_empty() && text.get(quote) == Some(&b'"')).then_some((name, quote + 1))
}

/// The first place from `at` that holds no blank or tab.
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}
