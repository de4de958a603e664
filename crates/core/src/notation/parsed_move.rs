//! The move that a text names, and the leniencies that it took to read it.

use super::claim::Claim;
use crate::error::Code;
use crate::rules::Move;

/// The move that a text names, and how it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedMove {
    /// The move.
    pub mv: Move,
    /// The leniencies it took to read it.
    pub notes: SpellingNotes,
    /// The meaning of its end marks.
    pub claim: Claim,
    /// Whether the move is not legal where it was read, but was kept.
    pub illegal: bool,
}

impl ParsedMove {
    /// A move written as it should be.
    #[inline]
    pub fn plainly(mv: Move) -> ParsedMove {
        ParsedMove { mv, notes: SpellingNotes::default(), claim: Claim::Any, illegal: false }
    }
}

/// A set of notes about the spelling of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpellingNotes(pub(super) u32);

impl SpellingNotes {
    /// The codes a set may hold: those from [`Code::Null`] on that are about one move's spelling.
    pub const CODES: [Code; 23] = [
        Code::Null,
        Code::MoveNumber,
        Code::CastlingSpelling,
        Code::PromotionSpelling,
        Code::CaptureSign,
        Code::CheckSign,
        Code::LongForm,
        Code::CapturedPiece,
        Code::PawnLetter,
        Code::LowerCase,
        Code::Overspecified,
        Code::Underspecified,
        Code::Figurine,
        Code::ForeignLetter,
        Code::EnPassantSuffix,
        Code::RowFields,
        Code::BcfenUnused,
        Code::PromotionFlag,
        Code::Punctuation,
        Code::EnPassantMark,
        Code::NumericMove,
        Code::DescriptiveMove,
        Code::DropSpelling,
    ];

    /// Adds a code; one that is not a note about spelling is not added.
    #[inline]
    pub fn add(&mut self, code: Code) {
        let index = (code as u8).wrapping_sub(Code::Null as u8);
        if usize::from(index) < SpellingNotes::CODES.len() {
            self.0 |= 1 << index;
        }
    }

    /// Adds a code if `when` holds.
    #[inline]
    pub(crate) fn add_if(&mut self, when: bool, code: Code) {
        if when {
            self.add(code);
        }
    }

    /// Takes a code away.
    pub fn remove(&mut self, code: Code) {
        let mut other = SpellingNotes::default();
        other.add(code);
        self.0 &= !other.0;
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The codes in the set.
    pub fn iter(self) -> impl Iterator<Item = Code> {
        (0..SpellingNotes::CODES.len())
            .filter(move |index| self.0 >> index & 1 == 1)
            .map(|index| SpellingNotes::CODES[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_the_first_of_the_table() {
        for (index, code) in SpellingNotes::CODES.into_iter().enumerate() {
            assert_eq!(code as usize, Code::Null as usize + index);
            let mut notes = SpellingNotes::default();
            notes.add(code);
            assert!(notes.iter().eq([code]));
        }
    }
}
