//! Strings and objects of JSON as they are written: what must be escaped, and the members of an object that is known to be
//! well-formed.

use crate::eight::{below, repeat};
use alloc::vec::Vec;

/// Appends a string with its quotes. Only what must be is escaped: quotes, backslashes and the controls below the blank.
pub(super) fn push_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    push_escaped(text.as_bytes(), out);
    out.push(b'"');
}

/// The same without the quotes, for bytes that are UTF-8.
pub(super) fn push_escaped(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    loop {
        let at = stop(rest);
        let (plain, after) = rest.split_at(at);
        out.extend_from_slice(plain);
        let Some((&byte, after)) = after.split_first() else { return };
        push_escape(byte, out);
        rest = after;
    }
}

#[cold]
fn push_escape(byte: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    match byte {
        b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
        b'\n' => out.extend_from_slice(b"\\n"),
        b'\r' => out.extend_from_slice(b"\\r"),
        b'\t' => out.extend_from_slice(b"\\t"),
        0x08 => out.extend_from_slice(b"\\b"),
        0x0c => out.extend_from_slice(b"\\f"),
        _ => {
            let digit = |value: u8| DIGITS[usize::from(value & 15)];
            out.extend_from_slice(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte)]);
        }
    }
}

/// The first place that holds something to be escaped, or the end. Looks at eight bytes at once.
#[inline]
fn stop(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&eight) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(eight);
        let hits = below(word ^ repeat(b'"'), 1) | below(word ^ repeat(b'\\'), 1) | below(word, b' ');
        if hits != 0 {
            return at + (hits.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| byte < b' ' || byte == b'"' || byte == b'\\').unwrap_or(rest.len())
}

/// The members of an object of well-formed JSON: the key with its quotes, and the value as it stands. What is no object has
/// none.
pub(super) fn members(object: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = object.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
    core::iter::from_fn(move || {
        let (member, after) = rest.split_at(end_of_value(rest));
        rest = after.strip_prefix(',').unwrap_or_default();
        let (key, value) =
            member.split_at(end_of_string(member.trim_start())? + member.len() - member.trim_start().len());
        Some((key.trim(), value.trim_start().strip_prefix(':')?.trim()))
    })
}

/// The elements of an array of well-formed JSON.
pub(super) fn elements(array: &str) -> impl Iterator<Item = &str> {
    let mut rest = array.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or_default();
    core::iter::from_fn(move || {
        let (element, after) = rest.split_at(end_of_value(rest));
        rest = after.strip_prefix(',').unwrap_or_default();
        Some(element.trim()).filter(|element| !element.is_empty())
    })
}

/// The key and the value of one member, as it stands between others.
pub(super) fn member(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (key, value) = text.split_at(end_of_string(text)?);
    Some((key, value.trim_start().strip_prefix(':')?.trim()))
}

/// Where the first comma stands that is in no string, array or object; else the end.
fn end_of_value(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => at += end_of_string(&text[at..]).unwrap_or(text.len() - at).saturating_sub(1),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// Where the string ends that a text starts with, its quote included.
fn end_of_string(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = (*bytes.first()? == b'"').then_some(1)?;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn escaped(text: &str) -> String {
        let mut out = Vec::new();
        push_string(text, &mut out);
        String::from_utf8(out).expect("it is text")
    }

    #[test]
    fn only_what_must_be_is_escaped() {
        let all = "\"a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0000\\u001f\u{7f}é\u{2028}/\"";
        assert_eq!(escaped("a\"b\\c\n\r\t\u{8}\u{c}\0\u{1f}\u{7f}é\u{2028}/"), all);
        // Wherever it stands among eight bytes.
        for length in 0..20 {
            for at in 0..=length {
                let text: String = (0..length).map(|here| if here == at { '"' } else { 'é' }).collect();
                assert_eq!(escaped(&text), alloc::format!("\"{}\"", text.replace('"', "\\\"")), "{text}");
            }
        }
    }

    #[test]
    fn members_of_an_object() {
        let object = r#" { "id" : "A,}\"" ,"q":[1,{"x":","}],"é":{} } "#;
        let expected = [("\"id\"", r#""A,}\"""#), ("\"q\"", r#"[1,{"x":","}]"#), ("\"é\"", "{}")];
        assert!(members(object).eq(expected));
        assert_eq!(members("{}").count() + members("{ }").count() + members("[1]").count(), 0);
        assert_eq!(member(r#""et": 9.5"#), Some(("\"et\"", "9.5")));
        assert!(elements(r#"[ {"id":"a,]"} , 2 ]"#).eq([r#"{"id":"a,]"}"#, "2"]));
        assert_eq!(elements("[]").count(), 0);
    }
}
