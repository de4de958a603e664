//! The settings of a job, which the [options](crate::options) set.

pub mod game_set;
pub(crate) mod select;
pub(crate) mod stages;
pub(crate) mod transforms;

use crate::common::failure::Failure;
use crate::common::number_set::Numbers;
use crate::common::style::Style;
use crate::formats::remotes::Remotes;
use crate::formats::store_drivers::Stores;
use crate::formats::{Format, refine, shown_name};
use game_set::{ChosenGames, ChosenOfSource};
use scoresheet_core::game::{
    BASE64, BoardSearch, FormatOptions, FormatSpec, GameFormat, NamedOptions, TableReading, VALIDATION, WriteOptions,
};
use scoresheet_core::limits::Limits;
use scoresheet_core::notation::Validation;
use scoresheet_core::notation::language::Letters;
use scoresheet_core::read::Record;
use scoresheet_core::rules::{Position, Rules};
use scoresheet_files::TextEncoding;
use std::ops::RangeInclusive;
use std::sync::Arc;
use transforms::Transforms;

/// How to handle a game with an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OnError {
    /// Keep it up to the error.
    #[default]
    Keep,
    /// Leave it out.
    Skip,
    /// Stop the job.
    Raise,
}

/// The games wanted from one source: those that the caller has chosen, and those that transforms selected.
#[derive(Clone, Copy)]
pub(crate) struct WantedGames<'s> {
    /// `None` if the caller has chosen all.
    chosen: Option<ChosenOfSource<'s>>,
    /// `None` if transforms selected all.
    selected: Option<&'s Numbers>,
}

impl<'s> WantedGames<'s> {
    /// All of them.
    pub(crate) const ALL: WantedGames<'static> = WantedGames { chosen: None, selected: None };

    /// Those that were also selected.
    pub(crate) fn among(self, selected: Option<&'s Numbers>) -> WantedGames<'s> {
        WantedGames { selected, ..self }
    }

    /// Whether all games are wanted.
    pub(crate) fn are_all(self) -> bool {
        self.chosen.is_none() && self.selected.is_none()
    }

    /// Whether the game of this number is wanted. In an input of one source, a game has the same number in both.
    pub(crate) fn has(self, game: u64) -> bool {
        self.chosen.is_none_or(|chosen| chosen.has(game, game))
            && self.selected.is_none_or(|selected| selected.has(game))
    }

    /// How many games to take out of the `games` after the game `before` to have at most this many wanted ones; and how
    /// many wanted ones these are.
    pub(crate) fn reach(self, before: u64, games: u64, most: u64) -> (u64, u64) {
        let mut wanted = 0;
        for taken in 1..=games {
            wanted += u64::from(self.has(before + taken));
            if wanted == most {
                return (taken, wanted);
            }
        }
        (games, wanted)
    }
}

/// The settings of a job. Options set them by name.
#[derive(Clone, Default)]
pub struct Settings {
    pub(crate) read: ReadSettings,
    pub(crate) write: WriteSettings,
    pub(crate) run: RunSettings,
    pub(crate) selection: SelectionSettings,
    pub(crate) transforms: TransformSettings,
    pub(crate) callers: Callers,
}

/// The start and the rules of games that do not give them.
#[derive(Clone, Default)]
pub(crate) struct StartOptions {
    pub(crate) fen: Option<String>,
    pub(crate) rules: Option<Rules>,
    /// The two combined; `None` if neither was given.
    pub(crate) position: Option<Position>,
}

/// How games are read.
#[derive(Clone, Default)]
pub(crate) struct ReadSettings {
    pub(crate) on_error: OnError,
    /// Whether the caller has chosen how to handle errors. Otherwise, a consumer of columns, which receives no report,
    /// is notified of a damaged input by an error of the stream.
    pub(crate) says_on_error: bool,
    pub(crate) strict: bool,
    pub(crate) limits: Limits,
    /// The piece letters; `None` detects them for each game.
    pub(crate) letters: Option<&'static Letters>,
    /// The encoding of texts; `None` detects it.
    pub(crate) encoding: Option<TextEncoding>,
    /// The required checks of moves in notations that can express illegal ones.
    pub(crate) validation: Validation,
    /// The start of games that do not give it.
    pub(crate) start: StartOptions,
    /// The format options for reading only, if games are written that were to be read with them.
    pub(crate) choices: Vec<(String, String)>,
    pub(crate) from: Option<Format>,
    /// The only part of each input to read, from 1, and how many parts there are.
    pub(crate) part: Option<(u64, u64)>,
}

impl ReadSettings {
    /// Whether a game with or without an error is left out.
    pub(crate) fn skips(&self, faulty: bool) -> bool {
        self.on_error == OnError::Skip && faulty
    }

    /// Whether everything stops at a game with an error, or without one.
    pub(crate) fn raises(&self, faulty: bool) -> bool {
        self.on_error == OnError::Raise && faulty
    }

    /// Whether the caller has named the format of the inputs: then they are not searched for games of other formats.
    pub(crate) fn is_settled(&self) -> bool {
        self.from.is_some_and(|format| refine::other(format).is_some())
    }
}

/// What is written, and how.
#[derive(Clone, Default)]
pub(crate) struct WriteSettings {
    pub(crate) to: Option<Format>,
    pub(crate) strict: bool,
    /// Families and columns; empty means the default.
    pub(crate) columns: Vec<String>,
    pub(crate) keep_spelling: bool,
    pub(crate) sort_tags: bool,
    pub(crate) export: bool,
    /// The requested notations of moves and positions.
    pub(crate) moves: Option<String>,
    pub(crate) positions: Option<String>,
    /// The format options that were given.
    pub(crate) choices: Vec<(String, String)>,
    pub(crate) no_sort: bool,
    /// The last ply up to which positions of a single game are indexed; `None` for all.
    pub(crate) plies: Option<u16>,
    /// The maximum number of games and bytes of a part if the output is split.
    pub(crate) part_games: Option<u64>,
    pub(crate) part_size: Option<u64>,
    pub(crate) force: bool,
    /// Whether games are added to an output that exists.
    pub(crate) append: bool,
    /// Whether the report shows how the output uses its bits.
    pub(crate) explain: bool,
}

impl WriteSettings {
    /// Whether a game with or without losses is rejected.
    pub(crate) fn refuses(&self, loses: bool) -> bool {
        self.strict && loses
    }

    /// Whether files of this format are written in base64.
    pub(crate) fn in_base64(&self, format: &FormatSpec) -> bool {
        format.options.iter().any(|option| option.id == BASE64.id) && BASE64.value(&self.choices) == "yes"
    }

    /// The options for a writer of games in this format.
    pub(crate) fn options(&self, format: &dyn GameFormat) -> WriteOptions {
        WriteOptions {
            export: self.export,
            sort_tags: self.sort_tags,
            keep_spelling: self.keep_spelling,
            keep_format: false,
            search: None,
            own: format.write_options(&NamedOptions {
                moves: self.moves.as_deref(),
                positions: self.positions.as_deref(),
                own: &self.choices,
            }),
        }
    }
}

/// How a job runs, and which files it writes about its games.
#[derive(Clone, Default)]
pub(crate) struct RunSettings {
    /// The number of threads; `None` means all that are available.
    pub(crate) threads: Option<usize>,
    pub(crate) sort_memory: Option<u64>,
    /// The file for all faults.
    pub(crate) errors: Option<String>,
    /// Whether all faults go to the caller.
    pub(crate) passes_faults: bool,
    /// The file that bad games are written to, or the list of their errors.
    pub(crate) repair: Option<String>,
    /// The file for games that were dropped as duplicates, or for the list of them.
    pub(crate) duplicates: Option<String>,
    /// The style of hints in that file.
    pub(crate) style: Style,
}

impl RunSettings {
    /// Whether every fault is wanted, and not only the first one of each code.
    pub(crate) fn wants_all_faults(&self) -> bool {
        self.errors.is_some() || self.passes_faults
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        // Determined only here, because it takes longer than writing a game.
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// Which games are taken.
#[derive(Clone, Default)]
pub(crate) struct SelectionSettings {
    /// The maximum number of wanted games to take from all inputs together.
    pub(crate) limit: Option<u64>,
    /// The games to take; `None` takes them all.
    pub(crate) games: Option<Arc<ChosenGames>>,
    /// The first and the last day, as numbers such as 20130131, of the games that the caller is going to use. Others may be
    /// left out where that saves work.
    pub(crate) period: Option<RangeInclusive<u32>>,
}

impl SelectionSettings {
    /// Which games of a source are wanted.
    pub(crate) fn wanted(&self, input: usize, source: &str) -> WantedGames<'_> {
        let chosen = self.games.as_ref().map(|games| games.of_source(input, source));
        WantedGames { chosen, selected: None }
    }
}

/// What is done to games on their way: sets of transforms, one after another.
#[derive(Clone, Default)]
pub(crate) struct TransformSettings {
    /// The transforms: sets to apply one after another, followed by the options that were given separately.
    pub(crate) chain: Vec<Transforms>,
    pub(crate) last: Transforms,
}

impl TransformSettings {
    /// The last pattern that games are selected by.
    pub(crate) fn search(&self) -> Option<BoardSearch> {
        let search = self.chain.iter().chain([&self.last]).rev().find_map(Transforms::search)?;
        Some(BoardSearch { pattern: search.pattern, all: search.all })
    }

    /// Every pattern that games are selected by.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = &Arc<scoresheet_core::find::Pattern>> {
        self.chain.iter().chain([&self.last]).filter_map(|transforms| transforms.find.as_ref())
    }

    /// Whether the caller determines the order of the games.
    pub(crate) fn reorders(&self) -> bool {
        self.chain.iter().chain([&self.last]).any(Transforms::reorders)
    }
}

/// What the caller of a job provides.
#[derive(Clone, Default)]
pub(crate) struct Callers {
    /// Opens databases; `None` if the caller has no drivers.
    stores: Option<Arc<dyn Stores>>,
    /// The headers that are sent to web servers. They may be secret, and are never shown.
    pub(crate) headers: Vec<(String, String)>,
    /// What reads files at URLs.
    remotes: Option<Arc<dyn Remotes>>,
    /// Files that replace others, with the names to show instead.
    pub(crate) shown_names: Vec<(String, String)>,
    /// The options that affect the content of games, by name, as texts.
    pub(crate) deciding: Vec<(String, String)>,
}

impl Callers {
    /// The code that opens databases, for the one of this name.
    ///
    /// # Errors
    /// If there is nothing that does.
    pub(crate) fn stores(&self, name: &str) -> Result<&dyn Stores, Failure> {
        let message = format!("`{name}` is a database, which cannot be read here");
        let hint = "the Python package reads them: `scoresheet convert` and `scoresheet query`";
        self.stores.as_deref().ok_or_else(|| Failure::usage(message, hint))
    }

    /// The code that reads files at URLs, for this one.
    ///
    /// # Errors
    /// If there is nothing that does.
    pub(crate) fn remotes(&self, url: &str) -> Result<&dyn Remotes, Failure> {
        let message = format!("`{}` is a URL, which cannot be read here", shown_name(url));
        let hint = "download the file, or use the Python package: `scoresheet convert` and `scoresheet query`";
        self.remotes.as_deref().ok_or_else(|| Failure::usage(message, hint))
    }
}

impl Settings {
    /// The value of a format's reading option, if given. If `to`, the output format, accepts the option for writing, it
    /// was not given for reading.
    pub(crate) fn read_choice(&self, id: &str, to: Option<Format>) -> Option<&str> {
        let is_written = to.is_some_and(|to| to.option(id, false).is_some());
        let others = self.write.choices.iter().rev().filter(|_| !is_written);
        let mut given = self.read.choices.iter().rev().chain(others);
        given.find(|(name, _)| name == id).map(|(_, value)| value.as_str())
    }

    /// Whether a game is left out for its error. A repaired file has no games of which nothing could be read.
    #[inline]
    pub(crate) fn drops(&self, record: &Record<'_>) -> bool {
        let faulty = record.first_error.is_some();
        let is_empty = || record.ply_count == 0 && (!record.played || record.tags.is_empty());
        self.read.skips(faulty) || faulty && self.run.repair.is_some() && is_empty()
    }

    /// Whether games with errors are only counted, like those without.
    pub(crate) fn only_counts_errors(&self) -> bool {
        self.read.on_error == OnError::Keep && !self.run.wants_all_faults() && self.run.repair.is_none()
    }

    /// The required checks of moves: those chosen, else all if reading is strict.
    pub(crate) fn validation(&self) -> Validation {
        let chosen = self.read_choice(VALIDATION.id, None).is_some();
        if self.read.strict && !chosen { Validation::Full } else { self.read.validation }
    }

    /// The options for reading games of this format, if `to` is written.
    pub(crate) fn read_options(&self, format: &dyn GameFormat, to: Option<Format>) -> FormatOptions {
        let options = format.spec().options.iter().filter(|option| option.reads);
        let given = options.filter_map(|option| Some((option.id, self.read_choice(option.id, to)?)));
        let given: Vec<_> = given.map(|(id, value)| (id.to_owned(), value.to_owned())).collect();
        format.read_options(&given)
    }

    /// The options for reading the tables of other programs.
    pub(crate) fn table_reading(&self) -> TableReading {
        let given = TableReading::OPTIONS.iter().filter_map(|option| {
            let value = self.read_choice(option.id, None)?;
            Some((option.id.to_owned(), value.to_owned()))
        });
        TableReading::of(&given.collect::<Vec<_>>())
    }

    /// Sets the code that opens databases.
    pub fn open_stores_by(&mut self, stores: Arc<dyn Stores>) {
        self.callers.stores = Some(stores);
    }

    /// Sets the code that reads files at URLs.
    pub fn read_remotes_by(&mut self, remotes: Arc<dyn Remotes>) {
        self.callers.remotes = Some(remotes);
    }

    /// Takes options of the only output format, which were already checked.
    pub fn choose(&mut self, choices: Vec<(String, String)>) {
        self.write.choices = choices;
    }

    /// How hints spell options for the caller.
    pub fn spell(&mut self, style: Style) {
        self.run.style = style;
    }

    /// Whether games are chosen, sorted, edited or repaired on their way, so that reading them does not show how many
    /// there are.
    pub(crate) fn changes_games(&self) -> bool {
        self.selection.games.is_some()
            || self.run.repair.is_some()
            || self.transforms.last != Transforms::default()
            || !self.transforms.chain.is_empty()
    }

    /// Whether games of any input are chosen by the columns `source` and `game`.
    pub(crate) fn chooses_by_source(&self) -> bool {
        self.selection.games.as_ref().is_some_and(|games| games.names_any_sources())
    }

    /// Whether every game that an input holds comes, so that the counts of inputs without faulty games can be used.
    /// Damage is an error then, and does not leave games out.
    pub(crate) fn takes_all_games(&self) -> bool {
        let is_told_of_damage = match self.read.on_error {
            OnError::Keep => !self.read.says_on_error,
            OnError::Skip => false,
            OnError::Raise => true,
        };
        is_told_of_damage && !self.changes_games() && self.selection.period.is_none()
    }
}
