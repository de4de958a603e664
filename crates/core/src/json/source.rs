//! Whether a source is JSON, judging by its first bytes.

/// Whether a source starts as JSON does. A game may begin with a quoted remark in braces, so an object is one only if its first
/// text in quotes is followed by a colon.
pub fn is_json(head: &[u8]) -> bool {
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let mut in_array = false;
    while let Some(inner) = rest.strip_prefix(b"[") {
        (rest, in_array) = (inner.trim_ascii_start(), true);
    }
    match rest {
        [b'{', inner @ ..] => {
            let inner = inner.trim_ascii_start();
            in_array && inner.starts_with(b"}") || text_and(inner).is_some_and(|next| next == b':')
        }
        [b']', behind @ ..] => in_array && behind.iter().all(|byte| byte.is_ascii_whitespace() || *byte == b']'),
        // Nothing else in square brackets has commas between its parts: tags have a name and a text.
        [b'"', ..] if in_array => text_and(rest).is_some_and(|next| next == b',' || next == b']'),
        [b'"', text @ ..] => has_escapes(text),
        _ => in_array && word_and(rest).is_some_and(|next| next == b','),
    }
}

/// The byte after a text in quotes and blanks.
fn text_and(bytes: &[u8]) -> Option<u8> {
    let mut rest = bytes.strip_prefix(b"\"")?;
    loop {
        let at = rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        let length = if rest.get(at) == Some(&b'"') { 1 } else { 2 };
        let is_end = length == 1;
        rest = rest.get(at + length..)?;
        if is_end {
            return rest.trim_ascii_start().first().copied();
        }
    }
}

/// Whether the first line of a text has quotes and line ends as JSON writes them, as a program prints a game that it took out
/// of an object.
fn has_escapes(text: &[u8]) -> bool {
    let line = text.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    line.windows(2).any(|pair| pair == b"\\\"") && line.windows(2).any(|pair| pair == b"\\n")
}

/// The byte after a number, `true`, `false` or `null` and blanks.
fn word_and(bytes: &[u8]) -> Option<u8> {
    let end = bytes.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'a'..=b'z' | b'+' | b'-' | b'.' | b'E'))?;
    let (word, rest) = bytes.split_at(end);
    let is_number = word.first().is_some_and(|byte| matches!(byte, b'-' | b'0'..=b'9'));
    let is_named = [&b"true"[..], b"false", b"null"].contains(&word);
    rest.trim_ascii_start().first().copied().filter(|_| is_number || is_named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_distinguished_from_games() {
        for json in [
            "{\"a\": 1}",
            "\u{feff}\n{ \"a \\\" b\" : [] }",
            "[{\"a\":1}]",
            "[ {} ]",
            "[]",
            "[[1, 2]]",
            "[\"a\", \"b\"]",
            "[\"1. e4 e5\"]",
            "[null, 1]",
            "[-1.5e3,2]",
            r#""[White \"A\"]\n\n1. e4 *\n""#,
        ] {
            assert!(is_json(json.as_bytes()), "{json}");
        }
        for game in [
            "",
            "{}",
            "{\"A fine game\", she said.} 1. c4 e5 *",
            "{\"a\"} 1. c4 *",
            "{\"never closed: 1. c4",
            "{a: 1} 1. c4 *",
            "[White \"A\"]",
            "[\"White\" \"A\"]",
            "[ Event \"x: y, z\"]",
            "[1] is a remark",
            "[[White \"A\"]]",
            "1. c4 {\"a\": 1} *",
            "\"My best game\"\n\n1. c4 *",
        ] {
            assert!(!is_json(game.as_bytes()), "{game}");
        }
    }
}
