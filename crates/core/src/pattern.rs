//! The building blocks of regular expressions, in the dialect that the `regex` crate, RE2, PCRE, .NET, Python's `re` and
//! JavaScript with the flag `u` share: no look-around, no back-references, no flags, no anchors, no classes such as `\d`,
//! and a backslash only before characters that have a meaning without it.
//!
//! The syntax of a format is not defined here: the tables of its reader are converted to classes and alternatives.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How deep variations may nest in a pattern. A regular expression cannot count, so the pattern contains each level
/// once.
pub const DEPTH: u32 = 3;

/// A regular expression that matches one whole game, as the strict reader of its format sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRegex {
    /// The expression, without anchors.
    pub text: String,
    /// How deep variations may nest in games that it matches; `None` for formats without variations.
    pub depth: Option<u32>,
}

impl GameRegex {
    /// The pattern of games without variations.
    pub(crate) fn flat(text: String) -> GameRegex {
        GameRegex { text, depth: None }
    }

    /// The pattern of games whose variations nest up to [`DEPTH`].
    pub(crate) fn nested(text: String) -> GameRegex {
        GameRegex { text, depth: Some(DEPTH) }
    }
}

/// A regular expression that matches one token of a file at a time, with a named group for each kind of token and each of
/// its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRegex {
    /// The expression. Groups are written `(?P<name>…)`.
    pub text: String,
}

impl TokenRegex {
    /// The expression for JavaScript and .NET, where groups are written `(?<name>…)`.
    pub fn for_javascript(&self) -> String {
        self.text.replace("(?P<", "(?<")
    }
}

/// A group with a name.
pub(crate) fn group(name: &str, expression: &str) -> String {
    format!("(?P<{name}>{expression})")
}

/// One character out of those for whose bytes `is` holds. Characters beyond ASCII are included if all their bytes are.
pub(crate) fn class(is: impl Fn(u8) -> bool) -> String {
    let negated = is(0xff);
    let listed = |byte: &u8| is(*byte) != negated;
    let mut out = String::from(if negated { "[^" } else { "[" });
    let mut byte = 0;
    while byte < 0x80 {
        let run = (byte..0x80).take_while(listed).count() as u8;
        match run {
            0 => {}
            1 | 2 => (byte..byte + run).for_each(|byte| out.push_str(&in_class(byte))),
            _ => out.push_str(&format!("{}-{}", in_class(byte), in_class(byte + run - 1))),
        }
        byte += run.max(1);
    }
    out.push(']');
    out
}

/// An expression that matches exactly this text.
pub(crate) fn literal(text: &str) -> String {
    let escaped = |c: char| match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => character(byte),
        _ => String::from(c),
    };
    text.chars().map(escaped).collect()
}

/// One of these expressions.
pub(crate) fn one_of(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    format!("(?:{})", parts.join("|"))
}

/// Whether words in upper and lower case are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// Only in this case.
    Exact,
    /// In any case.
    Any,
}

impl Case {
    fn are_same(self, one: u8, other: u8) -> bool {
        one == other || self == Case::Any && one.eq_ignore_ascii_case(&other)
    }
}

/// One or more characters for whose bytes `is` holds, except for these words, which consist of such characters.
pub(crate) fn other_than(words: &[&str], case: Case, is: &dyn Fn(u8) -> bool) -> String {
    let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
    let any = behind_words(&words, case, is);
    // At least one character is required.
    any.strip_suffix('?').map_or(any.clone(), String::from)
}

/// What may follow the start of some words with these remaining parts, so that the result is not one of the words.
fn behind_words(rests: &[&[u8]], case: Case, is: &dyn Fn(u8) -> bool) -> String {
    let all = class(is);
    let goes_on = |byte: u8| move |rest: &&&[u8]| rest.first().is_some_and(|first| case.are_same(*first, byte));
    let starts = |byte: u8| rests.iter().any(|rest| goes_on(byte)(&rest));
    let other = format!("{}{all}*", class(|byte| is(byte) && !starts(byte)));
    let firsts: BTreeSet<u8> = rests.iter().filter_map(|rest| rest.first().copied()).collect();
    let same = firsts.into_iter().map(|first| {
        let behind: Vec<&[u8]> = rests.iter().filter(goes_on(first)).map(|rest| &rest[1..]).collect();
        format!("{}{}", class(|byte| case.are_same(first, byte)), behind_words(&behind, case, is))
    });
    let any = one_of(core::iter::once(other).chain(same));
    // Something must follow the end of a word.
    if rests.contains(&&b""[..]) { any } else { format!("{any}?") }
}

/// The expression of a notation that accepts letters in any case. It does not use a flag, because engines disagree on
/// what one covers.
pub(crate) fn in_any_case(expression: &str) -> String {
    let mut out = String::new();
    let (mut in_class, mut last) = (false, ' ');
    let mut letters = expression.chars().peekable();
    while let Some(letter) = letters.next() {
        let both = [
            letter,
            if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() },
        ];
        match letter {
            '\\' => {
                out.push(letter);
                out.extend(letters.next());
            }
            '[' | ']' => {
                in_class = letter == '[';
                out.push(letter);
            }
            _ if !letter.is_ascii_alphabetic() => out.push(letter),
            // The end of a range, which was duplicated together with its start.
            _ if in_class && last == '-' => {}
            _ if in_class && letters.peek() == Some(&'-') => {
                let end = expression_range_end(&mut letters);
                for start in both {
                    let end =
                        if start.is_ascii_lowercase() { end.to_ascii_lowercase() } else { end.to_ascii_uppercase() };
                    out.extend([start, '-', end]);
                }
            }
            _ if in_class => out.extend(both),
            _ => out.extend(['[', both[0], both[1], ']']),
        }
        last = letter;
    }
    out
}

/// The end of the range whose start has been read.
fn expression_range_end(letters: &mut core::iter::Peekable<core::str::Chars<'_>>) -> char {
    letters.next();
    letters.next().unwrap_or('-')
}

/// A character of ASCII, escaped if it has a special meaning.
fn character(byte: u8) -> String {
    match byte {
        b'\n' => "\\n".into(),
        b'\r' => "\\r".into(),
        b'\t' => "\\t".into(),
        0..=0x1f | 0x7f => format!("\\x{byte:02x}"),
        b'\\' | b'.' | b'+' | b'*' | b'?' | b'(' | b')' | b'|' | b'[' | b']' | b'{' | b'}' | b'^' | b'$' => {
            format!("\\{}", char::from(byte))
        }
        _ => char::from(byte).into(),
    }
}

/// The same in a class, in which a hyphen has a meaning, too. A class lists each character once, so none of the pairs
/// of signs arises that some engines take for operations on classes.
fn in_class(byte: u8) -> String {
    if byte == b'-' { "\\-".into() } else { character(byte) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_list_bytes() {
        assert_eq!(class(|byte| byte.is_ascii_digit()), "[0-9]");
        assert_eq!(class(|byte| b" \t\n]".contains(&byte)), r"[\t\n \]]");
        assert_eq!(class(|byte| byte != b'}' && byte != b'\n'), r"[^\n\}]");
        assert_eq!(literal("½-½ 1/2*"), r"½-½ 1/2\*");
    }

    #[test]
    fn a_word_is_left_out() {
        let letters = |byte: u8| byte.is_ascii_lowercase();
        assert_eq!(
            other_than(&["ab"], Case::Exact, &letters),
            "(?:[b-z][a-z]*|[a](?:[ac-z][a-z]*|[b](?:[a-z][a-z]*))?)"
        );
    }

    #[test]
    fn letters_in_any_case() {
        assert_eq!(in_any_case(r"[a-h][1-8]x(?:\Aq|[Nb])"), r"[a-hA-H][1-8][xX](?:\A[qQ]|[NnbB])");
    }
}
