//! Whose piece letters a game has, where nobody says so: those of English, unless English cannot play the game and another
//! language plays more of it.
//!
//! Each game is decided by itself, so a game reads the same in every file. Nothing of this is done for games that English
//! plays: only a move that fails there has its game looked through for letters that English does not know.

use super::attempt::Attempt;
use super::initials::Initials;
use super::player::Player;
use super::record::Record;
use super::{Depth, GameReader, Games, Settings};
use crate::event::{Event, What};
use crate::notation::language::{ENGLISH, Letters};
use crate::step::Sink;
use core::ops::ControlFlow;

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// With a word that is not a move at `start`: breaks off where the game is only tried, or may have the letters of
    /// another language.
    pub(super) fn try_other_letters(&mut self, start: usize) -> ControlFlow<()> {
        let attempt = &self.attempt;
        if !attempt.is_trial {
            if attempt.is_decided || self.settings.letters.is_some() {
                return ControlFlow::Continue(());
            }
            let initials = self.initials().unwrap_or_default();
            if initials.languages().is_empty() {
                self.attempt.is_decided = true;
                return ControlFlow::Continue(());
            }
            self.attempt.initials = initials;
        }
        self.attempt.failed = Some(start);
        ControlFlow::Break(())
    }

    /// Reads a game again that was broken off at `failed`: with the letters that play it whole, or else furthest beyond
    /// that place and by more than one move of their own, or else with those of English. Of several the first language
    /// is taken. The steps of the game start again.
    #[cold]
    pub(super) fn read_again<S: Sink>(&mut self, failed: usize, record: &mut Record<'a>, sink: &mut S) {
        let initials = core::mem::take(&mut self.attempt.initials);
        let mut best = (failed, &ENGLISH);
        for (index, letters) in initials.languages().into_iter().enumerate() {
            // Mostly the first language is the right one, and this its only reading.
            let place = if index == 0 {
                self.attempt.is_trial = true;
                self.read_with(letters, record, sink);
                self.attempt.failed.take()
            } else {
                self.failure_with(letters)
            };
            match place {
                None if index == 0 => return self.attempt = Attempt::default(),
                None => {
                    best.1 = letters;
                    break;
                }
                Some(place) if place > best.0 && initials.own_before(place, letters) > 1 => best = (place, letters),
                Some(_) => {}
            }
        }
        self.attempt = Attempt { is_decided: true, ..Attempt::default() };
        self.read_with(best.1, record, sink);
        self.attempt.is_decided = false;
    }

    fn read_with<S: Sink>(&mut self, letters: &'static Letters, record: &mut Record<'a>, sink: &mut S) {
        let Some(reader) = self.reader.again() else { return };
        self.reader = reader;
        self.reader.next_game();
        self.ahead.clear();
        self.player.faults.forget_game();
        self.player.letters = letters;
        self.read_game(record, sink);
    }

    /// Where playing the game with these letters fails first.
    fn failure_with(&self, letters: &'static Letters) -> Option<usize> {
        let settings = Settings {
            letters: Some(letters),
            depth: Depth::Positions,
            keep_tags: false,
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
        trial.attempt.failed
    }

    /// The letters that the moves of the game start with; `None` if it cannot be read again.
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
