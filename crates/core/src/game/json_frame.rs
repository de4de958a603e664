//! The start and end of objects of JSON that hold a game each, one per line or in an array, so that a source can be cut into
//! blocks and a broken object does not affect others.
//!
//! An object ends at its closing bracket, and in any case before a line on which another one certainly starts. The
//! first character of such a line except for blanks is `{`, and either no comma, bracket or colon before it makes it a
//! part of something, or its first key is one that only such an object has. JSON has no line ends in strings, so a valid
//! object contains no such line.

use crate::json::{behind_blanks, container_end, value};
use crate::swar;
use crate::text::BOM_UTF8;

/// What is known of the objects of a format before they are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObjectFrame {
    /// The keys that only these objects have as their first one, with their quotes.
    pub(super) first_keys: &'static [&'static [u8]],
    /// The key that may precede these, with the identity that a database gave the object.
    pub(super) identity: Option<&'static [u8]>,
    /// The key of the array, if an object around the games may hold them in one.
    pub(super) wrapper: Option<&'static [u8]>,
}

/// How far after a brace the first key after an identity may be.
const LONGEST_IDENTITY: usize = 4_096;

/// What is known of a line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnd {
    /// An object starts on the line after it, here.
    Starts(usize),
    /// None surely does.
    Other,
    /// More bytes are needed to know.
    Open,
}

/// What follows a brace that may open an object around the games.
enum Wrapper {
    /// It does; its games start here.
    Games(usize),
    /// It does not.
    Other,
    /// More bytes are needed to know.
    Open,
}

impl ObjectFrame {
    /// Where the next object starts after what parts them: blanks, commas, the brackets of an array, what is around the games,
    /// a byte order mark.
    pub(super) fn start(&self, bytes: &[u8], mut at: usize) -> usize {
        loop {
            match bytes.get(at) {
                Some(b' ' | b'\n' | b'\r' | b'\t' | b',' | b'[' | b']') => at += 1,
                Some(0xef) if bytes[at..].starts_with(BOM_UTF8) => at += 3,
                Some(b'}') if self.wrapper.is_some() => at += 1,
                Some(b'{') => match self.wrapper_at(bytes, at) {
                    Wrapper::Games(games) => at = games,
                    Wrapper::Other | Wrapper::Open => return at,
                },
                _ => return at,
            }
        }
    }

    /// How many leading bytes of a source precede its first object; `None` if more bytes are needed. `last` means that
    /// none follow.
    pub(super) fn opening(&self, bytes: &[u8], last: bool) -> Option<usize> {
        let length = self.start(bytes, 0);
        let is_open = length == bytes.len() || matches!(self.wrapper_at(bytes, length), Wrapper::Open);
        (last || !is_open).then_some(length)
    }

    /// Whether what precedes the first object of a source opens an array.
    pub(super) fn encloses(&self, head: &[u8]) -> bool {
        let head = &head[..self.start(head, 0)];
        head.iter().rfind(|byte| matches!(byte, b'[' | b']')) == Some(&b'[')
    }

    /// Whether a source that starts with `head` is an object around games.
    pub(super) fn wraps(&self, head: &[u8]) -> bool {
        let brace = behind_blanks(head, if head.starts_with(BOM_UTF8) { BOM_UTF8.len() } else { 0 });
        matches!(self.wrapper_at(head, brace), Wrapper::Games(_))
    }

    /// Whether an array does not end in the text after its last object.
    pub(super) fn is_cut(&self, rest: &[u8]) -> bool {
        self.start(rest, 0) == rest.len() && !rest.contains(&b']')
    }

    /// Whether the brace at `at` opens an object around the games.
    fn wrapper_at(&self, bytes: &[u8], at: usize) -> Wrapper {
        let Some(key) = self.wrapper.filter(|_| bytes.get(at) == Some(&b'{')) else { return Wrapper::Other };
        let mut at = at + 1;
        for part in [key, b":", b"["] {
            at = behind_blanks(bytes, at);
            let rest = &bytes[at..];
            if !rest.starts_with(part) {
                return if part.starts_with(rest) { Wrapper::Open } else { Wrapper::Other };
            }
            at += part.len();
        }
        Wrapper::Games(at)
    }

    /// The place after the brace and the identity of an object, where its first other key is expected. `None` if more bytes
    /// are needed to know.
    pub(super) fn first_key(&self, bytes: &[u8], brace: usize) -> Option<usize> {
        let at = behind_blanks(bytes, brace + 1);
        let rest = &bytes[at..];
        let Some(identity) = self.identity else { return Some(at) };
        if !rest.starts_with(identity) {
            return if identity.starts_with(rest) { None } else { Some(at) };
        }
        let colon = behind_blanks(bytes, at + identity.len());
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

    fn behind(&self, bytes: &[u8], line_end: usize) -> LineEnd {
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
        let Some(key) = self.first_key(bytes, brace) else { return LineEnd::Open };
        let rest = &bytes[key..];
        if self.first_keys.iter().any(|key| rest.starts_with(key)) {
            LineEnd::Starts(brace)
        } else if self.first_keys.iter().any(|key| key.starts_with(rest)) {
            LineEnd::Open
        } else {
            LineEnd::Other
        }
    }

    /// Where the object at `at`, or what is there instead of one, ends at the latest.
    pub(super) fn latest_end(&self, bytes: &[u8], mut at: usize) -> usize {
        loop {
            at = swar::find_far(bytes, at, b'\n');
            if at >= bytes.len() {
                return bytes.len();
            }
            match self.behind(bytes, at) {
                LineEnd::Starts(start) => return start,
                _ => at += 1,
            }
        }
    }

    /// The length of the leading part of `bytes` that is whole objects, as [`crate::game::GameFormat::cut`] describes.
    pub(super) fn cut(&self, bytes: &[u8], last: bool) -> Option<usize> {
        if last {
            return Some(bytes.len());
        }
        let first = self.start(bytes, 0);
        let mut end = bytes.len();
        while let Some(line_end) =
            bytes[..end].iter().rposition(|byte| *byte == b'\n').filter(|line_end| *line_end > first)
        {
            if let LineEnd::Starts(start) = self.behind(bytes, line_end) {
                return Some(start);
            }
            end = line_end;
        }
        self.side_by_side(bytes)
    }

    /// The same for objects that no lines part. What follows the last one in the source stays with it.
    fn side_by_side(&self, bytes: &[u8]) -> Option<usize> {
        let (mut whole, mut behind) = (None, None);
        loop {
            let at = self.start(bytes, behind.unwrap_or(0));
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

    /// Where the next object starts in `bytes`, which start within one that is too long to be read.
    ///
    /// # Errors
    /// The number of leading bytes that surely belong to that object, if no other one starts.
    pub(super) fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        let mut at = 0;
        loop {
            at = swar::find(bytes, at, [b'\n']);
            if at >= bytes.len() {
                return Err(bytes.len());
            }
            match self.behind(bytes, at) {
                LineEnd::Starts(start) => return Ok(start),
                LineEnd::Other => at += 1,
                // Whether an object starts on the line depends on the text before it.
                LineEnd::Open => {
                    return Err(bytes[..at].iter().rposition(|byte| !byte.is_ascii_whitespace()).unwrap_or(at));
                }
            }
        }
    }
}

/// Where the first object opens in a source that starts with `head`; at most the bracket of an array precedes it.
pub(super) fn opens(head: &[u8]) -> Option<usize> {
    let mut at = behind_blanks(head, if head.starts_with(BOM_UTF8) { 3 } else { 0 });
    if head.get(at) == Some(&b'[') {
        at = behind_blanks(head, at + 1);
    }
    (head.get(at) == Some(&b'{')).then_some(at)
}
