//! Bytes as text: UTF-8 or Windows-1252, and the escapes of tag values.

use crate::base64;
use crate::error::TEXT_SHOWN;
use crate::swar;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The encoding of the bytes of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8; a text that is not valid UTF-8 is Windows-1252.
    #[default]
    Utf8,
    /// Windows-1252, with C1 controls for its five undefined bytes.
    Cp1252,
    /// Latin-1.
    Latin1,
    /// Each text separately: UTF-8 if valid, else Latin-1.
    Each,
}

impl Encoding {
    /// UTF-8 if `bytes` are valid UTF-8, else Windows-1252.
    pub fn of(bytes: &[u8]) -> Encoding {
        if core::str::from_utf8(bytes).is_ok() { Encoding::Utf8 } else { Encoding::Cp1252 }
    }
}

/// The length in bytes of the hyphen, dash or minus sign at the start of a text in UTF-8; 0 if there is none.
pub(crate) fn dash(text: &[u8]) -> usize {
    match text {
        [b'-', ..] => 1,
        // U+2010 to U+2015, U+2212.
        [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => 3,
        _ => 0,
    }
}

/// The length in bytes of the non-ASCII space or zero-width mark at the start of a text in UTF-8; otherwise 0.
pub(crate) fn other_space(text: &[u8]) -> usize {
    match text {
        [0xc2, 0xa0 | 0xad | 0x85, ..] => 2,
        // U+1680, U+180E.
        [0xe1, 0x9a, 0x80, ..] | [0xe1, 0xa0, 0x8e, ..] => 3,
        // U+2000 to U+200F, U+2028 to U+202F, U+205F to U+206F.
        [0xe2, 0x80, 0x80..=0x8f | 0xa8..=0xaf, ..] | [0xe2, 0x81, 0x9f..=0xaf, ..] => 3,
        // U+3000, and the byte order mark in any other place than the start.
        [0xe3, 0x80, 0x80, ..] | [0xef, 0xbb, 0xbf, ..] => 3,
        _ => 0,
    }
}

/// Whether a byte of Windows-1252 is a non-ASCII space or a zero-width mark.
pub(crate) fn is_other_space(byte: u8) -> bool {
    matches!(byte, 0xa0 | 0xad)
}

/// How many line ends are in `space`.
pub(crate) fn line_ends(space: &[u8]) -> usize {
    let ends = space.iter().filter(|&&b| b == b'\n' || b == b'\r').count();
    ends - space.windows(2).filter(|pair| pair == b"\r\n").count()
}

/// 0x80 to 0x9f of Windows-1252.
const CP1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of some bytes. Bytes that are not UTF-8 are read as Windows-1252 even if `encoding` is UTF-8.
pub fn decode(bytes: &[u8], encoding: Encoding) -> Cow<'_, str> {
    if let Ok(text) = core::str::from_utf8(bytes)
        && (matches!(encoding, Encoding::Utf8 | Encoding::Each) || bytes.is_ascii())
    {
        return Cow::Borrowed(text);
    }
    match encoding {
        Encoding::Utf8 | Encoding::Cp1252 => Cow::Owned(bytes.iter().map(|&byte| cp1252(byte)).collect()),
        Encoding::Latin1 | Encoding::Each => Cow::Owned(bytes.iter().map(|&byte| byte as char).collect()),
    }
}

fn cp1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => CP1252[usize::from(byte - 0x80)],
        _ => byte as char,
    }
}

/// The byte of Windows-1252 that is this character.
pub(crate) fn cp1252_byte(character: char) -> Option<u8> {
    match u8::try_from(character) {
        Ok(byte) if !(0x80..=0x9f).contains(&byte) => Some(byte),
        _ => CP1252.iter().zip(0x80..).find_map(|(known, byte)| (*known == character).then_some(byte)),
    }
}

/// The byte order mark of UTF-8.
pub(crate) const BOM_UTF8: &[u8] = b"\xef\xbb\xbf";

/// Appends a tag as PGN has it, on a separate line; `value` appends its value with the escapes.
pub(crate) fn push_tag(name: &[u8], out: &mut Vec<u8>, value: impl FnOnce(&mut Vec<u8>)) {
    out.push(b'[');
    out.extend_from_slice(name);
    out.extend_from_slice(b" \"");
    value(out);
    out.extend_from_slice(b"\"]\n");
}

/// The value of a tag: decoded, and with `\"` and `\\` unescaped.
pub(crate) fn tag_value(raw: &[u8], encoding: Encoding) -> Cow<'_, str> {
    let text = decode(raw, encoding);
    if !raw.contains(&b'\\') {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                out.push(next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Whether a value can be written between quotes unchanged: every quote in it follows a backslash, and it does not end
/// with an unpaired backslash.
#[doc(hidden)]
pub fn is_quoted(raw: &[u8]) -> bool {
    let mut bytes = raw.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return false,
            b'\\' if bytes.next().is_none() => return false,
            _ => {}
        }
    }
    true
}

/// The value of a tag without the backslashes before characters, whichever these are.
#[doc(hidden)]
pub fn unescaped(raw: &[u8], encoding: Encoding) -> Cow<'_, str> {
    let text = decode(raw, encoding);
    if !raw.contains(&b'\\') {
        return text;
    }
    let mut chars = text.chars();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        out.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    Cow::Owned(out)
}

/// The text of some bytes that are part of a longer text, without decoding them again.
#[inline]
pub(crate) fn part_of<'a>(whole: &'a str, part: &[u8]) -> Option<&'a str> {
    let start = part.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
    whole.get(start..start.checked_add(part.len())?)
}

/// Bytes as lower-case hexadecimal digits.
#[doc(hidden)]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// A text in one line: white space that contains a line end becomes one space.
///
/// ```
/// use scoresheet_core::text::flowing;
/// assert_eq!(flowing(" to be \r\n\n continued "), " to be continued ");
/// ```
#[doc(hidden)]
pub fn flowing(text: &str) -> Cow<'_, str> {
    let is_end = |c: char| matches!(c, '\n' | '\r');
    if !text.contains(is_end) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(end) = rest.find(is_end) {
        let (before, after) = rest.split_at(end);
        out.push_str(before.trim_end_matches([' ', '\t']));
        out.push(' ');
        rest = after.trim_start_matches([' ', '\t', '\n', '\r']);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether a character changes how a terminal shows others: control characters, which move the cursor or send commands,
/// and marks for the direction of writing, which can disguise a text as another one.
///
/// ```
/// use scoresheet_core::text::moves_terminal;
/// assert!(['\x1b', '\x7f', '\u{9b}', '\u{202e}', '\n'].into_iter().all(moves_terminal));
/// assert!(!"e4 é 王 \u{5d0}".contains(moves_terminal));
/// ```
#[doc(hidden)]
pub fn moves_terminal(character: char) -> bool {
    STEERING.iter().any(|(first, last)| (*first..=*last).contains(&character))
}

/// The first and the last of each run of characters for which [`moves_terminal`] holds.
#[doc(hidden)]
pub static STEERING: [(char, char); 6] = [
    ('\0', '\u{1f}'),
    ('\u{7f}', '\u{9f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{200e}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2066}', '\u{2069}'),
];

/// A text for one line of a terminal, with the characters replaced for which [`moves_terminal`] holds.
#[doc(hidden)]
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(moves_terminal) {
        Cow::Owned(text.replace(moves_terminal, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The same for a text of any number of lines: line ends and tabs are kept.
///
/// ```
/// assert_eq!(scoresheet_core::text::printable_lines("1. e4\x1b[2J\n\t*"), "1. e4\u{fffd}[2J\n\t*");
/// ```
#[doc(hidden)]
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    let steers = |character: char| !matches!(character, '\n' | '\t') && moves_terminal(character);
    if text.contains(steers) { Cow::Owned(text.replace(steers, "\u{fffd}")) } else { Cow::Borrowed(text) }
}

/// A field of delimited text according to RFC 4180: quoted if it contains the delimiter, a quote or a line end, or if
/// readers could drop blanks around it.
///
/// ```
/// use scoresheet_core::text::delimited_field;
/// assert_eq!(delimited_field("e4", b','), "e4");
/// assert_eq!(delimited_field("1. \"d4\", *", b','), "\"1. \"\"d4\"\", *\"");
/// ```
#[doc(hidden)]
pub fn delimited_field(field: &str, delimiter: u8) -> Cow<'_, str> {
    let special = |byte: u8| byte == delimiter || matches!(byte, b'"' | b'\n' | b'\r');
    if field.bytes().any(special) || field.trim() != field {
        Cow::Owned(["\"", &field.replace('"', "\"\""), "\""].concat())
    } else {
        Cow::Borrowed(field)
    }
}

/// The offending text as kept in a fault: one line, truncated.
#[doc(hidden)]
pub fn shown(text: &[u8]) -> String {
    let head = &text[..text.len().min(4 * TEXT_SHOWN)];
    let decoded = decode(head, Encoding::of(head));
    let mut out: String =
        decoded.chars().take(TEXT_SHOWN).map(|c| if moves_terminal(c) { '\u{fffd}' } else { c }).collect();
    if out.len() < text.len() && decoded.chars().count() > TEXT_SHOWN {
        out.push('…');
    }
    out
}

/// Appends `value` as written between the quotes of a tag: with a backslash before quotes and backslashes.
#[doc(hidden)]
pub fn push_escaped(value: &str, out: &mut Vec<u8>) {
    let mut rest = value.as_bytes();
    if !swar::holds(rest, [b'"', b'\\']) {
        return out.extend_from_slice(rest);
    }
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(&[b'\\', rest[at]]);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

/// A number that consists of digits only.
#[doc(hidden)]
pub fn number(text: &str) -> Option<i64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A rating: digits, followed only by signs of doubt or of a provisional rating, as in `2400?` and `1500P`, or in parentheses.
#[doc(hidden)]
pub fn rating(text: &str) -> Option<i16> {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(text);
    let digits = inner.trim().trim_end_matches(['?', '*', ' ', 'P', 'p']);
    number(digits).and_then(|value| i16::try_from(value).ok())
}

/// The digits after a decimal point as a whole number with this many places; further digits are dropped.
#[doc(hidden)]
pub fn decimal(digits: &str, places: usize) -> Option<i64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let kept = digits.bytes().chain(core::iter::repeat(b'0')).take(places);
    Some(kept.fold(0, |value, digit| value * 10 + i64::from(digit - b'0')))
}

/// The bytes that are written as hex, or as base64 after its prefix. Blanks may occur between groups of digits.
#[doc(hidden)]
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    if let Some(rest) = text.strip_prefix(base64::PREFIX) {
        return base64::decode(rest.as_bytes()).ok();
    }
    if text.contains(char::is_whitespace) {
        let groups = text.split_whitespace().map(from_hex).collect::<Option<Vec<_>>>()?;
        return Some(groups.concat());
    }
    let digit = |letter: u8| (letter as char).to_digit(16).map(|digit| digit as u8);
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    text.as_bytes().chunks(2).map(byte).collect()
}

/// Appends a number in decimal.
#[inline]
#[doc(hidden)]
pub fn push_number(number: u32, out: &mut Vec<u8>) {
    if number < 10 {
        return out.push(b'0' + number as u8);
    }
    if number < 100 {
        return out.extend_from_slice(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]);
    }
    if number < 1000 {
        let digit = |value: u32| b'0' + (value % 10) as u8;
        return out.extend_from_slice(&[digit(number / 100), digit(number / 10), digit(number)]);
    }
    let mut digits = [0; 10];
    let (mut at, mut rest) = (digits.len(), number);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_text_are_text() {
        let text = "a\u{e9}b";
        assert_eq!(part_of(text, &text.as_bytes()[1..3]), Some("\u{e9}"));
        assert_eq!(part_of(text, &text.as_bytes()[1..2]), None);
        assert_eq!(part_of(&text[..1], &text.as_bytes()[1..3]), None);
        assert_eq!(part_of(&text[1..], text.as_bytes()), None);
        assert_eq!(part_of(text, b"b"), None);
    }

    #[test]
    fn hex_and_base64_are_read() {
        for text in ["00ff10", "00FF10", "00 ff10", " 00 ff\n10 ", "base64:AP8Q"] {
            assert_eq!(from_hex(text).as_deref(), Some([0, 255, 16].as_slice()), "{text}");
        }
        for none in ["0", "0g", "00 f f", "base64:A", "base64:A?=="] {
            assert_eq!(from_hex(none), None, "{none}");
        }
    }

    #[test]
    fn ratings_with_signs_of_doubt() {
        for (text, value) in [
            ("2400", Some(2400)),
            (" 2400 ", Some(2400)),
            ("2400?", Some(2400)),
            ("1500P", Some(1500)),
            ("1500 p", Some(1500)),
            ("(1800)", Some(1800)),
            ("(1800", None),
            ("0", Some(0)),
            ("?", None),
            ("-", None),
            ("", None),
            ("-5", None),
            ("2400/2500", None),
            ("99999", None),
        ] {
            assert_eq!(rating(text), value, "{text}");
        }
    }
}
