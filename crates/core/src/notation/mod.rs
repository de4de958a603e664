//! Move notations: one file each, listed once in [`ALL`].
//!
//! A notation turns one move into text and back, in the position before the move. Events, files and games are not its
//! business; whether a game goes on after a bad move is [`crate::replay`]'s.

pub mod lan;
pub mod language;
mod lenient;
pub mod san;
pub mod uci;

use crate::error::Code;
use crate::rules::{Move, Position};
use alloc::vec::Vec;
use core::fmt;

/// Every move notation, in the order help and documentation show them.
#[rustfmt::skip]
pub static ALL: &[&dyn MoveNotation] = &[
    &san::San,
    &lan::Lan,
    &uci::Uci,
];

/// The notation with this id.
pub fn find(id: &str) -> Option<&'static dyn MoveNotation> {
    ALL.iter().copied().find(|notation| notation.spec().id == id)
}

/// What help and documentation say of a notation.
#[derive(Debug)]
pub struct Spec {
    /// Its id: the file's name, the vectors' folder, the name on the command line.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where it is laid down.
    pub source: &'static str,
    /// One example.
    pub example: &'static str,
    /// What it cannot say; `None` where it loses nothing. Tests hold us to it.
    pub limits: Option<&'static str>,
}

/// Turns a move into text and back.
pub trait MoveNotation: Sync {
    /// What help and documentation say of it.
    fn spec(&self) -> &'static Spec;

    /// Appends the text of `mv`, which is legal in `before`, or the null move.
    ///
    /// # Errors
    /// Only where `limits` says so.
    fn write(&self, before: &Position, mv: Move, out: &mut Vec<u8>) -> Result<(), NoText>;

    /// Finds the one legal move that `text` names.
    ///
    /// # Errors
    /// Where the text is no move, no legal one, or more than one.
    fn read(&self, before: &Position, text: &[u8]) -> Result<Named, MoveError>;
}

/// The notation has no text for this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoText;

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the notation has no text for this move")
    }
}

impl core::error::Error for NoText {}

/// The move that a text names, and how it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The move, legal where it was read.
    pub mv: Move,
    /// The leniencies it took to read it.
    pub notes: Notes,
    /// What its end marks say.
    pub claim: Claim,
}

impl Named {
    /// A move written as it should be.
    #[inline]
    pub fn plainly(mv: Move) -> Named {
        Named { mv, notes: Notes::default(), claim: Claim::Any }
    }
}

/// What a move's end mark says of the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No mark: neither check nor mate.
    Quiet,
    /// `+`.
    Check,
    /// `#`.
    Mate,
    /// The notation has no marks, or the mark was noted already.
    Any,
}

/// A set of notes about the spelling of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes(u16);

impl Notes {
    /// The codes a set may hold: those from [`Code::Null`] on that are about one move's spelling.
    pub const CODES: [Code; 15] = [
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
    ];

    /// Adds a code; one that is no note about spelling is not added.
    #[inline]
    pub fn add(&mut self, code: Code) {
        let index = (code as u8).wrapping_sub(Code::Null as u8);
        if usize::from(index) < Notes::CODES.len() {
            self.0 |= 1 << index;
        }
    }

    /// Adds a code where `when` holds.
    #[inline]
    pub fn add_if(&mut self, when: bool, code: Code) {
        if when {
            self.add(code);
        }
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The codes in the set.
    pub fn iter(self) -> impl Iterator<Item = Code> {
        (0..Notes::CODES.len()).filter(move |index| self.0 >> index & 1 == 1).map(|index| Notes::CODES[index])
    }
}

/// Why a text is not a move here. Knows nothing of files; [`san::explain`] finds the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is no move in this notation.
    Syntax {
        /// The byte in the text where that was seen.
        at: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// No legal move fits.
    Illegal,
    /// More than one legal move fits.
    Ambiguous,
}

impl MoveError {
    /// The code of the error table.
    pub fn code(self) -> Code {
        match self {
            MoveError::Syntax { .. } => Code::MoveSyntax,
            MoveError::Illegal => Code::MoveIllegal,
            MoveError::Ambiguous => Code::MoveAmbiguous,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_the_first_of_the_table() {
        for (index, code) in Notes::CODES.into_iter().enumerate() {
            assert_eq!(code as usize, Code::Null as usize + index);
            let mut notes = Notes::default();
            notes.add(code);
            assert!(notes.iter().eq([code]));
        }
    }
}
