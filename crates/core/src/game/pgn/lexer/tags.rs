//! Tags: `[Name "value"]`, and common errors in writing them.

use crate::error::Code;
use crate::event::{NearTag, TagStart};
use crate::name::{ends_as_name, space_in};
use crate::swar::{self, above_letters, below, find, repeat};
use crate::text::{is_other_space, other_space};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::hint::select_unpredictable;

/// A tag as it is in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game::pgn) struct PgnTag<'a> {
    pub(in crate::game::pgn) name: &'a [u8],
    pub(in crate::game::pgn) raw: &'a [u8],
    pub(in crate::game::pgn) form: TagForm,
    /// What is to be noted of how it opens.
    pub(in crate::game::pgn) note: Option<Code>,
}

/// How well a tag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game::pgn) enum TagForm {
    Whole,
    /// A quote inside the value has no backslash.
    BareQuote,
    /// The closing quote or bracket is missing.
    Unclosed,
    /// The value continues in the next line.
    Wrapped,
    /// The text ends in it.
    Cut,
}

/// The tag that starts at `start`, and its end.
#[inline(always)]
pub(super) fn tag(text: &[u8], start: usize) -> Option<(PgnTag<'_>, usize)> {
    let TagOpening { name, value, note } = opening(text, start)?;
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
                let (tag, end) = unclosed_tag(text, name, value, at);
                return Some((PgnTag { note, ..tag }, end));
            }
        }
    };
    Some((PgnTag { name, raw: text.get(value..at).unwrap_or_default(), form, note }, end))
}

fn bracket_after_blanks(text: &[u8], at: usize) -> Option<usize> {
    let end = skip_blanks(text, at);
    (text.get(end) == Some(&b']')).then_some(end + 1)
}

/// A tag that lacks its quote or bracket in its line, which ends at `line_end`; and its end. Its value starts at `value`.
#[inline(never)]
fn unclosed_tag<'a>(text: &'a [u8], name: &'a [u8], value: usize, line_end: usize) -> (PgnTag<'a>, usize) {
    if let Ok(end) = wrapped_end(text, line_end) {
        let raw = text.get(value..end).unwrap_or_default();
        return (PgnTag { name, raw, form: TagForm::Wrapped, note: None }, end + 2);
    }
    let mut raw = text.get(value..line_end).unwrap_or_default().trim_ascii_end();
    raw = raw.strip_suffix(b"]").unwrap_or(raw).trim_ascii_end();
    raw = raw.strip_suffix(b"\"").unwrap_or(raw);
    let form = if line_end == text.len() { TagForm::Cut } else { TagForm::Unclosed };
    (PgnTag { name, raw, form, note: None }, line_end)
}

/// How many more lines the value of a tag may have.
const MORE_LINES: usize = 3;

/// Where the value of a tag that continues after the end of its line ends: at `"]` in one of the next lines, none of
/// which is empty or looks like a tag.
///
/// # Errors
/// If it does not continue: whether it might if more text followed.
fn wrapped_end(text: &[u8], line_end: usize) -> Result<usize, bool> {
    let mut end = line_end;
    for _ in 0..MORE_LINES {
        let rest = text.get(end..).unwrap_or_default();
        let start = (end + if rest.starts_with(b"\r\n") { 2 } else { 1 }).min(text.len());
        end = find(text, start, [b'\n', b'\r']);
        let line = text.get(start..end).unwrap_or_default();
        let is_cut = end == text.len();
        if line.trim_ascii().is_empty() || matches!(line, [b'[' | b'%', ..]) {
            return Err(is_cut && line.trim_ascii().is_empty());
        }
        if let Some(quote) = line.windows(2).position(|pair| pair == b"\"]") {
            let is_last = line.trim_ascii_end().len() == quote + 2;
            // At the end of a block, another game may start on the same line.
            return if is_last && !is_cut { Ok(start + quote) } else { Err(is_last) };
        }
        if is_cut {
            return Err(true);
        }
    }
    Err(false)
}

/// Whether a tag that lacks its quote or bracket in its line, which ends at `line_end`, might have them if more text followed.
#[cold]
pub(in crate::game::pgn) fn may_go_on(text: &[u8], line_end: usize) -> bool {
    wrapped_end(text, line_end) == Err(true)
}

/// A value of several lines in one.
#[cold]
pub(in crate::game::pgn) fn unwrapped(raw: &[u8]) -> Cow<'_, [u8]> {
    let lines = raw.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    Cow::Owned(lines.collect::<Vec<_>>().join(&b' '))
}

/// The end of a text in brackets at `start` that is not a tag: after the closing bracket, or at the end of the line.
pub(super) fn bracket_end(text: &[u8], start: usize) -> usize {
    let line_end = find(text, start, [b'\n', b'\r']);
    let line = text.get(start..line_end).unwrap_or_default();
    line.iter().position(|&byte| byte == b']').map_or(line_end, |at| start + at + 1)
}

/// The only possible name and value of a text in brackets that is not a tag: `[Round 4.2]`, or a value with
/// other quotes or after a sign.
#[cold]
pub(in crate::game::pgn) fn meant(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let inner = text.strip_prefix(b"[")?.strip_suffix(b"]")?.trim_ascii();
    let length = inner.iter().take_while(|&&byte| is_name(byte) && !is_odd(byte) && byte < 0x80).count();
    let (name, rest) = inner.split_at(length);
    if !name.first()?.is_ascii_uppercase() {
        return None;
    }
    let rest = rest.trim_ascii();
    let rest = rest.strip_prefix(b"=").or_else(|| rest.strip_prefix(b":")).unwrap_or(rest).trim_ascii();
    let quoted =
        QUOTES.iter().find_map(|(open, close)| rest.strip_prefix(open.as_bytes())?.strip_suffix(close.as_bytes()));
    let value = quoted.unwrap_or(rest);
    let holds_quotes = QUOTES.iter().any(|(open, close)| holds(value, open) || holds(value, close));
    let is_one_word = quoted.is_some() || !value.is_empty() && !value.iter().any(u8::is_ascii_whitespace);
    (is_one_word && !holds_quotes && !value.contains(&b'[')).then_some((name, value))
}

/// Quotes that are typed for `"`. The same sign may open and close.
const QUOTES: [(&str, &str); 6] = [("\"", "\""), ("“", "”"), ("„", "“"), ("”", "”"), ("‘", "’"), ("«", "»")];

fn holds(text: &[u8], part: &str) -> bool {
    text.windows(part.len()).any(|window| window == part.as_bytes())
}

/// The tag on the line that follows `at`, and its end, if nothing is unusual about it. `expected` is how
/// it opens in all likelihood, for that is quicker to compare than to find out.
#[inline(always)]
pub(super) fn near_tag<'a>(text: &'a [u8], at: usize, expected: &TagStart<'_>) -> Option<(NearTag<'a>, usize)> {
    let rest = text.get(at..)?;
    let known = expected.starts(rest);
    let (name, value) = if known {
        (rest.get(2..expected.length() - 2)?, at + expected.length())
    } else {
        let Some([b'\n', b'[']) = rest.first_chunk() else { return None };
        let TagOpening { name, value, note } = opening(text, at + 1)?;
        // The place of the name in a known opening is counted, so there is one blank after it and none before it.
        let is_usual = value - at == name.len() + "\n[ \"".len() && !matches!(rest.get(2), Some(b' ' | b'\t'));
        if note.is_some() || !is_usual {
            return None;
        }
        (name, value)
    };
    let opening = text.get(at..value)?;
    let end = value_end(text, value)?;
    let start = at + 1;
    Some((NearTag { start, name, raw: text.get(value..end)?, opening, known }, end + 2))
}

/// The end of the tag on the next line if it opens as expected and nothing is unusual about its value.
#[inline(always)]
pub(in crate::game::pgn) fn usual_end(text: &[u8], at: usize, expected: &TagStart<'_>) -> Option<usize> {
    if !expected.starts(text.get(at..)?) {
        return None;
    }
    Some(value_end(text, at + expected.length())? + "\"]".len())
}

/// Where the value that starts here ends, if nothing is unusual about it and a bracket follows its quote.
#[inline(always)]
fn value_end(text: &[u8], value: usize) -> Option<usize> {
    let mut end = value;
    loop {
        // Most values have fewer than sixteen bytes, so that there are few jumps that nobody can predict.
        let (first, second) = text.get(end..)?.first_chunk::<16>()?.split_at(8);
        let (first, second) = (value_stops(swar::first(first)), value_stops(swar::first(second)));
        if first | second != 0 {
            let (stops, before) = select_unpredictable(first != 0, (first, 0), (second, 8));
            end += before + (stops.trailing_zeros() / 8) as usize;
            break;
        }
        end += 16;
    }
    matches!(text.get(end..)?.first_chunk(), Some([b'"', b']'])).then_some(end)
}

/// The high bit of the first byte that is a quote, a backslash or a control character. Above it there may be more bits.
#[inline(always)]
fn value_stops(eight: u64) -> u64 {
    // With one bit flipped, the quote comes directly after the control characters.
    below(eight ^ repeat(b'"' ^ b' '), 0x21) | below(eight ^ repeat(b'\\'), 1)
}

pub(super) use crate::name::may_stand as is_name;

/// Whether a byte is not one that names are made of: letters, digits and `_`.
#[inline(always)]
pub(super) fn is_odd(byte: u8) -> bool {
    byte.is_ascii_punctuation() && byte != b'_'
}

/// The end of the name that starts at `at`, and whether the name needs a closer look.
#[inline(always)]
fn name_end(text: &[u8], mut at: usize) -> (usize, bool) {
    // Names are letters and digits except for a few, so the first byte that is not one is looked for among eight.
    while let Some(&eight) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(eight);
        // The colon is the only sign among digits and letters that has bits of its own.
        let colons = below(word ^ repeat(b':'), 1);
        let stops = below(word, b'0') | above_letters(word) << 2 | word & repeat(0x80) | colons;
        if stops != 0 {
            at += (stops.trailing_zeros() / 8) as usize;
            break;
        }
        at += 8;
    }
    let mut odd = false;
    while let Some(&b) = text.get(at).filter(|&&b| is_name(b)) {
        // A space beyond ASCII may end the name.
        odd |= is_odd(b) || b >= 0x80;
        at += 1;
    }
    (at, odd)
}

/// How a tag opens.
struct TagOpening<'a> {
    name: &'a [u8],
    /// Where the value starts.
    value: usize,
    note: Option<Code>,
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
    if odd_name || !is_tag {
        return odd_opening(text, name_start);
    }
    Some(TagOpening { name, value: quote + 1, note: None })
}

/// The same for a tag whose name has other signs than letters, digits and `_`, which has other spaces than those of ASCII, or
/// whose name is in the next line.
#[cold]
fn odd_opening(text: &[u8], at: usize) -> Option<TagOpening<'_>> {
    let (mut name_start, before) = skip_spaces(text, at);
    let rest = text.get(name_start..)?;
    let line_end = if rest.starts_with(b"\r\n") { 2 } else { usize::from(matches!(rest, [b'\n' | b'\r', ..])) };
    if line_end > 0 {
        name_start = skip_blanks(text, name_start + line_end);
    }
    let rest = text.get(name_start..)?;
    let name = &rest[..rest.iter().position(|&byte| !is_name(byte)).unwrap_or(rest.len())];
    let name = &name[..space_in(name).unwrap_or(name.len())];
    let (quote, behind) = skip_spaces(text, name_start + name.len());
    if text.get(quote) != Some(&b'"') || !ends_as_name(name) {
        return None;
    }
    let odd_name = name.iter().any(|&byte| is_odd(byte));
    let note = match (line_end > 0, before || behind) {
        (true, _) => Some(Code::TagSyntax),
        (_, true) => Some(Code::SpaceSpelling),
        _ => odd_name.then_some(Code::TagName),
    };
    Some(TagOpening { name, value: quote + 1, note })
}

/// The first place from `at` that holds no space of any kind, and whether one outside ASCII was passed.
pub(super) fn skip_spaces(text: &[u8], mut at: usize) -> (usize, bool) {
    let mut other = false;
    loop {
        at = skip_blanks(text, at);
        let rest = text.get(at..).unwrap_or_default();
        let lone = usize::from(rest.first().is_some_and(|&byte| is_other_space(byte)));
        match other_space(rest).max(lone) {
            0 => return (at, other),
            length => {
                at += length;
                other = true;
            }
        }
    }
}

/// The first place from `at` that holds no blank or tab.
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}
