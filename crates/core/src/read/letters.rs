//! Whose piece letters a game has, where nobody says so: those of English, unless English cannot play the game and another
//! language plays more of it.
//!
//! Each game is decided by itself, so a game reads the same in every file. Nothing of this is done for games that English
//! plays: only a move that fails there has its game looked through for letters that English does not know.

use super::player::Player;
use super::record::Record;
use super::remark::is_remark;
use super::{Depth, GameReader, Games, Settings};
use crate::event::{Event, What};
use crate::notation::language::{ALL, Letters};
use crate::rules::Role;
use crate::step::Sink;
use crate::text::{self, Encoding};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// How a game is read that its first letters cannot play.
#[derive(Debug, Default)]
pub(super) struct Attempt {
    /// The letters to read the game again with.
    pub(super) letters: Option<&'static Letters>,
    /// Whether the game is only tried, and the first bad move ends that.
    is_trial: bool,
    /// Where that was.
    failed: Option<usize>,
}

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// With a word that is no move at `start`: breaks off where the game is only tried, or is to be read again with the
    /// letters of another language.
    pub(super) fn try_other_letters(&mut self, start: usize) -> ControlFlow<()> {
        if self.attempt.is_trial {
            self.attempt.failed = Some(start);
            return ControlFlow::Break(());
        }
        let undecided = self.settings.letters.is_none() && self.player.letters.is_english();
        match self.better_letters(start).filter(|_| undecided) {
            None => ControlFlow::Continue(()),
            letters => {
                self.attempt.letters = letters;
                ControlFlow::Break(())
            }
        }
    }

    /// Reads the same game again with other letters. Its steps start anew.
    #[cold]
    pub(super) fn read_again<S: Sink>(&mut self, letters: &'static Letters, record: &mut Record<'a>, sink: &mut S) {
        let Some(reader) = self.reader.again() else { return };
        self.reader = reader;
        self.reader.next_game();
        self.ahead.clear();
        self.player.faults.forget_game();
        self.player.letters = letters;
        self.read_game(record, sink);
    }

    /// The letters that play the game whole, or else furthest beyond the place where English failed, and by more than one move
    /// of their own. Of several the first language is taken, but those come first that know all the letters of the game.
    fn better_letters(&self, failed: usize) -> Option<&'static Letters> {
        let initials = self.initials()?;
        let mut candidates: Vec<&'static Letters> = Vec::new();
        for letters in ALL.iter().copied().filter(|letters| initials.speak_for(letters)) {
            if candidates.iter().all(|known| known.pieces != letters.pieces) {
                candidates.push(letters);
            }
        }
        candidates.sort_by_key(|letters| initials.unknown_to(letters));
        let mut best = (failed, None);
        for letters in candidates {
            match self.failure_with(letters)? {
                None => return Some(letters),
                Some(place) if place > best.0 && initials.own_before(place, letters) > 1 => {
                    best = (place, Some(letters))
                }
                Some(_) => {}
            }
        }
        best.1
    }

    /// Where playing the game with these letters fails first.
    fn failure_with(&self, letters: &'static Letters) -> Option<Option<usize>> {
        let settings = Settings {
            letters: Some(letters),
            depth: Depth::Positions,
            keep_plies: false,
            keep_comments: false,
            ..self.settings
        };
        let mut trial = Games {
            settings,
            player: Player::new(self.block, &settings),
            is_utf8: self.is_utf8,
            starts: self.starts.clone(),
            attempt: Attempt { is_trial: true, ..Attempt::default() },
            ..Games::reading(b"", self.reader.again()?, &settings)
        };
        trial.player.faults.mute();
        trial.next(&mut Record::new(), &mut ());
        Some(trial.attempt.failed)
    }

    /// The capital letters that the moves of the game start with; `None` where it cannot be read again.
    fn initials(&self) -> Option<Initials> {
        let mut reader = self.reader.again()?;
        reader.next_game();
        let mut initials = Initials::default();
        while let Some(item) = reader.next_event() {
            if let What::Event(Event::Move(word)) = item.what {
                initials.add(item.start, &word);
            }
        }
        Some(initials)
    }
}

/// The capital letters that moves start with, each with where the move stands.
#[derive(Default)]
struct Initials(Vec<(usize, char)>);

impl Initials {
    fn add(&mut self, start: usize, word: &[u8]) {
        if is_remark(word) {
            return;
        }
        let word = text::decode(word, Encoding::of(word));
        // A promotion names its piece, too.
        let promotion = word.split_once('=').and_then(|(_, piece)| piece.chars().next());
        let letters = word.chars().next().into_iter().chain(promotion);
        self.0.extend(letters.filter(|letter| letter.is_uppercase()).map(|letter| (start, letter)));
    }

    /// Whether more moves have letters that only this language has than such that only English has. So a slip of the pen in
    /// an English game does not make it German, though `D` stands for a queen there.
    fn speak_for(&self, letters: &Letters) -> bool {
        self.own_before(usize::MAX, letters) > self.only_english(letters)
    }

    /// How many moves before this place have letters that only this language has.
    fn own_before(&self, place: usize, letters: &Letters) -> usize {
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

/// Whether a letter stands for a piece in English. What stands for a pawn is no piece's letter, but a knight's in Dutch.
fn is_english(letter: char) -> bool {
    u8::try_from(letter).ok().and_then(Role::from_letter).is_some_and(|role| role != Role::Pawn)
}

/// Whether the letter of one of a language's pieces starts so.
fn starts_piece(letters: &Letters, letter: char) -> bool {
    letters.pieces.iter().any(|piece| piece.starts_with(letter))
}
