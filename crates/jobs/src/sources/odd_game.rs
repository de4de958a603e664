//! Games that are counted by themselves, because they are stored as text or have a fault.

use crate::common::failure::Failure;
use crate::pipeline::excerpt::raised;
use crate::pipeline::pass::Pass;
use crate::pipeline::rejects::{BadGame, Origin};
use crate::pipeline::sink::{GameEnd, LocalSink, with_steps};
use crate::settings::Settings;
use scoresheet_core::error::Fault;
use scoresheet_core::game::{AnyGames, GameFormat};
use scoresheet_core::location::{Base, Location};
use scoresheet_core::read::{self, Record, Tally};
use scoresheet_core::tree::Tree;
use std::borrow::Cow;
use std::ops::Range;

/// A game that is counted by itself, or several with one text.
pub(crate) struct OddGame<'t> {
    /// The number of the first one among the games that were read together.
    pub(crate) number: u64,
    /// The text, if there is one.
    pub(crate) text: Cow<'t, [u8]>,
    pub(crate) tally: Tally,
    /// The first error.
    pub(crate) fault: Option<Fault>,
    /// What is set aside.
    pub(crate) bad: Vec<BadGame>,
}

impl OddGame<'_> {
    /// A game that was stored with errors. One without any is counted with the sound ones.
    pub(crate) fn of(
        record: &Record<'_>,
        number: u64,
        sound: &mut Tally,
        settings: &Settings,
    ) -> Option<OddGame<'static>> {
        if record.faults.is_empty() {
            sound.add_game(record);
            return None;
        }
        let mut tally = if settings.run.wants_all_faults() { Tally::of_all() } else { Tally::default() };
        tally.add_game(record);
        // Also a game that is sound as far as it was stored had an error then.
        tally.faulty = 1;
        record.faults.iter().for_each(|fault| tally.add_fault(fault.clone()));
        let bad = bad_game(record, None, settings).into_iter().collect();
        Some(OddGame { number, text: Cow::default(), tally, fault: record.first_error.clone(), bad })
    }

    /// Counts it; this many games of the input precede those that were read together.
    ///
    /// # Errors
    /// If everything is to stop at its error, or what is set aside cannot be written.
    pub(crate) fn count(self, pass: &mut Pass<'_>, before: u64, file: &str) -> Result<(), Failure> {
        let OddGame { number, text, tally, fault, bad } = self;
        let number = before + number;
        let base = Base { games: number - 1, ..Base::default() };
        if let Some(fault) = fault.filter(|_| pass.settings.read.raises(true)) {
            return Err(raised(fault, &base, &text, file));
        }
        pass.report.add_game(tally, number, &text, file);
        pass.set_aside(&bad, &Origin { file, base: &base, block: &text })
    }

    /// The same game, whose text was made of its tags and is set aside nowhere.
    pub(crate) fn without_source(mut self) -> Self {
        self.bad.iter_mut().for_each(BadGame::drop_text);
        self
    }

    /// The same with a text of its own.
    pub(crate) fn into_owned(self) -> OddGame<'static> {
        let OddGame { number, text, tally, fault, bad } = self;
        OddGame { number, text: text.into_owned().into(), tally, fault, bad }
    }
}

/// Reads games that are stored as text.
#[derive(Clone, Copy)]
pub(crate) struct StoredTexts<'s> {
    pub(crate) settings: &'s Settings,
    pub(crate) reading: &'s read::Settings,
    /// Whether their source lacks columns with more data about them.
    pub(crate) incomplete: bool,
}

impl StoredTexts<'_> {
    /// Returns the game of this number. If its text holds several games, which were not stored by us, all of them are
    /// given.
    pub(crate) fn give<'t>(
        &self,
        (format, text): (&dyn GameFormat, &'t [u8]),
        number: u64,
        record: &mut Record<'t>,
        local: &mut dyn LocalSink,
    ) -> OddGame<'t> {
        let mut games = AnyGames::of(format, text, self.reading);
        let (mut fault, mut bad) = (None, Vec::new());
        while with_steps!(local, |steps| games.next(record, steps)) {
            let start = record.byte as usize;
            bad.extend(bad_game(record, Some(start..start + record.text.len()), self.settings));
            self.end(record, number, local);
            if fault.is_none() {
                fault = record.first_error.take();
            }
        }
        let mut tally = games.into_tally();
        if tally.games == 0 {
            let place = Location { game: number, ..Location::default() };
            with_steps!(local, |steps| Tree::new().emit(place, steps));
            self.end(record, number, local);
        }
        // This is one game, whatever its text holds: numbers and limits count stored games.
        tally.games = 1;
        OddGame { number, text: text.into(), tally, fault, bad }
    }

    /// Gives games of PGN that follow each other; `first` is the number of the first one.
    pub(crate) fn give_all<'t>(
        &self,
        (texts, count): (&'t [u8], usize),
        first: u64,
        record: &mut Record<'t>,
        local: &mut dyn LocalSink,
    ) -> OddGame<'t> {
        let mut games = AnyGames::new(texts, self.reading);
        let (mut fault, mut bad, mut number) = (None, Vec::new(), first);
        while with_steps!(local, |steps| games.next(record, steps)) {
            if self.settings.run.repair.is_some() {
                let start = record.byte as usize;
                bad.extend(BadGame::of(record, Some(start..start + record.text.len()), self.settings));
            }
            self.end(record, number, local);
            if fault.is_none() {
                fault = record.first_error.take();
            }
            number += 1;
        }
        let tally = games.into_tally();
        debug_assert_eq!(tally.games, count as u64, "a text is one game");
        OddGame { number: first, text: texts.into(), tally, fault, bad }
    }

    /// Notifies a sink that a game of this number has ended.
    pub(crate) fn end(&self, record: &mut Record<'_>, number: u64, local: &mut dyn LocalSink) {
        record.number = number;
        local.end(GameEnd { incomplete: self.incomplete, ..GameEnd::of(record, self.settings) });
    }
}

/// What is set aside of a game, if anything; `text` is the place of its text.
pub(crate) fn bad_game(record: &Record<'_>, text: Option<Range<usize>>, settings: &Settings) -> Option<BadGame> {
    settings.run.repair.as_ref()?;
    // The place of a stored game is its number, which is that of the text.
    BadGame::of(record, text, settings).map(|game| game.numbered(1))
}
