//! Keys: MongoDB accepts no `.`, leading `$` or NUL in them, so these are percent-encoded as in URLs, and so is `%`.

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// What is written otherwise, and how.
const ESCAPES: [(u8, &[u8; 3]); 4] = [(b'%', b"%25"), (b'.', b"%2E"), (b'$', b"%24"), (0, b"%00")];

/// Appends a key.
pub(super) fn push(key: &[u8], out: &mut Vec<u8>) {
    let is_plain = key.first() != Some(&b'$') && !key.iter().any(|byte| matches!(byte, b'%' | b'.' | 0));
    if is_plain {
        return out.extend_from_slice(key);
    }
    for (at, &byte) in key.iter().enumerate() {
        let escape = ESCAPES.iter().find(|(escaped, _)| *escaped == byte && (byte != b'$' || at == 0));
        match escape {
            Some((_, text)) => out.extend_from_slice(*text),
            None => out.push(byte),
        }
    }
}

/// The meaning of a key. A `%` that is not an escape stays.
pub(super) fn said(key: &[u8]) -> Cow<'_, [u8]> {
    if !key.contains(&b'%') {
        return Cow::Borrowed(key);
    }
    let (mut out, mut at) = (Vec::with_capacity(key.len()), 0);
    while let Some(&byte) = key.get(at) {
        let rest = &key[at..];
        let escape = ESCAPES.iter().find(|(_, text)| rest.starts_with(*text));
        out.push(escape.map_or(byte, |(escaped, _)| *escaped));
        at += escape.map_or(1, |(_, text)| text.len());
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_mongodb_takes() {
        for (key, written) in [
            ("event", "event"),
            ("", ""),
            ("$set", "%24set"),
            ("a$b", "a$b"),
            ("a.b%\0", "a%2Eb%25%00"),
            ("%2E", "%252E"),
            ("é.$", "é%2E$"),
        ] {
            let mut out = Vec::new();
            push(key.as_bytes(), &mut out);
            assert_eq!(out, written.as_bytes(), "{key}");
            assert_eq!(&*said(written.as_bytes()), key.as_bytes(), "{written}");
        }
        for (written, key) in [("100%", "100%"), ("%2e%zz%2", "%2e%zz%2"), ("a%24", "a$")] {
            assert_eq!(&*said(written.as_bytes()), key.as_bytes(), "{written}");
        }
    }
}
