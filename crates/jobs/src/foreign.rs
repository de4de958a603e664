//! The interface for games that only the caller can read and write.

use crate::explain::{Excerpt, explain};
use crate::failure::Failure;
use crate::formats::Format;
use crate::formats::foreign::ForeignFormat;
use crate::settings::Settings;
use scoresheet_core::at::At;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::limits::Limits;
use scoresheet_core::loss::LossKind;
use scoresheet_core::read::{Ending, Record, Tally};
use scoresheet_core::step::Termination;
use scoresheet_core::tree::Tree;
use std::any::Any;

/// A game as the caller holds it. Nothing is known of it here but that it can be handed on, from thread to thread too.
pub struct ForeignGame(Box<dyn Any + Send>);

impl ForeignGame {
    /// A game of the caller's.
    pub fn new(game: impl Any + Send) -> ForeignGame {
        ForeignGame(Box::new(game))
    }

    /// What the caller has given.
    ///
    /// # Errors
    /// If it was of another type.
    pub fn get<T: 'static>(&self) -> Result<&T, Failure> {
        self.0.downcast_ref().ok_or_else(strange)
    }

    /// The same, taken back.
    ///
    /// # Errors
    /// If it was of another type.
    pub fn into<T: 'static>(self) -> Result<T, Failure> {
        self.0.downcast().map(|game| *game).map_err(|_| strange())
    }
}

fn strange() -> Failure {
    Failure::Internal("a game is not of the type that its reader gave".to_owned())
}

/// Does what is asked of the caller for games of foreign formats.
pub trait Foreign {
    /// Reads the one game of a text, and counts it.
    ///
    /// # Errors
    /// If it cannot be asked, not where something is wrong with the game.
    fn read(&self, text: &ForeignText<'_>) -> Result<ForeignRead, Failure>;

    /// A foreign game as one of the core's, and what is lost by that: none where it has nothing to say there.
    ///
    /// # Errors
    /// If it cannot be asked.
    fn tree_of(&self, game: &ForeignGame) -> Result<(Option<Tree>, Vec<Lost>), Failure>;

    /// A game of the core's as a foreign one, and what is lost by that: none where that cannot be.
    ///
    /// # Errors
    /// If it cannot be asked.
    fn game_of(&self, tree: &Tree) -> Result<(Option<ForeignGame>, Vec<Lost>), Failure>;

    /// A foreign game as a text, and what that cannot say.
    ///
    /// # Errors
    /// If it cannot be asked.
    fn write(&self, game: &ForeignGame, how: &ForeignWriting<'_>) -> Result<(String, Vec<Lost>), Failure>;

    /// What is counted of a foreign game.
    ///
    /// # Errors
    /// If it cannot be asked.
    fn facts(&self, game: &ForeignGame) -> Result<Facts, Failure>;
}

/// A text of a foreign format, and how it is to be read.
pub struct ForeignText<'t> {
    /// All bytes of it.
    pub bytes: &'t [u8],
    /// Its name; empty if it has none.
    pub name: &'t str,
    /// Its format.
    pub format: &'static ForeignFormat,
    /// Whether leniencies are errors.
    pub strict: bool,
    /// Limits that protect against hostile input.
    pub limits: &'t Limits,
    /// The format's own options about reading, with the values that were given.
    pub choices: Vec<(&'static str, Option<&'t str>)>,
    /// Whether every fault is kept, not only the first ones.
    pub all_faults: bool,
    /// Whether there is more of it than a game may have: then nothing of it is read, and the game is an empty one.
    pub too_long: bool,
}

impl<'t> ForeignText<'t> {
    /// A text of no file.
    pub(crate) fn new(bytes: &'t [u8], format: &'static ForeignFormat, settings: &'t Settings) -> ForeignText<'t> {
        let choices = reading_choices(format, settings, None);
        ForeignText {
            bytes,
            name: "",
            format,
            strict: settings.strict_read,
            limits: &settings.limits,
            choices,
            all_faults: false,
            too_long: false,
        }
    }
}

/// The values that were given for a format's options about reading, where `to` is written.
pub(crate) fn reading_choices<'s>(
    format: &'static ForeignFormat,
    settings: &'s Settings,
    to: Option<Format>,
) -> Vec<(&'static str, Option<&'s str>)> {
    let options = format.spec().options.iter().filter(|option| option.reads);
    options.map(|option| (option.id, settings.read_choice(option.id, to))).collect()
}

/// How a foreign game is to be written.
pub struct ForeignWriting<'w> {
    /// The format.
    pub format: &'static ForeignFormat,
    /// The format's own options about writing that were given.
    pub choices: Vec<(&'w str, &'w str)>,
}

impl<'w> ForeignWriting<'w> {
    /// As the settings say.
    pub(crate) fn new(format: &'static ForeignFormat, settings: &'w Settings) -> ForeignWriting<'w> {
        let is_own = |id: &str| Format::Foreign(format).option(id, false).is_some();
        let given = settings.choices.iter().filter(|(id, _)| is_own(id));
        ForeignWriting { format, choices: given.map(|(id, value)| (id.as_str(), value.as_str())).collect() }
    }
}

/// Something that cannot be said.
#[derive(Clone, Debug)]
pub struct Lost {
    /// What.
    pub kind: LossKind,
    /// How often.
    pub count: u64,
    /// What is in its way, where that is not clear from its kind; else empty.
    pub why: String,
}

impl Lost {
    /// A loss whose reason is clear from its kind.
    pub fn of(kind: LossKind, count: u64) -> Lost {
        Lost { kind, count, why: String::new() }
    }

    /// The place where it was lost, with the reason.
    pub fn at(&self, place: &str) -> String {
        if self.why.is_empty() { place.to_owned() } else { format!("{place}: {}", self.why) }
    }
}

/// What is counted of a game.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Plies of its mainline.
    pub plies: u32,
    /// How it ended, as it says itself.
    pub termination: Option<Termination>,
    /// How it ended on the board.
    pub ending: Ending,
}

impl Facts {
    /// The tally of one game that was read without a fault.
    pub(crate) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        tally.add_game(&self.record());
        tally
    }

    fn record(&self) -> Record<'static> {
        Record { ply_count: self.plies, termination: self.termination, ending: self.ending, ..Record::new() }
    }
}

/// A game that the caller has read.
#[derive(Default)]
pub struct ForeignRead {
    /// An empty one where nothing of it could be read. None where somebody has it already.
    pub game: Option<ForeignGame>,
    /// Whether something of it could be read.
    pub is_game: bool,
    /// Its players and event.
    pub title: String,
    pub(crate) tally: Tally,
    /// Its first error.
    pub(crate) error: Option<Fault>,
}

/// A fault that nobody has described yet.
#[derive(Clone, Copy, Debug)]
pub struct FaultAt {
    /// What is wrong.
    pub code: Code,
    /// The byte of the text where that was seen.
    pub byte: usize,
}

impl ForeignRead {
    /// Nothing is read yet of this text.
    pub fn of(text: &ForeignText<'_>) -> ForeignRead {
        let tally = if text.all_faults { Tally::of_all() } else { Tally::default() };
        ForeignRead { tally, ..ForeignRead::default() }
    }

    /// Counts a fault; `describe` makes all of it. Unless all are kept, only the first ones are described: there may be as
    /// many as the text has words.
    ///
    /// # Errors
    /// Those of `describe`.
    pub fn add_fault<E>(
        &mut self,
        found: FaultAt,
        strict: bool,
        describe: impl FnOnce() -> Result<Fault, E>,
    ) -> Result<(), E> {
        let FaultAt { code, byte } = found;
        let earlier = self.error.as_ref().is_none_or(|first| (byte as u64) < first.at.byte);
        let first_error = earlier && (strict || !code.is_note());
        let fault = if first_error || self.tally.all.is_some() || self.tally.count(code) == 0 {
            describe()?
        } else {
            Fault::new(code, At::default(), String::new(), String::new())
        };
        if first_error {
            self.error = Some(fault.clone());
        }
        self.tally.add_fault(fault);
        Ok(())
    }

    /// Counts the game itself, behind its faults.
    pub fn count(&mut self, facts: &Facts) {
        self.tally.add_game(&Record { first_error: self.error.clone(), ..facts.record() });
    }

    /// Whether it is left out of what is written.
    pub(crate) fn is_skipped(&self, settings: &Settings) -> bool {
        !self.is_game || settings.skips(self.error.is_some())
    }

    /// The failure that its error becomes where everything is to stop at it; `file` is none for a text of no file.
    pub(crate) fn raised(&self, bytes: &[u8], file: Option<&str>) -> Option<Failure> {
        let fault = self.error.clone()?;
        let excerpt = Excerpt::titled(bytes, &fault, self.title.clone());
        let report = explain(&fault, "error", file, excerpt.as_ref());
        Some(Failure::Input { file: file.map(str::to_owned), fault, report: Some(report) })
    }
}
