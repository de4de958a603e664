//! Tags: `[Name "value"]`, and common errors in writing them.

use crate::event::{NearTag, TagStart};
use crate::swar::{above_letters, below, find, repeat};

/// A tag as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game::pgn) struct PgnTag<'a> {
    pub(in crate::game::pgn) name: &'a [u8],
    pub(in crate::game::pgn) raw: &'a [u8],
    pub(in crate::game::pgn) form: TagForm,
    /// Whether the name holds signs besides letters, digits and `_`.
    pub(in crate::game::pgn) odd_name: bool,
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

/// The tag that starts at `start`, and its end.
#[inline(always)]
pub(super) fn tag(text: &[u8], start: usize) -> Option<(PgnTag<'_>, usize)> {
    let TagOpening { name, value, odd_name } = opening(text, start)?;
    let mut form = TagForm::Whole;
    let mut at = value;
    let end = loop {
        at = find(text, at, [b'"', b'\\', b'\n', b'\r']);
        match text.get(at..).unwrap_or_default() {
            [b'"', b']', ..] => break at + 2,
            [b'"', ..] => match bracket_after_blanks(text, at + 1) {
                Some(after) => break after,
                None => {
                    form = TagForm::BareQuote;
                    at += 1;
                }
            },
            [b'\\', b'"' | b'\\', ..] => at += 2,
            [b'\\', ..] => at += 1,
            _ => {
                let tag = unclosed_tag(name, text.get(value..at).unwrap_or_default());
                return Some((PgnTag { odd_name, ..tag }, at));
            }
        }
    };
    Some((PgnTag { name, raw: text.get(value..at).unwrap_or_default(), form, odd_name }, end))
}

fn bracket_after_blanks(text: &[u8], at: usize) -> Option<usize> {
    let end = skip_blanks(text, at);
    (text.get(end) == Some(&b']')).then_some(end + 1)
}

/// A tag that lacks its quote or bracket and therefore ends with its line, of which `rest` is what follows the first quote.
#[inline(never)]
fn unclosed_tag<'a>(name: &'a [u8], rest: &'a [u8]) -> PgnTag<'a> {
    let mut raw = rest.trim_ascii_end();
    raw = raw.strip_suffix(b"]").unwrap_or(raw).trim_ascii_end();
    raw = raw.strip_suffix(b"\"").unwrap_or(raw);
    PgnTag { name, raw, form: TagForm::Unclosed, odd_name: false }
}

/// The tag on the line that follows `at`, and its end, where nothing is unusual about it. `expected` is how
/// it opens in all likelihood, for that is quicker to compare than to find out.
#[inline(always)]
pub(super) fn near_tag<'a>(text: &'a [u8], at: usize, expected: &TagStart<'_>) -> Option<(NearTag<'a>, usize)> {
    let rest = text.get(at..)?;
    let known = expected.starts(rest);
    let (name, value) = if known {
        (rest.get(2..expected.length() - 2)?, at + expected.length())
    } else {
        let Some([b'\n', b'[']) = rest.first_chunk() else { return None };
        let TagOpening { name, value, odd_name } = opening(text, at + 1)?;
        if odd_name {
            return None;
        }
        (name, value)
    };
    let opening = text.get(at..value)?;
    let mut end = value;
    loop {
        let eight = u64::from_le_bytes(*text.get(end..)?.first_chunk()?);
        // Turned about by a bit, the quote stands right above the control characters.
        let stops = below(eight ^ repeat(b'"' ^ b' '), 0x21) | below(eight ^ repeat(b'\\'), 1);
        if stops != 0 {
            end += (stops.trailing_zeros() / 8) as usize;
            break;
        }
        end += 8;
    }
    let Some([b'"', b']']) = text.get(end..)?.first_chunk() else { return None };
    let start = at + 1;
    Some((NearTag { start, name, raw: text.get(value..end)?, opening, known }, end + 2))
}

pub(super) use crate::name::may_stand as is_name;

/// Whether a byte of a name is none of those that names are made of: letters, digits and `_`.
#[inline(always)]
pub(super) fn is_odd(byte: u8) -> bool {
    byte.is_ascii_punctuation() && byte != b'_'
}

/// The end of the name that starts at `at`, and whether the name is an odd one.
#[inline(always)]
fn name_end(text: &[u8], mut at: usize) -> (usize, bool) {
    // Names are letters and digits except for a few, so the first byte that is not one is looked for among eight.
    while let Some(&eight) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(eight);
        let stops = below(word, b'0') | above_letters(word) << 2 | word & repeat(0x80);
        if stops != 0 {
            at += (stops.trailing_zeros() / 8) as usize;
            break;
        }
        at += 8;
    }
    let mut odd = false;
    while let Some(&b) = text.get(at).filter(|&&b| is_name(b)) {
        odd |= is_odd(b);
        at += 1;
    }
    (at, odd)
}

/// How a tag opens.
struct TagOpening<'a> {
    name: &'a [u8],
    /// Where the value starts.
    value: usize,
    odd_name: bool,
}

/// The name of the tag that opens at `at` and where its value starts.
#[inline(always)]
pub(super) fn tag_opening(text: &[u8], at: usize) -> Option<(&[u8], usize)> {
    opening(text, at).map(|TagOpening { name, value, .. }| (name, value))
}

#[inline(always)]
fn opening(text: &[u8], at: usize) -> Option<TagOpening<'_>> {
    if text.get(at) != Some(&b'[') {
        return None;
    }
    let name_start = skip_blanks(text, at + 1);
    let (name_end, odd_name) = name_end(text, name_start);
    let quote = skip_blanks(text, name_end);
    let name = text.get(name_start..name_end).unwrap_or_default();
    let is_tag = !name.is_empty() && text.get(quote) == Some(&b'"');
    is_tag.then_some(TagOpening { name, value: quote + 1, odd_name })
}

/// The first place from `at` that holds no blank or tab.
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}
