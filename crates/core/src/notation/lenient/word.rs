//! A word in plain letters: marks cut off, figurines and the letters of languages replaced.

use super::super::language::Letters;
use super::super::{Claim, SpellingNotes};
use crate::error::Code;
use crate::text::{self, Encoding};
use alloc::vec::Vec;

/// No move is written longer than this, not even `Qa6xb7(=Q) e.p. mate`.
pub(super) const LONGEST: usize = 40;

/// Represents every dash except the hyphen.
pub(super) const OTHER_DASH: u8 = b'_';

/// A word of the moves, ready to be taken apart.
pub(super) struct MoveWord {
    /// English letters, squares and signs, all ASCII.
    pub(super) body: Vec<u8>,
    /// What had to be replaced or cut off.
    pub(super) notes: SpellingNotes,
    /// What its marks mean.
    pub(super) claim: Claim,
}

impl MoveWord {
    /// `None` if a character of the text has no meaning in any move.
    pub(super) fn new(text: &[u8], letters: &Letters) -> Option<MoveWord> {
        if text.is_empty() || text.len() > LONGEST {
            return None;
        }
        let mut notes = SpellingNotes::default();
        let decoded = text::decode(text, Encoding::of(text));
        let (rest, claim) = cut_marks(&decoded, &mut notes);
        let body = plain_letters(rest, letters, &mut notes)?;
        Some(MoveWord { body, notes, claim })
    }
}

/// What the end of a move may mean.
#[derive(Clone, Copy)]
enum EndMark {
    /// What the standard has.
    Plain(Claim),
    /// The same in other signs or words: noted, and then not compared with the board.
    Other,
    EnPassant,
    Blank,
    /// What ends sentences and parts lists.
    Punctuation,
}

#[rustfmt::skip]
const MARKS: [(&str, EndMark); 17] = [
    ("+", EndMark::Plain(Claim::Check)),
    ("#", EndMark::Plain(Claim::Mate)),
    ("†", EndMark::Other),
    ("‡", EndMark::Other),
    ("mate", EndMark::Other),
    ("dblch", EndMark::Other),
    ("dis", EndMark::Other),
    ("ch", EndMark::Other),
    ("e.p.", EndMark::EnPassant),
    ("e.p", EndMark::EnPassant),
    ("ep", EndMark::EnPassant),
    (" ", EndMark::Blank),
    // After `e.p.`, whose dots are its own.
    (".", EndMark::Punctuation),
    (",", EndMark::Punctuation),
    // A line end before `e.p.`.
    ("\n", EndMark::Blank),
    ("\r", EndMark::Blank),
    ("\t", EndMark::Blank),
];

/// Cuts check, mate and en passant marks off the end, which must leave something. Of several check marks none is
/// believed.
fn cut_marks<'t>(text: &'t str, notes: &mut SpellingNotes) -> (&'t str, Claim) {
    let mut rest = text;
    let mut claim = Claim::Quiet;
    let cut = |text: &'t str| {
        let found = MARKS.iter().find_map(|(mark, says)| Some((text.strip_suffix(mark)?, *says)));
        found.filter(|(rest, _)| !rest.is_empty())
    };
    while let Some((before, says)) = cut(rest) {
        rest = before;
        match says {
            // A separate check mark is never correct.
            EndMark::Blank if claim != Claim::Quiet => claim = Claim::Any,
            EndMark::Blank => {}
            EndMark::Punctuation => notes.add(Code::Punctuation),
            EndMark::EnPassant => notes.add(Code::EnPassantSuffix),
            EndMark::Plain(says) if claim == Claim::Quiet => claim = says,
            EndMark::Plain(_) | EndMark::Other => claim = Claim::Any,
        }
    }
    notes.add_if(claim == Claim::Any, Code::CheckSign);
    (rest, claim)
}

/// ASCII for everything that has a meaning; `None` if something has none.
fn plain_letters(text: &str, letters: &Letters, notes: &mut SpellingNotes) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        // A language's letter comes first: `R` is a king in French, and `К` part of `Кр` in Russian.
        let foreign = if letters.is_english() { None } else { letters.starts(rest) };
        if let Some((role, length)) = foreign {
            let (letter, behind) = rest.split_at_checked(length)?;
            notes.add_if(letter.as_bytes() != [role.letter()], Code::ForeignLetter);
            out.push(role.letter());
            rest = behind;
            continue;
        }
        rest = rest.get(c.len_utf8()..)?;
        match c {
            '♔'..='♟' => {
                out.push(b"KQRBNP"[(c as usize - '♔' as usize) % 6]);
                notes.add(Code::Figurine);
            }
            // Selects whether a figurine is shown as text or as a picture.
            '\u{fe0e}' | '\u{fe0f}' => {}
            // Looks like ASCII; becomes a character that is read the same way and is not standard either.
            '×' | 'х' => out.push(b'X'),
            'О' | 'о' => out.push(b'o'),
            '‐'..='―' | '−' => out.push(OTHER_DASH),
            '_' => return None,
            c if c.is_ascii_graphic() => out.push(c as u8),
            _ => return None,
        }
    }
    Some(out)
}
