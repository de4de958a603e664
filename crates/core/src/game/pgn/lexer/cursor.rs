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
        PlainCursor { text: text.get(..longest).unwrap_or(text), at }
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
    #[inline(never)]
    pub fn take_comment(&mut self) -> Option<&'a [u8]> {
        let rest = self.text.get(self.at..)?;
        let Some([b' ' | b'\n', b'{']) = rest.first_chunk() else { return None };
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
        self.at += at + 1;
        rest.get(2..at)
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
