//! Upcoming moves in their usual form: a number by one comparison, a short word, a short comment on one line.

pub use crate::game::number::Ahead;
use crate::game::number::Numeral;
use crate::game::number::eight_at;
use crate::swar::{below, repeat};

/// How long a comment may be at most that a [`PlainCursor`] takes.
pub(in crate::game::pgn) const LONGEST_PLAIN_COMMENT: u64 = 1024;

/// The moves ahead, as far as they are plain.
#[derive(Clone, Copy)]
pub struct PlainCursor<'a> {
    /// The block, up to where the game's limit lies.
    text: &'a [u8],
    at: usize,
    /// How long the last comment was, because the next one is likely to be as long.
    comment: usize,
}

/// A word that a [`PlainCursor`] shows.
#[derive(Clone, Copy, Debug)]
pub struct Peeked<'a> {
    /// The word; never empty.
    pub word: &'a [u8],
    /// The word's bytes, the first one lowest, and bytes after it.
    pub eight: u64,
    /// Whether the expected number precedes it.
    pub numbered: bool,
    /// Whether its number, or the lack of one, is as in the export format in a line that continues.
    pub(in crate::game::pgn) is_usual: bool,
    /// The bytes before the word.
    lead: usize,
    /// The byte after the next one behind the word, and that after it, which may be the start of `e.p.`.
    behind: u16,
}

impl<'a> PlainCursor<'a> {
    pub(in crate::game::pgn) fn new(text: &'a [u8], at: usize, longest: usize) -> PlainCursor<'a> {
        PlainCursor { text: text.get(..longest).unwrap_or(text), at, comment: 0 }
    }

    /// Where the cursor is in the block.
    #[inline(always)]
    pub(in crate::game::pgn) fn at(&self) -> usize {
        self.at
    }

    /// The bytes ahead, if there are enough of them to find a number and a word in.
    #[inline(always)]
    pub fn ahead(&self) -> Option<&'a Ahead> {
        self.text.get(self.at..)?.first_chunk()
    }

    /// A short word among the next bytes, after this number or none; `12...` is a number only when Black moves. The
    /// word is looked at but not taken: [`PlainCursor::accept`] takes it. [`crate::game::pgn::PgnReader`] reads the same bytes
    /// with all the care there is, so code that takes a word must know each byte of it, as of a move in proper SAN.
    #[inline(always)]
    pub fn peek(known: &'a Ahead, numeral: &Numeral, black: bool) -> Option<Peeked<'a>> {
        let (mut lead, mut numbered, mut is_usual) = (1, false, black);
        if let Some(length) = numeral.length_at(known, 1) {
            lead += length;
            numbered = true;
            match [known[lead & 15], known[(lead & 15) + 1], known[(lead & 15) + 2]] {
                [b' ', ..] => (lead, is_usual) = (lead + 1, !black),
                [b'.', b'.', b' '] if black => (lead, is_usual) = (lead + 3, false),
                _ => is_usual = false,
            }
        }
        lead &= 15;
        let eight = eight_at(known, lead);
        let length = (below(eight, 0x21).trailing_zeros() / 8) as usize & 7;
        let ends = matches!(known[lead + length], b' ' | b'\n');
        if length == 0 || !ends || !matches!(known[0], b' ' | b'\n') {
            return None;
        }
        let behind = u16::from_le_bytes([known[lead + length + 1], known[lead + length + 2]]);
        Some(Peeked { word: &known[lead..lead + length], eight, numbered, is_usual, lead, behind })
    }

    /// Takes a comment in braces that comes next, in one line and not long, as nearly all are: its text.
    #[inline(always)]
    pub fn take_comment(&mut self) -> Option<&'a [u8]> {
        let rest = self.text.get(self.at..)?;
        let Some([b' ' | b'\n', b'{']) = rest.first_chunk() else { return None };
        let text = match self.usual_comment(rest) {
            Some(text) => text,
            None => plain_comment(rest)?,
        };
        self.comment = text.len();
        self.at += " {".len() + text.len() + "}".len();
        Some(text)
    }

    /// The text of the comment that these bytes start with, if it is as long as the last one: a clock, and perhaps an evaluation.
    #[inline(always)]
    fn usual_comment(&self, rest: &'a [u8]) -> Option<&'a [u8]> {
        let end = " {".len() + self.comment;
        if !(16..=32).contains(&self.comment) || rest.get(end) != Some(&b'}') {
            return None;
        }
        let text = rest.get(" {".len()..end)?;
        let (first, last) = (text.first_chunk()?, text.last_chunk()?);
        (!holds_stop(first) & !holds_stop(last)).then_some(text)
    }

    /// The text between two places that the cursor has passed.
    #[inline]
    pub(in crate::game::pgn) fn passed(&self, start: usize, end: usize) -> &'a [u8] {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Where a word starts in the block.
    #[inline(always)]
    pub fn start(&self, peeked: &Peeked<'a>) -> usize {
        self.at() + peeked.lead
    }

    /// Whether `e.p.` may follow a word, which is then longer than shown.
    #[inline(always)]
    pub fn suffix_follows(&self, peeked: &Peeked<'a>) -> bool {
        /// The start of `e.p.` and of `ep`. Many words start with an `e`, so both bytes are compared at once.
        const STARTS: [u16; 2] = [u16::from_le_bytes(*b"e."), u16::from_le_bytes(*b"ep")];
        let is_near = STARTS.contains(&peeked.behind);
        is_near || (peeked.behind as u8) <= b' ' && self.far_suffix_follows(self.start(peeked) + peeked.word.len())
    }

    /// The same after several blanks, as at the end of a line.
    #[cold]
    fn far_suffix_follows(&self, end: usize) -> bool {
        starts_suffix(self.text.get(end..).unwrap_or_default())
    }

    /// Takes a word and its number.
    #[inline(always)]
    pub fn accept(&mut self, peeked: &Peeked<'a>) {
        self.at += peeked.lead + peeked.word.len();
    }
}

/// The text of the comment that these bytes start with after a blank, if it is in one line and not long.
#[inline(never)]
fn plain_comment(rest: &[u8]) -> Option<&[u8]> {
    let mut at = 2;
    loop {
        let eight = u64::from_le_bytes(*rest.get(at..)?.first_chunk()?);
        let stops = below(eight ^ repeat(b'}'), 1) | below(eight, 0x20);
        if stops != 0 {
            at += (stops.trailing_zeros() / 8) as usize;
            break;
        }
        at += 8;
        if at as u64 > LONGEST_PLAIN_COMMENT {
            return None;
        }
    }
    if rest.get(at) != Some(&b'}') {
        return None;
    }
    rest.get(2..at)
}

/// Whether a comment ends among these bytes, or its line.
#[inline(always)]
fn holds_stop(bytes: &[u8; 16]) -> bool {
    bytes.iter().fold(false, |found, &byte| found | (byte == b'}') | (byte < 0x20))
}

/// Whether the text after a word may be an `e.p.`.
#[inline(always)]
pub(super) fn starts_suffix(rest: &[u8]) -> bool {
    let Some(&[_, first, second]) = rest.first_chunk() else { return false };
    let is_near = first == b'e' && matches!(second, b'.' | b'p');
    is_near || first <= b' ' && starts_far_suffix(&rest[2..])
}

/// The same after several blanks, as at the end of a line.
#[cold]
fn starts_far_suffix(behind: &[u8]) -> bool {
    matches!(behind.trim_ascii_start(), [b'e', b'.' | b'p', ..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// The comments that a cursor takes one after another, and those that it finds without knowing the one before.
    fn comments(text: &str) -> [Vec<String>; 2] {
        let text = [text, " and more bytes than a cursor needs"].concat();
        [true, false].map(|knows| {
            let mut cursor = PlainCursor::new(text.as_bytes(), 0, text.len());
            let mut found = Vec::new();
            while let Some(comment) = cursor.take_comment() {
                found.push(String::from_utf8(comment.to_vec()).unwrap());
                cursor.comment *= usize::from(knows);
            }
            found
        })
    }

    #[test]
    fn comments_end_at_the_first_brace_however_long_the_last_one_was() {
        for long in [0, 1, 15, 16, 17, 24, 31, 32, 33, 40] {
            let usual = "x".repeat(long);
            for early in 0..long {
                for stop in ["}", "\n", "\t"] {
                    let other = [&usual[..early], stop, &usual[early + 1..]].concat();
                    let text = format!(" {{{usual}}} {{{usual}}} {{{other}}} {{{usual}}}");
                    let [known, unknown] = comments(&text);
                    assert_eq!(known, unknown, "{text}");
                    assert_eq!(known.len(), if stop == "}" { 3 } else { 2 }, "{text}");
                }
            }
        }
    }
}
