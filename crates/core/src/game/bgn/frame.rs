//! The start and end of documents, one per line or in an array, so that a source can be cut into blocks and a broken
//! document does not affect others.
//!
//! A document ends at its closing bracket, and in any case before a line on which another one certainly starts. The
//! first character of such a line except for blanks is `{`, and either no comma, bracket or colon before it makes it a
//! part of something, or its first key is one that only a document has. JSON has no line ends in strings, so a valid
//! document contains no such line.

use super::rendering::Framing;
use crate::json::{behind_blanks, container_end, value};
use crate::swar;
use crate::text::BOM_UTF8;

/// Documents that are written in JSON, side by side or in an array.
pub(in crate::game) struct Json {
    /// Whether each is on a line, as it does where they are written like this.
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
        let length = start(bytes, 0);
        (last || length < bytes.len()).then_some(length)
    }

    /// Whether it is an array.
    fn encloses(&self, head: &[u8]) -> bool {
        let head = &head[..start(head, 0)];
        head.iter().rfind(|byte| matches!(byte, b'[' | b']')) == Some(&b'[')
    }

    fn is_cut(&self, rest: &[u8]) -> bool {
        start(rest, 0) == rest.len() && !rest.contains(&b']')
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

/// The key that may precede these: documents that MongoDB exports start with their identity.
const IDENTITY: &[u8] = b"\"_id\"";

/// How far after a brace the first of these keys may stand.
const LONGEST_IDENTITY: usize = 4_096;

/// The place behind the brace and the identity of an object, where its first other key is expected. `None` if more bytes are
/// needed to know.
fn first_key(bytes: &[u8], brace: usize) -> Option<usize> {
    let at = behind_blanks(bytes, brace + 1);
    let rest = &bytes[at..];
    if !rest.starts_with(IDENTITY) {
        return if IDENTITY.starts_with(rest) { None } else { Some(at) };
    }
    let colon = behind_blanks(bytes, at + IDENTITY.len());
    let behind = match value(bytes, behind_blanks(bytes, colon + 1), 8) {
        Ok(identity) => behind_blanks(bytes, identity.span.end),
        Err(_) if rest.len() < LONGEST_IDENTITY => return None,
        Err(_) => return Some(at),
    };
    match bytes.get(behind) {
        None if rest.len() < LONGEST_IDENTITY => None,
        Some(b',') => Some(behind_blanks(bytes, behind + 1)),
        _ => Some(at),
    }
}

/// Where the next document starts after what parts documents: blanks, commas, the brackets of an array, a byte order
/// mark.
pub(super) fn start(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\n' | b'\r' | b'\t' | b',' | b'[' | b']') => at += 1,
            Some(0xef) if bytes[at..].starts_with(BOM_UTF8) => at += 3,
            _ => return at,
        }
    }
}

/// What is known of a line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnd {
    /// A document starts on the line after it, here.
    Starts(usize),
    /// None surely does.
    Other,
    /// More bytes are needed to know.
    Open,
}

impl LineEnd {
    fn behind(bytes: &[u8], line_end: usize) -> LineEnd {
        let brace = behind_blanks(bytes, line_end + 1);
        match bytes.get(brace) {
            None => return LineEnd::Open,
            Some(b'{') => {}
            Some(_) => return LineEnd::Other,
        }
        let before = bytes[..line_end].iter().rfind(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
        match before {
            Some(b':') => return LineEnd::Other,
            Some(b',' | b'[') => {}
            _ => return LineEnd::Starts(brace),
        }
        let Some(key) = first_key(bytes, brace) else { return LineEnd::Open };
        let rest = &bytes[key..];
        if FIRST_KEYS.iter().any(|key| rest.starts_with(key)) {
            LineEnd::Starts(brace)
        } else if FIRST_KEYS.iter().any(|key| key.starts_with(rest)) {
            LineEnd::Open
        } else {
            LineEnd::Other
        }
    }
}

/// Where the document at `at`, or what is there instead of one, ends at the latest.
pub(super) fn latest_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = swar::find(bytes, at, [b'\n']);
        if at >= bytes.len() {
            return bytes.len();
        }
        match LineEnd::behind(bytes, at) {
            LineEnd::Starts(start) => return start,
            _ => at += 1,
        }
    }
}

/// The length of the leading part of `bytes` that is whole documents, as [`crate::game::GameFormat::cut`] has it.
pub fn cut(bytes: &[u8], last: bool) -> Option<usize> {
    if last {
        return Some(bytes.len());
    }
    let first = start(bytes, 0);
    let mut end = bytes.len();
    while let Some(line_end) = bytes[..end].iter().rposition(|byte| *byte == b'\n').filter(|line_end| *line_end > first)
    {
        if let LineEnd::Starts(start) = LineEnd::behind(bytes, line_end) {
            return Some(start);
        }
        end = line_end;
    }
    side_by_side(bytes)
}

/// The same for documents that no lines part. What follows the last one in the source stays with it.
fn side_by_side(bytes: &[u8]) -> Option<usize> {
    let (mut whole, mut behind) = (None, None);
    loop {
        let at = start(bytes, behind.unwrap_or(0));
        if bytes.get(at) != Some(&b'{') {
            return whole;
        }
        whole = behind;
        behind = container_end(bytes, at);
        if behind.is_none() {
            return whole;
        }
    }
}

/// Where the next document starts in `bytes`, which start within one that is too long to be read.
///
/// # Errors
/// How many leading bytes are surely of that document, where no other one starts.
pub fn resync(bytes: &[u8]) -> Result<usize, usize> {
    let mut at = 0;
    loop {
        at = swar::find(bytes, at, [b'\n']);
        if at >= bytes.len() {
            return Err(bytes.len());
        }
        match LineEnd::behind(bytes, at) {
            LineEnd::Starts(start) => return Ok(start),
            LineEnd::Other => at += 1,
            // The text before the line tells whether a document starts on it.
            LineEnd::Open => {
                return Err(bytes[..at].iter().rposition(|byte| !byte.is_ascii_whitespace()).unwrap_or(at));
            }
        }
    }
}

/// Whether a source that starts with `head` is surely of documents: an object, or an array of some, whose first key, apart from
/// an identity, is one of theirs.
pub fn detects(head: &[u8]) -> bool {
    let Some(at) = opens(head) else { return false };
    let Some(key) = first_key(head, at) else { return false };
    let rest = &head[key..];
    let [pgn, bgn, moves] = FIRST_KEYS;
    rest.starts_with(pgn) || rest.starts_with(bgn) || rest.strip_prefix(moves).is_some_and(are_objects)
}

/// Whether the value of `moves` is an array of objects: the JSON of other games has moves, too, but as words.
fn are_objects(behind_key: &[u8]) -> bool {
    let mut bytes = behind_key.iter().filter(|byte| !byte.is_ascii_whitespace());
    bytes.next() == Some(&b':') && bytes.next() == Some(&b'[') && matches!(bytes.next(), Some(b'{' | b'n' | b']'))
}

/// Whether a source may be of documents though it does not start as most do.
pub fn claims(head: &[u8]) -> bool {
    opens(head).is_some()
}

/// Whether the first document of a source that starts with `head` is on one line, as far as can be seen.
pub fn is_a_line(head: &[u8]) -> bool {
    let first = start(head, 0);
    let line_end = swar::find(head, first, [b'\n']);
    let ends = line_end == head.len() || container_end(&head[..line_end], first).is_some();
    ends && !head[..first].contains(&b'[')
}

/// Where the first document opens; at most the bracket of an array precedes it.
fn opens(head: &[u8]) -> Option<usize> {
    let mut at = behind_blanks(head, if head.starts_with(BOM_UTF8) { 3 } else { 0 });
    if head.get(at) == Some(&b'[') {
        at = behind_blanks(head, at + 1);
    }
    (head.get(at) == Some(&b'{')).then_some(at)
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
        assert_eq!(latest_end(PRETTY.as_bytes(), 4), second);
        assert_eq!(cut(PRETTY.as_bytes(), false), Some(second));
        assert_eq!(cut(PRETTY.as_bytes(), true), Some(PRETTY.len()));
        // Neither a move nor a namespace of properties starts a document.
        let one = "{\"moves\":\n[\n{\"f\":1},\n{\"properties\":\n{\"pgn\":{}}}]}";
        assert_eq!(latest_end(one.as_bytes(), 0), one.len());
    }

    #[test]
    fn a_broken_line_ends_at_the_next_one() {
        let lines = "{\"pgn\":{\"event\":\"open\n{\"pgn\":{}}\n{\"pgn\":{},\n{\"pgn\":{}}\n";
        let starts: Vec<_> = lines.match_indices("{\"pgn\"").map(|found| found.0).collect();
        assert_eq!(latest_end(lines.as_bytes(), starts[0]), starts[1]);
        assert_eq!(latest_end(lines.as_bytes(), starts[2]), starts[3]);
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
        for head in ["", "{", "[]", "[Event \"x\"]", "{\"moves\":[\"e4\"]}", "{\"metadata\":{}", "{pgn"] {
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
            latest_end(array.as_bytes(), 1),
            array.rfind('{').expect("one").min(array.find("\n{").expect("one") + 1)
        );
        let inside = "{\"moves\":[\n{\"_id\":2,\"f\":\"e2\"}]}";
        assert_eq!(latest_end(inside.as_bytes(), 0), inside.len());
    }
}
