//! Writing strings, with escapes.

use super::text::stop;
use alloc::vec::Vec;

/// Appends a string with its quotes. Only what must be is escaped: quotes, backslashes and the controls below the blank.
pub(crate) fn push_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    push_escaped(text.as_bytes(), out);
    out.push(b'"');
}

/// The same without the quotes, for bytes that are UTF-8.
pub(crate) fn push_escaped(text: &[u8], out: &mut Vec<u8>) {
    let mut start = 0;
    loop {
        let end = stop(text, start);
        out.extend_from_slice(text.get(start..end).unwrap_or_default());
        let Some(&byte) = text.get(end) else { return };
        push_escape(byte, out);
        start = end + 1;
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
        // At every place among eight bytes.
        for length in 0..20 {
            for at in 0..=length {
                let text: String = (0..length).map(|here| if here == at { '"' } else { 'é' }).collect();
                assert_eq!(escaped(&text), alloc::format!("\"{}\"", text.replace('"', "\\\"")), "{text}");
            }
        }
    }
}
