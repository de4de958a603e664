//! Whether a move is spelled as its code alone implies.

use crate::notation::san;
use crate::rules::{Move, MoveKind, Position};
use crate::step::Spelling;
use alloc::vec::Vec;

/// The spelling of the move that is being played.
#[derive(Default)]
pub(super) struct MoveSpelling {
    /// The move in proper SAN without its mark, and its text in the source; both empty if the source has none. Of one
    /// that is known to be proper except for its mark, only the marks.
    usual: Vec<u8>,
    text: Vec<u8>,
    /// How long the text is without its mark, if known to be proper.
    proper: Option<usize>,
    known: bool,
    passing: bool,
}

/// What a spelling is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SpellingVerdict {
    /// The code alone implies it.
    pub(super) usual: bool,
    /// It is the usual spelling, and `e.p.` after a blank: the flag implies it.
    pub(super) flagged: bool,
    /// It has `e.p.` after it in any spelling.
    pub(super) suffixed: bool,
    /// Nothing else about it is unusual.
    pub(super) only_suffix: bool,
}

impl MoveSpelling {
    /// Keeps how a move is spelled.
    #[inline]
    pub(super) fn keep(&mut self, before: &Position, mv: Move, spelled: Option<Spelling<'_>>) {
        self.passing = mv.kind == MoveKind::EnPassant;
        self.text.clear();
        self.proper = None;
        self.known = spelled.is_some();
        let Some(spelled) = spelled else { return };
        if spelled.proper_san {
            self.text.extend_from_slice(spelled.bytes);
            let marks = spelled.bytes.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
            self.proper = Some(spelled.bytes.len() - marks);
            return;
        }
        self.text.extend_from_slice(spelled.text().as_bytes());
        self.usual.clear();
        san::write_body(before, mv, &mut self.usual);
    }

    /// Whether the move is an en passant capture.
    pub(super) fn passing(&self) -> bool {
        self.passing
    }

    /// The text of the move in the source.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// What the spelling of the move is, whose mark is this one.
    #[inline]
    pub(super) fn judge(&self, mark: &[u8]) -> SpellingVerdict {
        let usual = match self.proper {
            _ if !self.known => true,
            Some(length) => &self.text[length..] == mark,
            None => self.text.strip_prefix(self.usual.as_slice()) == Some(mark),
        };
        if usual || !self.passing {
            return SpellingVerdict { usual, ..SpellingVerdict::default() };
        }
        self.judge_suffix(mark)
    }

    #[cold]
    fn judge_suffix(&self, mark: &[u8]) -> SpellingVerdict {
        let Some((word, suffix)) = without_suffix(&self.text) else { return SpellingVerdict::default() };
        let blank = word.len() - word.trim_ascii_end().len();
        let only_suffix = word.trim_ascii_end().strip_prefix(self.usual.as_slice()) == Some(mark);
        let flagged = only_suffix && blank > 0 && suffix == b"e.p.";
        SpellingVerdict { usual: flagged, flagged, suffixed: true, only_suffix }
    }
}

/// A move without the text that marks it as an en passant capture, and that text.
fn without_suffix(text: &[u8]) -> Option<(&[u8], &[u8])> {
    // The longest first.
    let suffixes = [&b"e.p."[..], b"e.p", b"ep"].into_iter();
    let mut cut = suffixes.filter_map(|suffix| Some((text.strip_suffix(suffix)?, suffix)));
    cut.next()
}
