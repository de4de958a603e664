//! Values, and the members and elements that they hold, one at a time.

use super::text::{Quoted, string, unescape};
use super::{JsonFlaw, behind_blanks};
use crate::error::Code;
use alloc::vec::Vec;
use core::ops::Range;

/// The kind of a value, judging by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// `"…"`.
    String,
    /// `-1.5e3`.
    Number,
    /// `{…}`.
    Object,
    /// `[…]`.
    Array,
    /// `true`.
    True,
    /// `false`.
    False,
    /// `null`.
    Null,
}

/// A whole value in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonValue {
    /// Its kind.
    pub(crate) kind: ValueKind,
    /// All of its bytes.
    pub(crate) span: Range<usize>,
}

/// What the value that starts at `at` is.
///
/// # Errors
/// If none does.
#[inline]
pub(crate) fn kind(text: &[u8], at: usize) -> Result<ValueKind, JsonFlaw> {
    match text.get(at) {
        Some(b'"') => Ok(ValueKind::String),
        Some(b'{') => Ok(ValueKind::Object),
        Some(b'[') => Ok(ValueKind::Array),
        Some(b'-' | b'0'..=b'9') => Ok(ValueKind::Number),
        Some(b't') => Ok(ValueKind::True),
        Some(b'f') => Ok(ValueKind::False),
        Some(b'n') => Ok(ValueKind::Null),
        _ => Err(JsonFlaw::syntax(at)),
    }
}

/// The value that starts at `at`, all of it read. No more than `deepest` arrays and objects may be nested.
///
/// # Errors
/// If it is not valid JSON, or nests too deep.
pub(crate) fn value(text: &[u8], at: usize, deepest: u64) -> Result<JsonValue, JsonFlaw> {
    let kind = kind(text, at)?;
    let end = match kind {
        ValueKind::Object | ValueKind::Array => container(text, at, deepest)?,
        _ => scalar(text, at, kind)?,
    };
    Ok(JsonValue { kind, span: at..end })
}

/// Where a value that holds no others ends.
fn scalar(text: &[u8], at: usize, kind: ValueKind) -> Result<usize, JsonFlaw> {
    let word: &[u8] = match kind {
        ValueKind::String => {
            let Quoted { inside, escaped } = string(text, at)?;
            if escaped {
                unescape(&text[inside.clone()]).map_err(|flaw| JsonFlaw { at: inside.start + flaw.at, ..flaw })?;
            }
            return Ok(inside.end + 1);
        }
        ValueKind::Number => return number(text, at),
        ValueKind::True => b"true",
        ValueKind::False => b"false",
        _ => b"null",
    };
    let end = at + word.len();
    let whole = text.get(at..end) == Some(word) && !text.get(end).is_some_and(u8::is_ascii_alphanumeric);
    if whole { Ok(end) } else { Err(JsonFlaw::syntax(at)) }
}

/// Where a number ends.
fn number(text: &[u8], start: usize) -> Result<usize, JsonFlaw> {
    let digits =
        |at: usize| at + text.get(at..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is = |at: usize, among: &[u8]| text.get(at).is_some_and(|byte| among.contains(byte));
    let whole = start + usize::from(is(start, b"-"));
    let mut end = digits(whole);
    if end == whole || is(whole, b"0") && end > whole + 1 {
        return Err(JsonFlaw::syntax(start));
    }
    if is(end, b".") {
        let fraction = end + 1;
        end = digits(fraction);
        if end == fraction {
            return Err(JsonFlaw::syntax(start));
        }
    }
    if is(end, b"eE") {
        let exponent = end + 1 + usize::from(is(end + 1, b"+-"));
        end = digits(exponent);
        if end == exponent {
            return Err(JsonFlaw::syntax(start));
        }
    }
    Ok(end)
}

/// Whether what is open at each level is an object, one bit each.
#[derive(Default)]
struct Levels {
    bits: Vec<u64>,
    depth: usize,
}

impl Levels {
    fn open(&mut self, object: bool) {
        let (word, bit) = (self.depth / 64, self.depth % 64);
        if word == self.bits.len() {
            self.bits.push(0);
        }
        self.bits[word] = self.bits[word] & !(1 << bit) | u64::from(object) << bit;
        self.depth += 1;
    }

    fn in_object(&self) -> bool {
        let top = self.depth - 1;
        self.bits[top / 64] >> (top % 64) & 1 == 1
    }
}

/// Where the array or object ends that starts at `start`, with all that it holds.
fn container(text: &[u8], start: usize, deepest: u64) -> Result<usize, JsonFlaw> {
    let mut levels = Levels::default();
    let mut at = start;
    loop {
        // A value starts here.
        let kind = kind(text, at)?;
        let mut fresh = matches!(kind, ValueKind::Object | ValueKind::Array);
        if fresh {
            if levels.depth as u64 == deepest {
                return Err(JsonFlaw { at, code: Code::LimitDepth });
            }
            levels.open(kind == ValueKind::Object);
            at += 1;
        } else {
            at = scalar(text, at, kind)?;
        }
        // What follows it, up to the next value.
        loop {
            at = behind_blanks(text, at);
            let close = if levels.in_object() { b'}' } else { b']' };
            match text.get(at) {
                Some(&byte) if byte == close => {
                    at += 1;
                    levels.depth -= 1;
                    if levels.depth == 0 {
                        return Ok(at);
                    }
                    fresh = false;
                    continue;
                }
                Some(b',') if !fresh => at = behind_blanks(text, at + 1),
                Some(_) if fresh => {}
                _ => return Err(JsonFlaw::syntax(at)),
            }
            if levels.in_object() {
                let (key, value) = behind_key(text, at)?;
                if key.escaped {
                    unescape(&text[key.inside.clone()])
                        .map_err(|flaw| JsonFlaw { at: key.inside.start + flaw.at, ..flaw })?;
                }
                at = value;
            }
            break;
        }
    }
}

/// A key as it is in the text, and where its value starts.
fn behind_key(text: &[u8], at: usize) -> Result<(Quoted, usize), JsonFlaw> {
    if text.get(at) != Some(&b'"') {
        return Err(JsonFlaw::syntax(at));
    }
    let key = string(text, at)?;
    let colon = behind_blanks(text, key.inside.end + 1);
    if text.get(colon) != Some(&b':') {
        return Err(JsonFlaw::syntax(colon));
    }
    Ok((key, behind_blanks(text, colon + 1)))
}

/// Iterates over the members of an object. The caller reads the value of each and passes on where it ends.
#[derive(Clone, Debug)]
pub(crate) struct Members {
    at: usize,
    begun: bool,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Its key as it is in the text.
    pub(crate) key: Quoted,
    /// Where its value starts.
    pub(crate) value: usize,
}

impl Members {
    /// Those of the object whose brace is at `at`.
    pub(crate) fn of(at: usize) -> Members {
        Members::behind(at + 1)
    }

    /// Those from `at` on, after the brace or a comma.
    pub(crate) fn behind(at: usize) -> Members {
        Members { at, begun: false }
    }

    /// The next one; `None` at the end of the object, and then [`Members::end`] is after that.
    ///
    /// # Errors
    /// If there is neither a member nor the end.
    #[inline]
    pub(crate) fn next(&mut self, text: &[u8]) -> Result<Option<Member>, JsonFlaw> {
        let at = behind_blanks(text, self.at);
        let begun = core::mem::replace(&mut self.begun, true);
        let key = match text.get(at) {
            Some(b'}') => {
                self.at = at + 1;
                return Ok(None);
            }
            Some(b',') if begun => behind_blanks(text, at + 1),
            Some(b'"') if !begun => at,
            _ => return Err(JsonFlaw::syntax(at)),
        };
        let (key, value) = behind_key(text, key)?;
        Ok(Some(Member { key, value }))
    }

    /// The first members were read already, up to here.
    #[inline]
    pub(crate) fn begun_at(&mut self, at: usize) {
        (self.at, self.begun) = (at, true);
    }

    /// The value of the member ended here.
    #[inline]
    pub(crate) fn go_on(&mut self, at: usize) {
        self.at = at;
    }

    /// Where the object ended, or where reading continues.
    pub(crate) fn end(&self) -> usize {
        self.at
    }
}

/// The next element of an array. `at` is after its bracket or after an element. Returns where the element starts, or as
/// an `Err` of the inner result where the array ended.
///
/// # Errors
/// If there is neither an element nor the end.
#[inline]
pub(crate) fn elements(text: &[u8], at: usize, first: bool) -> Result<Result<usize, usize>, JsonFlaw> {
    let at = behind_blanks(text, at);
    match text.get(at) {
        Some(b']') => Ok(Err(at + 1)),
        Some(b',') if !first => Ok(Ok(behind_blanks(text, at + 1))),
        Some(_) if first => Ok(Ok(at)),
        _ => Err(JsonFlaw::syntax(at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_values_are_read() {
        for text in [
            r#""""#,
            "0",
            "-0",
            "12.5e-3",
            "1E+9",
            "true",
            "false",
            "null",
            "{}",
            "[]",
            "[ ]",
            r#"{"a":1}"#,
            r#"{ "a" : [ 1 , {"b":[]}, [[]] , "x\n" ] , "c":null }"#,
        ] {
            let behind = alloc::format!("{text} ,");
            let found = value(behind.as_bytes(), 0, 9).unwrap_or_else(|flaw| panic!("{text}: {flaw:?}"));
            assert_eq!(found.span, 0..text.len(), "{text}");
        }
    }

    #[test]
    fn invalid_json_is_refused_in_its_place() {
        for (text, at) in [
            ("", 0),
            ("01", 0),
            ("-", 0),
            ("1.", 0),
            (".5", 0),
            ("1e", 0),
            ("+1", 0),
            ("tru", 0),
            ("nulls", 0),
            ("NaN", 0),
            ("[1", 2),
            ("[1,]", 3),
            ("[,1]", 1),
            ("[1 2]", 3),
            ("{", 1),
            (r#"{"a"}"#, 4),
            (r#"{"a":}"#, 5),
            (r#"{"a":1,}"#, 7),
            ("{a:1}", 1),
            ("[1}", 2),
            (r#"{"a":1]"#, 6),
            (r#"["\x"]"#, 2),
            ("{1:2}", 1),
        ] {
            assert_eq!(value(text.as_bytes(), 0, 9), Err(JsonFlaw::syntax(at)), "{text}");
        }
    }

    #[test]
    fn depth_costs_a_bit_a_level_and_has_a_limit() {
        let deep = ["[".repeat(100_000), "]".repeat(100_000)].concat();
        assert_eq!(value(deep.as_bytes(), 0, 100_000).map(|value| value.span), Ok(0..200_000));
        assert_eq!(value(deep.as_bytes(), 0, 99_999), Err(JsonFlaw { at: 99_999, code: Code::LimitDepth }));
    }

    #[test]
    fn members_and_elements_come_one_by_one() {
        let text = br#"{ "a": 1, "b\n" :[ 2 , 3 ] }x"#;
        let mut members = Members::of(0);
        let mut keys = Vec::new();
        while let Some(member) = members.next(text).expect("it is JSON") {
            keys.push(&text[member.key.inside]);
            members.go_on(value(text, member.value, 9).expect("it is JSON").span.end);
        }
        assert_eq!((keys, members.end()), (Vec::from([&b"a"[..], br"b\n"]), text.len() - 1));
        assert_eq!(elements(b"[]", 1, true), Ok(Err(2)));
        assert_eq!(elements(b"[ 1]", 1, true), Ok(Ok(2)));
        assert_eq!(elements(b"[1 , 2]", 2, false), Ok(Ok(5)));
        assert_eq!(elements(b"[1 2]", 2, false), Err(JsonFlaw::syntax(3)));
    }
}
