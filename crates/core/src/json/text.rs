//! Strings: finding their end and decoding their contents.

use super::JsonFlaw;
use crate::error::Code;
use crate::swar;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

/// A string as it is in the text, without its quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quoted {
    /// The text between the quotes.
    pub(crate) inside: Range<usize>,
    /// Whether there are escapes in it.
    pub(crate) escaped: bool,
}

/// The string whose opening quote is at `at`. [`unescape`] checks its escapes.
///
/// # Errors
/// If it does not end, or holds a control character as it is.
#[inline]
pub(crate) fn string(text: &[u8], at: usize) -> Result<Quoted, JsonFlaw> {
    let start = at + 1;
    let mut end = stop(text, start);
    let mut escaped = false;
    loop {
        match text.get(end) {
            Some(b'"') => return Ok(Quoted { inside: start..end, escaped }),
            Some(b'\\') => {
                escaped = true;
                end = stop(text, end + 2);
            }
            _ => return Err(JsonFlaw::syntax(end.min(text.len()))),
        }
    }
}

/// The first quote, backslash or control character from `at` on, or the end.
#[inline(always)]
pub(super) fn stop(text: &[u8], mut at: usize) -> usize {
    while let Some(&eight) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let hits = stops(u64::from_le_bytes(eight));
        if hits != 0 {
            return at + (hits.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while text.get(at).is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)) {
        at += 1;
    }
    at
}

/// Where the string ends whose opening quote is at `at`, for any content; `None` if the text ends before.
#[inline(always)]
pub(crate) fn behind_string(text: &[u8], at: usize) -> Option<usize> {
    let mut end = at + 1;
    loop {
        end = swar::find(text, end, [b'"', b'\\']);
        match text.get(end)? {
            b'"' => return Some(end + 1),
            _ => end += 2,
        }
    }
}

/// The high bit of each byte that a string cannot hold as it is. The lowest one is right.
#[inline(always)]
fn stops(word: u64) -> u64 {
    swar::below(word ^ swar::repeat(b'"'), 1) | swar::below(word ^ swar::repeat(b'\\'), 1) | swar::below(word, 0x20)
}

/// The content of a string between its quotes, with its escapes undone. Bytes that are not UTF-8 stay as they are.
///
/// # Errors
/// The place in `raw` of an escape that is invalid, or that is half of a pair.
pub(crate) fn unescape(raw: &[u8]) -> Result<Cow<'_, [u8]>, JsonFlaw> {
    let mut at = swar::find(raw, 0, [b'\\']);
    if at == raw.len() {
        return Ok(Cow::Borrowed(raw));
    }
    let mut out = Vec::with_capacity(raw.len());
    out.extend_from_slice(&raw[..at]);
    while let Some(&byte) = raw.get(at) {
        if byte != b'\\' {
            let end = swar::find(raw, at, [b'\\']);
            out.extend_from_slice(&raw[at..end]);
            at = end;
            continue;
        }
        let plain = match raw.get(at + 1) {
            Some(&byte @ (b'"' | b'\\' | b'/')) => byte,
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'b') => 0x08,
            Some(b'f') => 0x0c,
            Some(b'u') => {
                let (character, length) = code_point(raw, at)?;
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                at += length;
                continue;
            }
            _ => return Err(JsonFlaw::syntax(at)),
        };
        out.push(plain);
        at += 2;
    }
    Ok(Cow::Owned(out))
}

/// The character that `\uXXXX` at `at` encodes, alone or with the other half of its pair, and the number of its bytes.
fn code_point(raw: &[u8], at: usize) -> Result<(char, usize), JsonFlaw> {
    let first = unit(raw, at)?;
    let half = JsonFlaw { at, code: Code::JsonEncoding };
    match first {
        0xd800..0xdc00 if raw.get(at + 6..at + 8) == Some(b"\\u") => match unit(raw, at + 6)? {
            second @ 0xdc00..0xe000 => {
                let number = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                char::from_u32(number).map(|character| (character, 12)).ok_or(half)
            }
            _ => Err(half),
        },
        // The remaining surrogates are not characters.
        _ => char::from_u32(first).map(|character| (character, 6)).ok_or(half),
    }
}

fn unit(raw: &[u8], at: usize) -> Result<u32, JsonFlaw> {
    let digits = raw.get(at + 2..at + 6).ok_or(JsonFlaw::syntax(at))?;
    digits.iter().try_fold(0, |sum, &digit| {
        char::from(digit).to_digit(16).map(|digit| sum << 4 | digit).ok_or(JsonFlaw::syntax(at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_at_the_quote_that_no_backslash_escapes() {
        for (text, inside, escaped) in [
            (&br#""" x"#[..], &b""[..], false),
            (br#""a long text without an escape" and more"#, b"a long text without an escape", false),
            (br#""a \" quote and a \\" x""#, br#"a \" quote and a \\"#, true),
        ] {
            let found = string(text, 0).expect("it ends");
            assert_eq!((&text[found.inside], found.escaped), (inside, escaped));
        }
        for (text, at) in [(&b"\"abc"[..], 4), (b"\"a line\nend\"", 7), (b"\"abc\\\"", 6), (b"\"abc\\", 5)] {
            assert_eq!(string(text, 0), Err(JsonFlaw::syntax(at)), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn escapes_are_undone() {
        let raw = br#"a\"\\\/\b\f\n\r\t\u0000\u00e9\ud83d\ude00\u001fz"#;
        let said = unescape(raw).expect("they are right");
        assert_eq!(&*said, "a\"\\/\u{8}\u{c}\n\r\t\0é😀\u{1f}z".as_bytes());
        assert!(matches!(unescape("é as it is".as_bytes()), Ok(Cow::Borrowed(_))));
    }

    #[test]
    fn halves_of_pairs_and_other_escapes_are_refused() {
        for (raw, at, code) in [
            (&br"ab\ud83d"[..], 2, Code::JsonEncoding),
            (br"\ude00\ud83d", 0, Code::JsonEncoding),
            (br"\ud83d\u0041", 0, Code::JsonEncoding),
            (br"x\u12g4", 1, Code::JsonSyntax),
            (br"x\u12", 1, Code::JsonSyntax),
            (br"x\q", 1, Code::JsonSyntax),
        ] {
            assert_eq!(unescape(raw), Err(JsonFlaw { at, code }), "{}", raw.escape_ascii());
        }
    }
}
