//! Whose piece letters a text has, found by reading the start of it with each language's.

use super::any::Games;
use super::pgn::frame;
use crate::limits::Limits;
use crate::notation::language::{ALL, ENGLISH, Letters};
use crate::read::{Record, Settings};
use crate::rules::Role;
use crate::step::{Sink, Step};
use alloc::string::String;

/// How much of a text is looked at, in bytes.
const SAMPLE: usize = 32 << 10;

/// The letters that explain the most moves of a text's start; English where no others explain more.
///
/// A game's moves are explained up to the first that cannot be played, or that has a piece letter which is not the
/// language's. So a slip of the pen in an English file does not make it German for a `D` that stands for a queen there. And
/// only a letter that English has not speaks for another language: `Ra3` that cannot be played is a bad move, though in
/// Finnish it were a knight's.
pub fn of(text: &[u8], limits: &Limits) -> &'static Letters {
    let start = &text[..text.len().min(SAMPLE)];
    let whole = frame::cut(start, text.len() <= SAMPLE, limits).and_then(|length| start.get(..length)).unwrap_or(start);
    let english = Explained::by(&ENGLISH, whole, limits);
    if !english.lacks_letter {
        return &ENGLISH;
    }
    let mut best = english;
    for letters in ALL.iter().copied().filter(|letters| !letters.is_english()) {
        let other = Explained::by(letters, whole, limits);
        if other.plies > best.plies {
            best = other;
        }
    }
    best.letters
}

/// Counts the moves that some letters explain.
struct Explained {
    letters: &'static Letters,
    plies: u64,
    /// Whether this game's moves are explained so far.
    unbroken: bool,
    /// Whether a word that could not be played starts with a capital letter which English has no piece for.
    lacks_letter: bool,
}

impl Explained {
    fn by(letters: &'static Letters, text: &[u8], limits: &Limits) -> Explained {
        let settings = Settings { letters, limits: *limits, keep_plies: false, ..Settings::default() };
        let mut explained = Explained { letters, plies: 0, unbroken: true, lacks_letter: false };
        let (mut games, mut record) = (Games::new(text, &settings), Record::new());
        while games.next(&mut record, &mut explained) {}
        explained
    }
}

impl Sink for Explained {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(_) => self.unbroken = true,
            Step::Move { spelled: Some(spelled), .. } if is_foreign(spelled.bytes, self.letters) => {
                self.unbroken = false
            }
            Step::Move { .. } => self.plies += u64::from(self.unbroken),
            Step::Unplayed(word) => {
                self.lacks_letter |= !starts_as_in_english(word);
                self.unbroken = false;
            }
            _ => {}
        }
    }
}

/// Whether a word starts with an English piece letter that these letters do not have.
fn is_foreign(word: &[u8], letters: &Letters) -> bool {
    let word = String::from_utf8_lossy(word);
    let english = word.bytes().next().and_then(Role::from_letter).is_some_and(|role| role != Role::Pawn);
    english && letters.starts(&word).is_none()
}

/// Whether a word starts with no capital letter, or with one that stands for a piece or for castling in English.
fn starts_as_in_english(word: &str) -> bool {
    let capital = word.chars().next().filter(|first| first.is_uppercase());
    capital.is_none_or(|first| matches!(first, 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'O'))
}
