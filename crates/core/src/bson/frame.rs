//! The start and end of consecutive documents as mongodump writes them, so that a source can be cut into blocks and a
//! broken document does not affect others.
//!
//! A document starts with its length and ends with a NUL. If that is wrong, the next document is searched: it starts
//! with a length, a type and a key that only the start of a document has.

use super::encode::LARGEST;
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

/// How many bytes are needed to recognize the start of a document.
const HEAD: usize = 4 + 1 + 6;

/// By how much MongoDB itself may pass the largest size.
const SLACK: usize = 16 << 10;

/// What is at the beginning of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BsonFrame {
    /// A document of this many bytes.
    Whole(usize),
    /// The beginning of one.
    Open,
    /// Something else.
    Broken,
}

/// What `bytes` start with.
pub fn frame(bytes: &[u8]) -> BsonFrame {
    let Some(length) = bytes.first_chunk().map(|length| u32::from_le_bytes(*length)) else { return BsonFrame::Open };
    let Some(end) = usize::try_from(length).ok().filter(|end| *end >= SHORTEST && i32::try_from(length).is_ok()) else {
        return BsonFrame::Broken;
    };
    match bytes.get(4) {
        Some(&kind) if !(kind == 0 && end == SHORTEST || is_type(kind)) => BsonFrame::Broken,
        _ => match bytes.get(end - 1) {
            Some(0) => BsonFrame::Whole(end),
            Some(_) => BsonFrame::Broken,
            None => BsonFrame::Open,
        },
    }
}

/// Where the next document surely starts from `from` on: one that ends where another one starts, or where `bytes` do.
/// `last` means that no bytes follow these. A document itself contains text that looks like the start of one, so that
/// is not enough.
///
/// # Errors
/// The place from which on an incomplete one may start.
pub fn next(bytes: &[u8], from: usize, last: bool) -> Result<usize, usize> {
    for at in from..bytes.len() {
        match surely(&bytes[at..], last) {
            Some(true) => return Ok(at),
            Some(false) => {}
            None => return Err(at),
        }
    }
    Err(bytes.len())
}

/// Whether a document starts here; `None` if more bytes are needed to know.
fn surely(bytes: &[u8], last: bool) -> Option<bool> {
    let open = if last { Some(false) } else { None };
    match starts(bytes) {
        None => open,
        Some(false) => Some(false),
        Some(true) => match frame(bytes) {
            BsonFrame::Broken => Some(false),
            BsonFrame::Open => open,
            BsonFrame::Whole(length) if !members_end(&bytes[..length]) => Some(false),
            BsonFrame::Whole(length) if length == bytes.len() => last.then_some(true),
            BsonFrame::Whole(length) => starts(&bytes[length..]).or(open),
        },
    }
}

/// Whether a source that starts with `head` surely consists of documents of games.
pub fn detects(head: &[u8]) -> bool {
    starts(head) == Some(true)
}

/// Whether the members of a document end where it does, as far as the first ones show.
fn members_end(document: &[u8]) -> bool {
    const FEW: usize = 16;
    let mut at = 4;
    for _ in 0..FEW {
        let rest = document.get(at + 1..).unwrap_or_default();
        let Some(name) = rest.iter().take(64).position(|byte| *byte == 0) else { return true };
        let value = rest.get(name + 1..).unwrap_or_default();
        let said = value.first_chunk().map(|length| u32::from_le_bytes(*length) as usize);
        let length = match document.get(at) {
            Some(0) => return at + 1 == document.len(),
            Some(&types::DOCUMENT | &types::ARRAY) => said,
            Some(&types::STRING) => said.and_then(|length| length.checked_add(4)),
            Some(&types::OBJECT_ID) => Some(12),
            Some(&types::INT32) => Some(4),
            Some(&types::INT64) => Some(8),
            Some(_) => return true,
            None => return false,
        };
        let Some(length) = length.filter(|length| *length < value.len()) else { return false };
        at += 1 + name + 1 + length;
    }
    true
}

/// Whether what is here looks like the start of a document of a game; `None` if more bytes are needed to know.
fn starts(bytes: &[u8]) -> Option<bool> {
    let kind = bytes.get(4)?;
    let length = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
    if !is_type(*kind) || !(HEAD..=LARGEST + SLACK).contains(&length) {
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
    fn documents_contain_their_length() {
        let one = document(b"pgn");
        for end in 0..one.len() {
            assert_eq!(frame(&one[..end]), BsonFrame::Open, "{end}");
        }
        assert_eq!(frame(&[&one[..], b"more"].concat()), BsonFrame::Whole(one.len()));
        assert_eq!(frame(&[5, 0, 0, 0, 0]), BsonFrame::Whole(5));
        for broken in [&[4, 0, 0, 0, 0][..], &[9, 0, 0, 0x80, 2], &[9, 0, 0, 0, 0x20], &[6, 0, 0, 0, 8, 1]] {
            assert_eq!(frame(broken), BsonFrame::Broken, "{broken:?}");
        }
    }

    #[test]
    fn the_next_one_ends_where_another_one_starts() {
        for key in [&b"pgn"[..], b"bgn", b"_id"] {
            let (other, one) = (document(b"other"), document(key));
            let text = [b"damaged \0 bytes".as_slice(), &other, &one, &one].concat();
            let start = 15 + other.len();
            assert_eq!((next(&text, 0, true), next(&text, 0, false)), (Ok(start), Ok(start)));
            assert!(detects(&text[start..]));
            for end in 0..text.len() {
                let behind = start + one.len();
                let known = end > behind + 4 + 1 + key.len();
                let found = next(&text[..end], 0, false);
                assert!(
                    if known { found == Ok(start) } else { found.is_err_and(|open| open <= start.min(end)) },
                    "{end}"
                );
                // If no more bytes come, a document that is cut short is not one.
                let whole = known || end == behind;
                assert_eq!(next(&text[..end], 0, true), if whole { Ok(start) } else { Err(end) }, "{end}");
            }
        }
        for other in [&b"{\"pgn\":{}}"[..], b"\x10\0\0\0\x02pgn\0", b"", b"\x10\0\0\0\x03moves\0"] {
            assert!(!detects(other), "{other:?}");
        }
    }
}
