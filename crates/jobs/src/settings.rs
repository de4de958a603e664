//! How a job reads and writes: what the [options](crate::options) set.

use crate::failure::Failure;
use crate::formats::{Format, refine};
use crate::stores::Stores;
use crate::style::Style;
use crate::transforms::{Numbers, Transforms};
use scoresheet_core::game::{Spec, VALIDATION, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::notation::Validation;
use scoresheet_core::notation::language::Letters;
use scoresheet_core::rules::Position;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What happens to a game with an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OnError {
    /// It is kept up to the error.
    #[default]
    Keep,
    /// It is left out.
    Skip,
    /// Everything stops.
    Raise,
}

/// The games to take, by number, of each source of each input (an input of text is one source; a file of columns may hold
/// several).
pub(crate) type Chosen = HashMap<usize, HashMap<String, HashSet<u64>>>;

/// The games wanted of one source: by the numbers that the caller has chosen, and by those that were selected on the way.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'s> {
    chosen: ChosenOf<'s>,
    selected: Option<&'s Numbers>,
}

#[derive(Clone, Copy)]
enum ChosenOf<'s> {
    All,
    None,
    These(&'s HashSet<u64>),
}

impl<'s> Wanted<'s> {
    /// All of them.
    pub(crate) const ALL: Wanted<'static> = Wanted { chosen: ChosenOf::All, selected: None };

    /// Those of them that were selected, too.
    pub(crate) fn among(self, selected: Option<&'s Numbers>) -> Wanted<'s> {
        Wanted { selected, ..self }
    }

    /// Whether all are.
    pub(crate) fn are_all(self) -> bool {
        matches!(self.chosen, ChosenOf::All) && self.selected.is_none()
    }

    /// Whether the game of this number is.
    pub(crate) fn has(self, game: u64) -> bool {
        let chosen = match self.chosen {
            ChosenOf::All => true,
            ChosenOf::None => false,
            ChosenOf::These(games) => games.contains(&game),
        };
        chosen && self.selected.is_none_or(|selected| selected.has(game))
    }

    /// How many games to take of `games` that follow the game `before`, to have at most so many wanted ones; and how many
    /// wanted ones these are.
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

/// How a job reads and writes. Options set it, by their names.
#[derive(Clone, Default)]
pub struct Settings {
    pub(crate) on_error: OnError,
    /// Whether the caller has said what happens to errors. Until then, who pulls columns and gets no report is told of a
    /// damaged input by an error of the stream.
    pub(crate) says_on_error: bool,
    pub(crate) strict_read: bool,
    pub(crate) strict_write: bool,
    /// How many threads work; `None` stands for all there are.
    pub(crate) threads: Option<usize>,
    /// How many games are taken at most, all inputs together: of those that are wanted.
    pub(crate) limit: Option<u64>,
    pub(crate) limits: Limits,
    /// The piece letters; `None` finds them out, game by game.
    pub(crate) letters: Option<&'static Letters>,
    /// Families and columns; empty means the default.
    pub(crate) columns: Vec<String>,
    pub(crate) keep_spelling: bool,
    pub(crate) sort_tags: bool,
    pub(crate) export: bool,
    /// The notations wanted of moves and positions.
    pub(crate) moves: Option<String>,
    pub(crate) positions: Option<String>,
    /// What is asked of moves in notations that can hold illegal ones.
    pub(crate) validation: Validation,
    /// Where games start that do not say so themselves.
    pub(crate) fen: Option<Position>,
    /// The formats' own options that were given.
    pub(crate) choices: Vec<(String, String)>,
    /// Those that are about reading alone, where games are written that were to be read by them.
    pub(crate) read_choices: Vec<(String, String)>,
    /// What is done to games on their way: in sets, one after another, and then by the options that were given by themselves.
    pub(crate) chain: Vec<Transforms>,
    pub(crate) transforms: Transforms,
    /// The file that games are written to which were dropped as duplicates, or the list of them.
    pub(crate) duplicates: Option<String>,
    pub(crate) no_sort: bool,
    /// Whether the report says what the bits of the output are spent on.
    pub(crate) explain: bool,
    pub(crate) sort_memory: Option<u64>,
    /// How many games and bytes the parts have at most that games are split into.
    pub(crate) part_games: Option<u64>,
    pub(crate) part_size: Option<u64>,
    pub(crate) force: bool,
    /// The file that every fault is written to.
    pub(crate) errors: Option<String>,
    /// How hints in that file spell options.
    pub(crate) style: Style,
    pub(crate) from: Option<Format>,
    pub(crate) to: Option<Format>,
    /// Files that stand for others, with the names that users know those by.
    pub(crate) shown_names: Vec<(String, String)>,
    /// The games to take; `None` takes them all.
    pub(crate) games: Option<Chosen>,
    /// Opens databases; `None` if the caller has no drivers.
    pub(crate) stores: Option<Arc<dyn Stores>>,
    /// The options that decide what is told of games, by their names, as texts.
    pub(crate) deciding: Vec<(String, String)>,
}

impl Settings {
    /// How many threads work.
    pub(crate) fn threads(&self) -> usize {
        // Asked only here: to find it out takes longer than to write a game.
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// The value of a format's option about reading, where it was given. What `to`, the format that is written, takes for
    /// an option of its own about writing was not given for reading.
    pub(crate) fn read_choice(&self, id: &str, to: Option<Format>) -> Option<&str> {
        let is_written = to.is_some_and(|to| to.option(id, false).is_some());
        let others = self.choices.iter().rev().filter(|_| !is_written);
        let mut given = self.read_choices.iter().rev().chain(others);
        given.find(|(name, _)| name == id).map(|(_, value)| value.as_str())
    }

    /// Whether a game with an error, or without one, is left out.
    pub(crate) fn skips(&self, faulty: bool) -> bool {
        self.on_error == OnError::Skip && faulty
    }

    /// Whether everything stops at a game with an error, or without one.
    pub(crate) fn raises(&self, faulty: bool) -> bool {
        self.on_error == OnError::Raise && faulty
    }

    /// Whether a game is left out that would lose something, or nothing.
    pub(crate) fn refuses(&self, loses: bool) -> bool {
        self.strict_write && loses
    }

    /// What is asked of moves: what was chosen, else everything where reading is strict.
    pub(crate) fn validation(&self) -> Validation {
        let chosen = self.read_choice(VALIDATION.id, None).is_some();
        if self.strict_read && !chosen { Validation::Full } else { self.validation }
    }

    /// The values that were given for a format's own options about reading, where `to` is written.
    pub(crate) fn read_choices(&self, spec: &'static Spec, to: Option<Format>) -> Vec<(String, String)> {
        let options = spec.options.iter().filter(|option| option.reads);
        let given = options.filter_map(|option| Some((option.id, self.read_choice(option.id, to)?)));
        given.map(|(id, value)| (id.to_owned(), value.to_owned())).collect()
    }

    /// Which games of a source are wanted.
    pub(crate) fn wanted(&self, input: usize, source: &str) -> Wanted<'_> {
        let chosen = match &self.games {
            None => ChosenOf::All,
            Some(chosen) => {
                chosen.get(&input).and_then(|sources| sources.get(source)).map_or(ChosenOf::None, ChosenOf::These)
            }
        };
        Wanted { chosen, selected: None }
    }

    /// Whether the caller has said what the inputs are: then games of another format in them are not looked for.
    pub(crate) fn is_settled(&self) -> bool {
        self.from.is_some_and(|format| refine::other(format).is_some())
    }

    /// Has databases opened by this.
    pub fn open_stores_by(&mut self, stores: Arc<dyn Stores>) {
        self.stores = Some(stores);
    }

    /// What opens databases.
    ///
    /// # Errors
    /// If there is nothing that does.
    pub(crate) fn stores(&self) -> Result<&dyn Stores, Failure> {
        self.stores.as_deref().ok_or_else(|| Failure::Internal("this caller cannot open databases".to_owned()))
    }

    /// Takes options of the one format that is written, which were found to fit it.
    pub fn choose(&mut self, choices: Vec<(String, String)>) {
        self.choices = choices;
    }

    /// How hints spell options for the caller.
    pub fn spell(&mut self, style: Style) {
        self.style = style;
    }

    /// Whether games are chosen, sorted or edited on their way, so that reading them does not tell how many there are.
    pub(crate) fn changes_games(&self) -> bool {
        self.games.is_some() || self.transforms != Transforms::default() || !self.chain.is_empty()
    }

    /// Whether the caller says in which order the games come.
    pub(crate) fn reorders(&self) -> bool {
        self.chain.iter().chain([&self.transforms]).any(Transforms::reorders)
    }

    /// What is said to a writer of games.
    pub(crate) fn write_options(&self) -> WriteOptions {
        WriteOptions {
            export: self.export,
            sort_tags: self.sort_tags,
            keep_spelling: self.keep_spelling,
            keep_format: false,
            moves: self.moves.clone(),
            positions: self.positions.clone(),
            choices: self.choices.clone(),
        }
    }
}
