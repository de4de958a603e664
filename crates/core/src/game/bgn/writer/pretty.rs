//! Documents formatted for people: two blanks for each level, and each tag and each move on its own line.

use alloc::vec::Vec;

/// How deep the objects and arrays are whose elements are on lines of their own: the document, and its members.
const BROKEN: usize = 2;

/// Appends a document that has no blanks between its tokens.
pub(in crate::game::bgn) fn push(document: &[u8], out: &mut Vec<u8>) {
    let (mut depth, mut at) = (0, 0);
    while let Some(&byte) = document.get(at) {
        let next = document.get(at + 1);
        match byte {
            b'"' => {
                let end = end_of_string(document, at);
                out.extend_from_slice(document.get(at..end).unwrap_or_default());
                at = end;
                continue;
            }
            b'{' | b'[' => {
                out.push(byte);
                depth += 1;
                if !matches!(next, Some(b'}' | b']')) {
                    break_line(depth, out);
                }
            }
            b'}' | b']' => {
                depth = usize::saturating_sub(depth, 1);
                if depth < BROKEN && !matches!(out.last(), Some(b'{' | b'[')) {
                    start_line(depth, out);
                }
                out.push(byte);
            }
            b',' if depth <= BROKEN => {
                out.push(byte);
                start_line(depth, out);
            }
            b',' | b':' => out.extend_from_slice(&[byte, b' ']),
            _ => out.push(byte),
        }
        at += 1;
    }
}

fn break_line(depth: usize, out: &mut Vec<u8>) {
    if depth <= BROKEN {
        start_line(depth, out);
    }
}

fn start_line(depth: usize, out: &mut Vec<u8>) {
    out.push(b'\n');
    out.extend((0..2 * depth).map(|_| b' '));
}

/// Where the string ends that starts here, its quote included.
fn end_of_string(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        at = crate::swar::find(text, at, [b'"', b'\\']);
        match text.get(at) {
            Some(b'\\') => at += 2,
            Some(_) => return at + 1,
            None => return text.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn one_move_a_line() {
        let mut out = Vec::new();
        push(br#"{"pgn":{"event":"a\",\"{"},"bgn":{},"moves":[{"p":"P","a":[{"id":"x","nag":1}]},null]}"#, &mut out);
        let expected = r#"{
  "pgn": {
    "event": "a\",\"{"
  },
  "bgn": {},
  "moves": [
    {"p": "P", "a": [{"id": "x", "nag": 1}]},
    null
  ]
}"#;
        assert_eq!(String::from_utf8(out).expect("it is text"), expected);
    }
}
