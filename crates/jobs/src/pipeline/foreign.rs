//! The interface for games that only the caller can read and write.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::foreign::ForeignFormat;
use crate::pipeline::excerpt::{Excerpt, explain};
use crate::settings::{ReadSettings, Settings, WriteSettings};
use scoresheet_core::edit::PlyRange;
use scoresheet_core::error::{Code, Fault};
use scoresheet_core::limits::Limits;
use scoresheet_core::location::Location;
use scoresheet_core::loss::LossKind;
use scoresheet_core::read::{Ending, Record, Tally};
use scoresheet_core::step::Termination;
use scoresheet_core::tree::Tree;
use std::any::Any;

/// A game as an object of the caller. Jobs only pass it on, also between threads.
pub struct ForeignGame(Box<dyn Any + Send>);

impl ForeignGame {
    /// Wraps a game of the caller.
    pub fn new(game: impl Any + Send) -> ForeignGame {
        ForeignGame(Box::new(game))
    }

    /// The object of the caller.
    ///
    /// # Errors
    /// If it was of another type.
    pub fn get<T: 'static>(&self) -> Result<&T, Failure> {
        self.0.downcast_ref().ok_or_else(strange)
    }

    /// Unwraps the object of the caller.
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

/// Performs the tasks of the caller for games of foreign formats.
pub trait Foreign {
    /// Reads the one game of a text, and counts it.
    ///
    /// # Errors
    /// If the call fails, not if something is wrong with the game.
    fn read(&self, text: &ForeignText<'_>) -> Result<ForeignRead, Failure>;

    /// Converts a foreign game to a tree and returns the losses; `None` if that is not possible.
    ///
    /// # Errors
    /// If the call fails.
    fn tree_of(&self, game: &ForeignGame) -> Result<(Option<Tree>, Vec<Lost>), Failure>;

    /// A foreign game as a tree, if it is a game of usual chess in a foreign format, and nothing is lost.
    ///
    /// # Errors
    /// If the call fails.
    fn same_tree(&self, game: &ForeignGame) -> Result<Option<Tree>, Failure>;

    /// The document of BGN for a foreign game, without white space, and the losses.
    ///
    /// # Errors
    /// If the call fails.
    fn document_of(&self, game: &ForeignGame) -> Result<(String, Vec<Lost>), Failure>;

    /// Converts a tree to a foreign game and returns the losses; `None` if that is not possible.
    ///
    /// # Errors
    /// If the call fails.
    fn game_of(&self, tree: &Tree) -> Result<(Option<ForeignGame>, Vec<Lost>), Failure>;

    /// The plies of a foreign game in this range, as a game; `None` if it is too short.
    ///
    /// # Errors
    /// If the call fails, or the positions of the game are not known.
    fn cut(&self, game: &ForeignGame, plies: PlyRange) -> Result<Option<ForeignGame>, Failure>;

    /// Converts a foreign game to text and returns the losses; `None` if it has no text in this way.
    ///
    /// # Errors
    /// If the call fails.
    fn write(&self, game: &ForeignGame, how: &ForeignWriting<'_>) -> Result<(Option<String>, Vec<Lost>), Failure>;

    /// The counts for a foreign game.
    ///
    /// # Errors
    /// If the call fails.
    fn facts(&self, game: &ForeignGame) -> Result<Facts, Failure>;
}

/// A text of a foreign format, with settings for reading it.
pub struct ForeignText<'t> {
    /// All its bytes.
    pub bytes: &'t [u8],
    /// Its name; empty if it has none.
    pub name: &'t str,
    /// Its format.
    pub format: &'static ForeignFormat,
    /// Whether leniencies are errors.
    pub strict: bool,
    /// Limits that protect against hostile input.
    pub limits: &'t Limits,
    /// The reading options of the format that were given, with their values.
    pub choices: Vec<(&'static str, Option<&'t str>)>,
    /// Whether every fault is kept, not only the first of each code.
    pub all_faults: bool,
    /// Whether the text exceeds the length limit of a game. Then nothing of it is read, and the game is empty.
    pub too_long: bool,
}

impl<'t> ForeignText<'t> {
    /// A text that does not come from a file.
    pub(crate) fn new(bytes: &'t [u8], format: &'static ForeignFormat, settings: &'t Settings) -> ForeignText<'t> {
        let choices = reading_choices(format, settings, None);
        ForeignText {
            bytes,
            name: "",
            format,
            strict: settings.read.strict,
            limits: &settings.read.limits,
            choices,
            all_faults: false,
            too_long: false,
        }
    }
}

/// The values of a format's reading options that were given, if `to` is written.
pub(crate) fn reading_choices<'s>(
    format: &'static ForeignFormat,
    settings: &'s Settings,
    to: Option<Format>,
) -> Vec<(&'static str, Option<&'s str>)> {
    let options = format.spec.options.iter().filter(|option| option.reads);
    options.map(|option| (option.id, settings.read_choice(option.id, to))).collect()
}

/// Settings for writing a foreign game.
pub struct ForeignWriting<'w> {
    /// The format.
    pub format: &'static ForeignFormat,
    /// The writing options of the format that were given.
    pub choices: Vec<(&'w str, &'w str)>,
}

impl<'w> ForeignWriting<'w> {
    /// According to the settings.
    pub(crate) fn new(format: &'static ForeignFormat, settings: &'w WriteSettings) -> ForeignWriting<'w> {
        let is_own = |id: &str| Format::from(format).option(id, false).is_some();
        let given = settings.choices.iter().filter(|(id, _)| is_own(id));
        ForeignWriting { format, choices: given.map(|(id, value)| (id.as_str(), value.as_str())).collect() }
    }
}

/// Something that cannot be expressed.
#[derive(Clone, Debug)]
pub struct Lost {
    /// The kind of loss.
    pub kind: LossKind,
    /// The number of times.
    pub count: u64,
    /// The reason, if the kind does not imply it; else empty.
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

/// The counts for a game.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Plies of its mainline.
    pub plies: u32,
    /// How it ended, according to its marker.
    pub termination: Option<Termination>,
    /// How it ended on the board.
    pub ending: Ending,
}

impl Facts {
    /// The tally of one game without faults.
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
    /// An empty game if nothing of it could be read; `None` if it has already been passed on.
    pub game: Option<ForeignGame>,
    /// Whether any part of it could be read.
    pub is_game: bool,
    /// Its players and event.
    pub title: String,
    pub(crate) tally: Tally,
    /// Its first error.
    pub(crate) error: Option<Fault>,
}

/// A fault without a description.
#[derive(Clone, Copy, Debug)]
pub struct FaultAt {
    /// The fault.
    pub code: Code,
    /// The byte of the text at which it was found.
    pub byte: usize,
}

impl ForeignRead {
    /// Nothing has been read of this text yet.
    pub fn of(text: &ForeignText<'_>) -> ForeignRead {
        let tally = if text.all_faults { Tally::of_all() } else { Tally::default() };
        ForeignRead { tally, ..ForeignRead::default() }
    }

    /// Counts a fault; `describe` creates its description. Unless all are kept, only the first ones are described,
    /// because there may be as many faults as the text has words.
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
            Fault::new(code, Location::default(), String::new(), String::new())
        };
        if first_error {
            self.error = Some(fault.clone());
        }
        self.tally.add_fault(fault);
        Ok(())
    }

    /// Counts the game itself, after its faults.
    pub fn count(&mut self, facts: &Facts) {
        self.tally.add_game(&Record { first_error: self.error.clone(), ..facts.record() });
    }

    /// Changes the places of its faults.
    pub(crate) fn relocate(&mut self, place: impl Fn(Location) -> Location) {
        for fault in self.tally.faults_mut().chain(&mut self.error) {
            fault.relocate(&place);
        }
    }

    /// Whether it is left out of the output.
    pub(crate) fn is_skipped(&self, settings: &ReadSettings) -> bool {
        !self.is_game || settings.skips(self.error.is_some())
    }

    /// The failure for its error if the job stops at errors; `file` is `None` for a text without a file.
    pub(crate) fn raised(&self, bytes: &[u8], file: Option<&str>) -> Option<Failure> {
        let fault = self.error.clone()?;
        let excerpt = Excerpt::titled(bytes, &fault, self.title.clone());
        let report = explain(&fault, "error", file, excerpt.as_ref());
        Some(Failure::Input { file: file.map(str::to_owned), fault, report: Some(report) })
    }
}
