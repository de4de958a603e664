//! Tags: `[Name "value"]`, and other accepted spellings.

use crate::error::Code;
use crate::name::{is_plain_byte, may_stand};
use crate::swar::{below, find, not_alphanumeric, repeat};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A tag as it is in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VgnTag<'a> {
    /// The name.
    pub name: &'a [u8],
    /// The value with its escapes: [`unescape`] undoes them.
    pub raw: &'a [u8],
    /// The leniencies it took to read it.
    pub notes: TagNotes,
}

/// A set of notes about the spelling of one tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagNotes(u8);

impl TagNotes {
    const CODES: [Code; 4] = [Code::TagBlank, Code::TagName, Code::TagEscape, Code::TagLineEnd];

    fn add(&mut self, code: Code) {
        for (index, known) in TagNotes::CODES.into_iter().enumerate() {
            if known == code {
                self.0 |= 1 << index;
            }
        }
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The codes in the set.
    pub fn iter(self) -> impl Iterator<Item = Code> {
        TagNotes::CODES.into_iter().enumerate().filter(move |(index, _)| self.0 >> index & 1 == 1).map(|(_, code)| code)
    }
}

/// The tag whose bracket is at `start`, and its end.
///
/// # Errors
/// If it is not a tag: where the text that looked like one ends.
#[inline(always)]
pub(super) fn tag(text: &[u8], start: usize) -> Result<(VgnTag<'_>, usize), usize> {
    match plain_tag(text, start) {
        Some(found) => Ok(found),
        None => unusual_tag(text, start),
    }
}

/// A tag written as it should be, as nearly all are.
#[inline(always)]
pub(in crate::game::vgn) fn plain_tag(text: &[u8], start: usize) -> Option<(VgnTag<'_>, usize)> {
    let name_end = name_end(text, start + 1);
    let name = text.get(start + 1..name_end).filter(|name| !name.is_empty())?;
    if !matches!(text.get(name_end..)?, [b' ', b'"', ..]) {
        return None;
    }
    let value = name_end + 2;
    let end = plain_end(text, value);
    if !matches!(text.get(end..)?, [b'"', b']', ..]) {
        return None;
    }
    Some((VgnTag { name, raw: text.get(value..end)?, notes: TagNotes::default() }, end + 2))
}

/// The first place from `at` that holds a quote, a backslash or a control character.
#[inline(always)]
pub(in crate::game::vgn) fn plain_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&eight) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(eight);
        // With one bit flipped, the quote comes directly after the control characters.
        let stops = below(word ^ repeat(b'"' ^ b' '), 0x21) | below(word ^ repeat(b'\\'), 1);
        if stops != 0 {
            return at + (stops.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while text.get(at).is_some_and(|&b| b >= b' ' && b != b'"' && b != b'\\') {
        at += 1;
    }
    at
}

/// A tag with free white space, escapes, or something that is noted.
#[inline(never)]
fn unusual_tag(text: &[u8], start: usize) -> Result<(VgnTag<'_>, usize), usize> {
    let mut notes = TagNotes::default();
    let name_start = skip_space(text, start + 1);
    let mut name_end = name_end(text, name_start);
    // PGN has seen names with these signs too.
    while text.get(name_end).is_some_and(|&b| may_stand(b)) {
        notes.add(Code::TagName);
        name_end += 1;
    }
    let quote = skip_space(text, name_end);
    let name = text.get(name_start..name_end).unwrap_or_default();
    if name.is_empty() || text.get(quote) != Some(&b'"') {
        return Err(line_end(text, name_end));
    }
    if quote == name_end {
        notes.add(Code::TagBlank);
    }
    let value = quote + 1;
    let mut at = value;
    loop {
        at = find(text, at, [b'"', b'\\', b'\n', b'\r']);
        match text.get(at..).unwrap_or_default() {
            [b'"', ..] => break,
            [b'\\', b'"' | b'\\', ..] => at += 2,
            [b'\\', ..] => {
                notes.add(Code::TagEscape);
                at += 1;
            }
            _ if at - start > REACH => return Err(line_end(text, start)),
            [] => return Err(line_end(text, start)),
            [..] => {
                notes.add(Code::TagLineEnd);
                at += 1;
            }
        }
    }
    let end = skip_space(text, at + 1);
    if text.get(end) != Some(&b']') {
        return Err(line_end(text, at));
    }
    Ok((VgnTag { name, raw: text.get(value..at).unwrap_or_default(), notes }, end + 1))
}

/// How many bytes a value may have: without a closing quote up to there, it is not a value.
const REACH: usize = 1 << 20;

/// Whether the tag that seems to start at `start` may continue after the end of what is known.
pub(in crate::game::vgn) fn may_go_on(text: &[u8], start: usize) -> bool {
    let name = skip_space(text, start + 1);
    let name_end = name + text.get(name..).unwrap_or_default().iter().take_while(|b| may_stand(**b)).count();
    let quote = skip_space(text, name_end);
    let mut at = quote + 1;
    match text.get(quote) {
        None => return true,
        Some(b'"') => {}
        Some(_) => return false,
    }
    loop {
        at = find(text, at, [b'"', b'\\']);
        match text.get(at) {
            _ if at - start > REACH => return false,
            None => return true,
            Some(b'"') => return skip_space(text, at + 1) >= text.len(),
            Some(_) => at += 2,
        }
    }
}

/// The value of a tag: a backslash is dropped, and the text after it is kept.
/// ```
/// use scoresheet_core::game::vgn::lexer::unescape;
/// assert_eq!(&*unescape(br#"C:\\a \"b\" \c"#), br#"C:\a "b" c"#);
/// ```
pub fn unescape(raw: &[u8]) -> Cow<'_, [u8]> {
    if !raw.contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut bytes = raw.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\\' => out.extend(bytes.next()),
            _ => out.push(byte),
        }
    }
    Cow::Owned(out)
}

/// The end of the letters, digits and `_` at `at`.
#[inline(always)]
fn name_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&eight) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let stops = not_alphanumeric(u64::from_le_bytes(eight));
        if stops != 0 {
            at += (stops.trailing_zeros() / 8) as usize;
            break;
        }
        at += 8;
    }
    while text.get(at).is_some_and(|&b| is_plain_byte(b)) {
        at += 1;
    }
    at
}

/// The first place from `at` that holds no white space.
fn skip_space(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|b| b.is_ascii_whitespace() || *b == 0x0b) {
        at += 1;
    }
    at
}

/// The end of the line at `at`.
fn line_end(text: &[u8], at: usize) -> usize {
    find(text, at, [b'\n', b'\r'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn values_end_at_a_quote_without_a_backslash() {
        for (text, name, raw, notes) in [
            (&br#"[A "b"]"#[..], &b"A"[..], &b"b"[..], &[][..]),
            (br#"[A ""]"#, b"A", b"", &[]),
            (br#"[Black "Mario \"J\" M"]"#, b"Black", br#"Mario \"J\" M"#, &[]),
            (br#"[A "b\\"]"#, b"A", br"b\\", &[]),
            (br#"[A "\Me"]"#, b"A", br"\Me", &[Code::TagEscape]),
            (b"[\t A\n\"b\"\t]", b"A", b"b", &[]),
            (br#"[A"b"]"#, b"A", b"b", &[Code::TagBlank]),
            (br#"[A-b "c"]"#, b"A-b", b"c", &[Code::TagName]),
            (b"[A \"b\nc\"]", b"A", b"b\nc", &[Code::TagLineEnd]),
            (br#"[A "a ] { ; ( b"]"#, b"A", b"a ] { ; ( b", &[]),
        ] {
            let (tag, end) = tag(text, 0).expect("a tag");
            assert_eq!((tag.name, tag.raw, end), (name, raw, text.len()), "{}", text.escape_ascii());
            assert_eq!(tag.notes.iter().collect::<Vec<_>>(), notes);
            assert_eq!(tag.notes.is_empty(), notes.is_empty());
        }
    }

    #[test]
    fn invalid_tags() {
        for text in [
            &b"[]"[..],
            b"[",
            b"[Date",
            b"[Date \"2015-",
            br#"["x"]"#,
            b"[Name ]",
            br#"["x" Name ]"#,
            br#"[X "" "b"]"#,
            br#"[End Date "2015"]"#,
            br#"[End{}Date "2015"]"#,
            br#"[A "a"b"]"#,
            br#"[A "b\"]"#,
        ] {
            assert_eq!(tag(text, 0), Err(text.len()), "{}", text.escape_ascii());
        }
        assert_eq!(tag(b"[A\n[B \"c\"]", 0), Err(2));
    }

    #[test]
    fn a_backslash_is_dropped() {
        for (raw, value) in [(&b"\\Me"[..], &b"Me"[..]), (b"a\\", b"a"), (b"\\\\\\\\N", b"\\\\N"), (b"a", b"a")] {
            assert_eq!(&*unescape(raw), value);
        }
    }
}
