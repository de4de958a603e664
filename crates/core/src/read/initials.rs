//! The initial capitals of the moves of a game, and the languages that they point to.

use super::annotation_letters::is_remark;
use crate::notation::language::{ALL, Letters};
use crate::rules::Role;
use crate::text::{self, Encoding};
use alloc::vec::Vec;

/// The capital letters that moves start with, each with where the move is.
#[derive(Debug, Default)]
pub(super) struct Initials(Vec<(usize, char)>);

impl Initials {
    /// The languages that may have such letters, those first that know all of them. Of languages that share all letters there
    /// is the first.
    pub(super) fn languages(&self) -> Vec<&'static Letters> {
        let mut found: Vec<&'static Letters> = Vec::new();
        for letters in ALL.iter().copied().filter(|letters| self.speak_for(letters)) {
            if found.iter().all(|known| known.pieces != letters.pieces) {
                found.push(letters);
            }
        }
        found.sort_by_key(|letters| self.unknown_to(letters));
        found
    }

    /// Adds the letters of a move that starts here.
    pub(super) fn add(&mut self, start: usize, word: &[u8]) {
        if is_remark(word) {
            return;
        }
        let word = text::decode(word, Encoding::of(word));
        // A promotion names its piece, too.
        let promotion = word.split_once('=').and_then(|(_, piece)| piece.chars().next());
        // A drop with a P is that of a pawn, though the letter means a knight in Dutch.
        let first = if word.starts_with("P@") { None } else { word.chars().next() };
        let letters = first.into_iter().chain(promotion);
        self.0.extend(letters.filter(|letter| letter.is_uppercase()).map(|letter| (start, letter)));
    }

    /// Whether more moves have letters that only this language has than letters that only English has. So a slip of the
    /// pen in an English game does not make it German, though `D` means a queen there.
    fn speak_for(&self, letters: &Letters) -> bool {
        self.own_before(usize::MAX, letters) > self.only_english(letters)
    }

    /// How many moves before this place have letters that only this language has.
    pub(super) fn own_before(&self, place: usize, letters: &Letters) -> usize {
        let own = |letter| starts_piece(letters, letter) && !is_english(letter);
        self.0.iter().filter(|(start, letter)| *start < place && own(*letter)).count()
    }

    /// How many moves have letters that English has and this language has not.
    fn only_english(&self, letters: &Letters) -> usize {
        self.count(|letter| is_english(letter) && !starts_piece(letters, letter))
    }

    /// How many moves have letters that this language has not, those of castling apart.
    fn unknown_to(&self, letters: &Letters) -> usize {
        self.count(|letter| letter != 'O' && !starts_piece(letters, letter))
    }

    fn count(&self, wanted: impl Fn(char) -> bool) -> usize {
        self.0.iter().filter(|(_, letter)| wanted(*letter)).count()
    }
}

/// Whether a letter means a piece in English. The letter of the pawn does not count: it is the knight's in Dutch.
fn is_english(letter: char) -> bool {
    u8::try_from(letter).ok().and_then(Role::from_letter).is_some_and(|role| role != Role::Pawn)
}

/// Whether the letter of one of a language's pieces starts like this.
fn starts_piece(letters: &Letters, letter: char) -> bool {
    letters.pieces.iter().any(|piece| piece.starts_with(letter))
}
