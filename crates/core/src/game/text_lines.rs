//! The lines and words of a text that has a game a line.

use crate::text::BOM_UTF8;
use core::ops::Range;

/// The length of the leading part of `bytes` that is whole lines; `None` if not even one is.
pub(super) fn cut(bytes: &[u8], last: bool) -> Option<usize> {
    if last {
        return Some(bytes.len());
    }
    // A CR at the very end may be half a line end.
    let ends =
        |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1).is_some_and(|next| *next != b'\n');
    (0..bytes.len()).rev().find(|at| ends(*at)).map(|at| at + 1)
}

/// Where the next line starts in `bytes`, which start within one.
///
/// # Errors
/// If none starts in `bytes`: all of them are of the line.
pub(super) fn resync(bytes: &[u8]) -> Result<usize, usize> {
    let end = bytes.iter().position(|byte| is_line_end(*byte)).ok_or(bytes.len())?;
    // The LF after a CR makes an empty line at worst, which is not a game.
    Ok(end + 1)
}

/// The lines that a source surely starts with: the last one may continue after `head`.
pub(super) fn first_lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let length = cut(head, false).unwrap_or(0);
    let mut lines = BlockLines::new(&head[..length]);
    core::iter::from_fn(move || lines.next().map(|line| &head[line]))
}

/// Whether a source may be lines of moves: numbers and markers look like PGN there, but no line of moves starts with a tag.
pub(super) fn may_be_moves(head: &[u8]) -> bool {
    let line = BlockLines::new(head).next();
    line.is_none_or(|line| head[line].first().is_some_and(|first| first.is_ascii_alphanumeric() || *first == b'*'))
}

/// The lines of a block that hold anything, without their line ends, blanks around them and byte order marks.
#[derive(Clone, Debug)]
pub(super) struct BlockLines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BlockLines<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BlockLines<'a> {
        BlockLines { bytes, at: 0 }
    }

    /// The bytes themselves.
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Where the line after the last one starts.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next line.
    pub(super) fn next(&mut self) -> Option<Range<usize>> {
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            let length = rest.iter().position(|byte| is_line_end(*byte)).unwrap_or(rest.len());
            let line = &rest[..length];
            let line = line.strip_prefix(BOM_UTF8).unwrap_or(line);
            let end = self.at + length;
            let blanks = line.iter().take_while(|byte| is_blank(**byte)).count();
            let start = end - line.len() + blanks;
            let crlf = rest.get(length..).is_some_and(|end| end.starts_with(b"\r\n"));
            self.at = (end + 1 + usize::from(crlf)).min(self.bytes.len());
            let line = &line[blanks..];
            if let Some(last) = line.iter().rposition(|byte| !is_blank(*byte)) {
                return Some(start..start + last + 1);
            }
        }
        None
    }
}

/// The next word at or after `at` and before `end`: between blanks.
pub(super) fn word(bytes: &[u8], at: usize, end: usize) -> Option<Range<usize>> {
    let rest = bytes.get(at..end)?;
    let blanks = rest.iter().position(|byte| !is_blank(*byte))?;
    let rest = &rest[blanks..];
    let length = rest.iter().position(|byte| is_blank(*byte)).unwrap_or(rest.len());
    Some(at + blanks..at + blanks + length)
}

pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Line ends separate words, too, because the words of a game may continue over several lines.
fn is_blank(byte: u8) -> bool {
    // Tab, line feed, the two further blanks of ASCII, carriage return.
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn lines_end_as_they_like() {
        let text = b"\xef\xbb\xbfa b\r\n\n  c\rd\t\n\r\n\x0b\n\x0be\x0b";
        let mut lines = BlockLines::new(text);
        let found: Vec<_> = core::iter::from_fn(|| lines.next()).map(|line| &text[line]).collect();
        assert_eq!(found, [&b"a b"[..], b"c", b"d", b"e"]);
    }

    #[test]
    fn cuts_are_between_lines() {
        assert_eq!(cut(b"a\nb", false), Some(2));
        assert_eq!(cut(b"a\rb", false), Some(2));
        assert_eq!(cut(b"a\r", false), None);
        assert_eq!(cut(b"a\nb\r", false), Some(2));
        assert_eq!(cut(b"ab", false), None);
        assert_eq!(cut(b"ab", true), Some(2));
        assert_eq!(resync(b"xx\r\nab"), Ok(3));
        assert_eq!(resync(b"xx"), Err(2));
    }

    #[test]
    fn words_are_between_blanks() {
        let text = b"  a\t\tbc ";
        assert_eq!(word(text, 0, text.len()), Some(2..3));
        assert_eq!(word(text, 3, text.len()), Some(5..7));
        assert_eq!(word(text, 7, text.len()), None);
    }
}
