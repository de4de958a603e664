//! Where documents start and end, one after another as mongodump writes them, so that a source can be cut into blocks and a
//! broken document harms no other one.
//!
//! A document says how long it is, and ends with a NUL. Where that is not so, the next one is looked for: it starts with a
//! length, a type and a key that only the start of a document has.

use super::types;

/// The shortest document: its length and the NUL at its end.
pub(super) const SHORTEST: usize = 5;

/// The keys that a document may have as its first one.
const FIRST_KEYS: [(&[u8], Option<u8>); 4] = [
    (b"_id\0", None),
    (b"pgn\0", Some(types::DOCUMENT)),
    (b"bgn\0", Some(types::DOCUMENT)),
    (b"moves\0", Some(types::ARRAY)),
];

/// How many bytes tell that a document starts.
const HEAD: usize = 4 + 1 + 6;

/// What stands at the beginning of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A document of so many bytes.
    Whole(usize),
    /// The beginning of one.
    Open,
    /// Something else.
    Broken,
}

/// What `bytes` start with.
pub fn frame(bytes: &[u8]) -> Frame {
    let Some(length) = bytes.first_chunk().map(|length| u32::from_le_bytes(*length)) else { return Frame::Open };
    let Some(end) = usize::try_from(length).ok().filter(|end| *end >= SHORTEST && i32::try_from(length).is_ok()) else {
        return Frame::Broken;
    };
    match bytes.get(4) {
        Some(&kind) if !(kind == 0 && end == SHORTEST || is_type(kind)) => Frame::Broken,
        _ => match bytes.get(end - 1) {
            Some(0) => Frame::Whole(end),
            Some(_) => Frame::Broken,
            None => Frame::Open,
        },
    }
}

/// Where the next document surely starts from `from` on.
///
/// # Errors
/// From where on one may start that is not all there yet.
pub fn next(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let found = (from..bytes.len()).find(|&at| starts(&bytes[at..]) != Some(false));
    match found {
        Some(at) if starts(&bytes[at..]) == Some(true) => Ok(at),
        found => Err(found.unwrap_or(bytes.len())),
    }
}

/// Whether a source that starts with `head` is surely of documents of games.
pub fn detects(head: &[u8]) -> bool {
    starts(head) == Some(true)
}

/// Whether a document of a game surely starts here; `None` where more bytes are needed to know.
fn starts(bytes: &[u8]) -> Option<bool> {
    let Some(kind) = bytes.get(4) else { return None };
    if !is_type(*kind) || i32::from_le_bytes(*bytes.first_chunk()?) < HEAD as i32 {
        return Some(false);
    }
    let rest = &bytes[5..];
    let fits = |given: &Option<u8>| given.is_none_or(|given| given == *kind);
    let mut keys = FIRST_KEYS.iter().filter(|(_, given)| fits(given)).map(|(key, _)| *key);
    if keys.clone().any(|key| rest.starts_with(key)) {
        return Some(true);
    }
    if keys.any(|key| key.starts_with(rest)) { None } else { Some(false) }
}

fn is_type(byte: u8) -> bool {
    matches!(byte, 1..=0x13 | 0x7f | 0xff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn document(key: &[u8]) -> Vec<u8> {
        let inner = [0x0c, 0, 0, 0, 0x0a, b'x', 0, 0x0a, b'y', 0, 0, 0];
        let mut out = Vec::from([0; 4]);
        out.push(types::DOCUMENT);
        out.extend_from_slice(key);
        out.push(0);
        out.extend_from_slice(&inner[..11]);
        out.extend_from_slice(&[0, 0]);
        let length = u32::try_from(out.len()).expect("it is short");
        out[..4].copy_from_slice(&length.to_le_bytes());
        out
    }

    #[test]
    fn documents_say_how_long_they_are() {
        let one = document(b"pgn");
        for end in 0..one.len() {
            assert_eq!(frame(&one[..end]), Frame::Open, "{end}");
        }
        assert_eq!(frame(&[&one[..], b"more"].concat()), Frame::Whole(one.len()));
        assert_eq!(frame(&[5, 0, 0, 0, 0]), Frame::Whole(5));
        for broken in [&[4, 0, 0, 0, 0][..], &[9, 0, 0, 0x80, 2], &[9, 0, 0, 0, 0x20], &[6, 0, 0, 0, 8, 1]] {
            assert_eq!(frame(broken), Frame::Broken, "{broken:?}");
        }
    }

    #[test]
    fn the_next_one_starts_with_a_key_of_its_own() {
        for key in [&b"pgn"[..], b"bgn", b"_id"] {
            let text = [b"damaged \0 bytes".as_slice(), &document(b"other"), &document(key)].concat();
            let start = 15 + document(b"other").len();
            assert_eq!(next(&text, 0), Ok(start));
            assert!(detects(&text[start..]));
            for end in 0..text.len() {
                let found = next(&text[..end], 0);
                let known = end >= start + 4 + 1 + key.len() + 1;
                assert!(
                    if known { found == Ok(start) } else { found.is_err_and(|open| open <= start.min(end)) },
                    "{end}"
                );
            }
        }
        for other in [&b"{\"pgn\":{}}"[..], b"\x10\0\0\0\x02pgn\0", b"", b"\x10\0\0\0\x03moves\0"] {
            assert!(!detects(other), "{other:?}");
        }
    }
}
