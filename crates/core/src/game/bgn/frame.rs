//! The documents of a source in JSON: where they start and end, and how a source of them is detected.

use super::rendering::Framing;
use crate::game::json_frame::{ObjectFrame, opens};
use crate::json::container_end;
use crate::swar;

/// Documents that are written in JSON, side by side or in an array.
pub(in crate::game) struct Json {
    /// Whether each is written on one line.
    pub(in crate::game) lines: bool,
}

impl Framing for Json {
    fn detects(&self, head: &[u8]) -> bool {
        detects(head) && is_a_line(head) == self.lines
    }

    fn claims(&self, head: &[u8]) -> bool {
        claims(head)
    }

    fn opening(&self, bytes: &[u8], last: bool) -> Option<usize> {
        FRAME.opening(bytes, last)
    }

    fn encloses(&self, head: &[u8]) -> bool {
        FRAME.encloses(head)
    }

    fn is_cut(&self, rest: &[u8]) -> bool {
        FRAME.is_cut(rest)
    }

    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize> {
        cut(bytes, last)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        resync(bytes)
    }
}

/// The keys that only documents have as their first one.
const FIRST_KEYS: [&[u8]; 3] = [b"\"pgn\"", b"\"bgn\"", b"\"moves\""];

/// Documents. Those that MongoDB exports start with their identity.
pub(super) static FRAME: ObjectFrame =
    ObjectFrame { first_keys: &FIRST_KEYS, identity: Some(b"\"_id\""), wrapper: None };

/// The length of the leading part of `bytes` that is whole documents, as [`crate::game::GameFormat::cut`] describes.
pub fn cut(bytes: &[u8], last: bool) -> Option<usize> {
    FRAME.cut(bytes, last)
}

/// Where the next document starts in `bytes`, which start within one that is too long to be read.
///
/// # Errors
/// The number of leading bytes that surely belong to that document, if no other one starts.
pub fn resync(bytes: &[u8]) -> Result<usize, usize> {
    FRAME.resync(bytes)
}

/// Whether a source that starts with `head` surely consists of documents: an object, or an array of some, whose first
/// key, apart from an identity, is one of theirs.
pub fn detects(head: &[u8]) -> bool {
    let Some(at) = opens(head) else { return false };
    let Some(key) = FRAME.first_key(head, at) else { return false };
    let rest = &head[key..];
    let [pgn, bgn, moves] = FIRST_KEYS;
    rest.strip_prefix(pgn).is_some_and(is_object)
        || rest.starts_with(bgn)
        || rest.strip_prefix(moves).is_some_and(are_objects)
}

/// Whether the value of `pgn` is an object, as far as can be seen: the JSON of other games has PGN as a text there.
fn is_object(behind_key: &[u8]) -> bool {
    let mut bytes = behind_key.iter().filter(|byte| !byte.is_ascii_whitespace());
    bytes.next().is_none_or(|byte| *byte == b':') && bytes.next().is_none_or(|byte| *byte == b'{')
}

/// Whether the value of `moves` is an array of objects: the JSON of other games has moves, too, but as words.
fn are_objects(behind_key: &[u8]) -> bool {
    let mut bytes = behind_key.iter().filter(|byte| !byte.is_ascii_whitespace());
    bytes.next() == Some(&b':') && bytes.next() == Some(&b'[') && matches!(bytes.next(), Some(b'{' | b'n' | b']'))
}

/// Whether a source may consist of documents although its start is unusual.
pub fn claims(head: &[u8]) -> bool {
    opens(head).is_some()
}

/// Whether the first document of a source that starts with `head` is on one line, as far as can be seen.
pub(crate) fn is_a_line(head: &[u8]) -> bool {
    let first = FRAME.start(head, 0);
    let line_end = swar::find(head, first, [b'\n']);
    let ends = line_end == head.len() || container_end(&head[..line_end], first).is_some();
    ends && !head[..first].contains(&b'[')
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const PRETTY: &str = "[\n  {\n    \"pgn\": {\"event\": \"a } b\"},\n    \"moves\": [\n      {\"f\": \"e2\", \"t\": \"e4\"},\n      \
        {\"f\": \"e7\", \"t\": \"e5\"}\n    ]\n  },\n  {\n    \"pgn\": {},\n    \"moves\": []\n  }\n]\n";

    #[test]
    fn documents_start_on_lines_that_are_part_of_nothing() {
        let second = PRETTY.rfind("{\n    \"pgn\"").expect("there is one");
        assert_eq!(FRAME.latest_end(PRETTY.as_bytes(), 4), second);
        assert_eq!(cut(PRETTY.as_bytes(), false), Some(second));
        assert_eq!(cut(PRETTY.as_bytes(), true), Some(PRETTY.len()));
        // Neither a move nor a namespace of properties starts a document.
        let one = "{\"moves\":\n[\n{\"f\":1},\n{\"properties\":\n{\"pgn\":{}}}]}";
        assert_eq!(FRAME.latest_end(one.as_bytes(), 0), one.len());
    }

    #[test]
    fn a_broken_line_ends_at_the_next_one() {
        let lines = "{\"pgn\":{\"event\":\"open\n{\"pgn\":{}}\n{\"pgn\":{},\n{\"pgn\":{}}\n";
        let starts: Vec<_> = lines.match_indices("{\"pgn\"").map(|found| found.0).collect();
        assert_eq!(FRAME.latest_end(lines.as_bytes(), starts[0]), starts[1]);
        assert_eq!(FRAME.latest_end(lines.as_bytes(), starts[2]), starts[3]);
        assert_eq!(resync(&lines.as_bytes()[1..]), Ok(starts[1] - 1));
    }

    #[test]
    fn a_cut_needs_no_more_than_what_is_there() {
        let text = "{\"a\":[1]}\n{\"a\":[2]}\n";
        for end in 0..text.len() {
            let expected = match end {
                0..11 => None,
                11..20 => Some(10),
                _ => Some(10),
            };
            assert_eq!(cut(&text.as_bytes()[..end], false), expected, "{end}");
        }
        assert_eq!(cut(b"[{\"a\":1},{\"a\":2},{\"a", false), Some(16));
    }

    #[test]
    fn heads_tell_what_they_are() {
        for head in ["{\"pgn\":{", " [ {\n \"bgn\" : {", "{\"moves\": [ {\"f\"", "\u{feff}{\"pgn\"", "{\"moves\":[null"]
        {
            assert!(detects(head.as_bytes()), "{head}");
        }
        for head in [
            "",
            "{",
            "[]",
            "[Event \"x\"]",
            "{\"moves\":[\"e4\"]}",
            "{\"metadata\":{}",
            "{pgn",
            "{\"pgn\":\"1. e4\"",
            "{\"pgn\":null",
        ] {
            assert!(!detects(head.as_bytes()), "{head}");
        }
        assert!(is_a_line(b"{\"pgn\":{}}\n{"));
        assert!(is_a_line(b"{\"pgn\":{},\"moves\":["));
        assert!(!is_a_line(b"{\n\"pgn\":{}}\n"));
        assert!(!is_a_line(b"[{\"pgn\":{}}]\n"));
        assert!(!is_a_line(PRETTY.as_bytes()));
    }

    #[test]
    fn exports_of_mongodb_are_documents() {
        for line in [
            r#"{"_id":{"$oid":"507f1f77bcf86cd799439011"},"pgn":{}}"#,
            r#"[{ "_id" : "a.pgn#1" , "moves" : [{"f":"e2"}]}]"#,
            r#"{"_id":5,"bgn":{}}"#,
        ] {
            assert!(detects(line.as_bytes()), "{line}");
        }
        for line in [r#"{"_id":5,"name":"x"}"#, r#"{"_id":5}"#, r#"{"_id":"x"#, r#"{"_i"#] {
            assert!(!detects(line.as_bytes()), "{line}");
        }
        let array = "[{\"_id\":1,\"pgn\":{}},\n{\"_id\":2,\"pgn\":{}}]";
        assert_eq!(
            FRAME.latest_end(array.as_bytes(), 1),
            array.rfind('{').expect("one").min(array.find("\n{").expect("one") + 1)
        );
        let inside = "{\"moves\":[\n{\"_id\":2,\"f\":\"e2\"}]}";
        assert_eq!(FRAME.latest_end(inside.as_bytes(), 0), inside.len());
    }
}
