//! The options of a job, as plain Rust.

use crate::failure::Failure;
use crate::formats::{self, Format};
use crate::notation;
use crate::options;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use scoresheet_core::limits::Limits;
use scoresheet_core::notation::Validation;
use scoresheet_core::notation::language::Letters;
use scoresheet_core::position::fen;
use scoresheet_core::rules::Position;
use std::collections::{HashMap, HashSet};

/// What happens to a game with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnError {
    /// It is kept up to the error.
    Keep,
    /// It is left out.
    Skip,
    /// Everything stops.
    Raise,
}

/// The games to take, by number, of each source of each input (an input of text is one source; a file of columns may hold
/// several).
pub(crate) type Chosen = HashMap<usize, HashMap<String, HashSet<u64>>>;

/// The games wanted of one source.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'s> {
    All,
    None,
    These(&'s HashSet<u64>),
}

impl Wanted<'_> {
    /// Whether the game of this number is.
    pub(crate) fn has(self, game: u64) -> bool {
        match self {
            Wanted::All => true,
            Wanted::None => false,
            Wanted::These(games) => games.contains(&game),
        }
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

/// How a job reads and writes.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) on_error: OnError,
    pub(crate) strict_read: bool,
    pub(crate) strict_write: bool,
    pub(crate) threads: usize,
    /// How many games are taken at most, all inputs together: of those that are wanted.
    pub(crate) limit: Option<u64>,
    pub(crate) limits: Limits,
    /// The piece letters; `None` finds them out, input by input.
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
    pub(crate) no_sort: bool,
    pub(crate) sort_memory: Option<u64>,
    pub(crate) force: bool,
    pub(crate) from: Option<Format>,
    pub(crate) to: Option<Format>,
    /// Files that stand for others, with the names that users know those by.
    pub(crate) names: Vec<(String, String)>,
    /// The games to take; `None` takes them all.
    pub(crate) games: Option<Chosen>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            on_error: OnError::Keep,
            strict_read: false,
            strict_write: false,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            limit: None,
            limits: Limits::default(),
            letters: None,
            columns: Vec::new(),
            keep_spelling: false,
            sort_tags: false,
            export: false,
            moves: None,
            positions: None,
            validation: Validation::default(),
            fen: None,
            choices: Vec::new(),
            read_choices: Vec::new(),
            no_sort: false,
            sort_memory: None,
            force: false,
            from: None,
            to: None,
            names: Vec::new(),
            games: None,
        }
    }
}

impl Settings {
    /// The settings that a dict of options says; what is not in it keeps its default.
    ///
    /// # Errors
    /// For a name or a value that is not known.
    pub(crate) fn of(options: &Bound<'_, PyDict>) -> PyResult<Settings> {
        let py = options.py();
        let mut settings = Settings::default();
        for (name, value) in options {
            let name = name.cast_into::<PyString>()?;
            if !value.is_none() {
                let set = settings.set(name.to_str()?, &value)?;
                set.map_err(|failure| failure.into_exception(py))?;
            }
        }
        Ok(settings)
    }

    /// The value of an option about reading, where it was given.
    pub(crate) fn read_choice(&self, id: &str) -> Option<&str> {
        let mut given = self.read_choices.iter().rev().chain(self.choices.iter().rev());
        given.find(|(name, _)| name == id).map(|(_, value)| value.as_str())
    }

    /// What is asked of moves: what was chosen, else everything where reading is strict.
    pub(crate) fn validation(&self) -> Validation {
        let chosen = self.read_choice("validation").is_some();
        if self.strict_read && !chosen { Validation::Full } else { self.validation }
    }

    /// Which games of a source are wanted.
    pub(crate) fn wanted(&self, input: usize, source: &str) -> Wanted<'_> {
        match &self.games {
            None => Wanted::All,
            Some(chosen) => {
                chosen.get(&input).and_then(|sources| sources.get(source)).map_or(Wanted::None, Wanted::These)
            }
        }
    }

    /// Takes what the formats' options say of reading.
    fn take_choices(&mut self) -> Result<(), Failure> {
        match self.read_choice("validation") {
            Some(value) => crate::position::validation(value).map(|validation| self.validation = validation),
            None => Ok(()),
        }
    }

    /// Whether nothing but PGN is to be read: GameFormat tags then change nothing.
    pub(crate) fn only_pgn(&self) -> bool {
        self.from.is_some_and(|format| format.id() == "pgn")
    }

    /// Sets one option. The outer error is a value of the wrong type.
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Result<(), Failure>> {
        match name {
            "on_error" => return Ok(on_error(&value.extract::<String>()?).map(|on_error| self.on_error = on_error)),
            "strict_read" => self.strict_read = value.extract()?,
            "strict_write" => self.strict_write = value.extract()?,
            "threads" => return Ok(threads(value.extract()?).map(|threads| self.threads = threads)),
            "limit" => self.limit = Some(value.extract()?),
            "limits" => return Ok(limits(&value.extract()?).map(|limits| self.limits = limits)),
            "language" => return Ok(letters(&value.extract::<String>()?).map(|letters| self.letters = letters)),
            "columns" => self.columns = value.extract()?,
            "keep_spelling" => self.keep_spelling = value.extract()?,
            "sort_tags" => self.sort_tags = value.extract()?,
            "export" => self.export = value.extract()?,
            "moves" => self.moves = Some(value.extract()?),
            "positions" => self.positions = Some(value.extract()?),
            "choices" => {
                self.choices = choices(value)?;
                return Ok(self.take_choices());
            }
            "read_choices" => {
                self.read_choices = choices(value)?;
                return Ok(self.take_choices());
            }
            "fen" => return Ok(start(&value.extract::<String>()?).map(|start| self.fen = Some(start))),
            "no_sort" => self.no_sort = value.extract()?,
            "sort_memory" => self.sort_memory = Some(value.extract()?),
            "force" => self.force = value.extract()?,
            "from_" => return Ok(formats::find(&value.extract::<String>()?).map(|format| self.from = Some(format))),
            "to" => return Ok(formats::find(&value.extract::<String>()?).map(|format| self.to = Some(format))),
            "names" => self.names = value.extract::<HashMap<_, _>>()?.into_iter().collect(),
            "games" => self.games = Some(chosen(value.extract()?)),
            _ => return Ok(Err(Failure::usage(format!("there is no option `{name}`"), ""))),
        }
        Ok(Ok(()))
    }
}

fn choices(given: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let choice = |choice: PyResult<Bound<'_, PyAny>>| {
        let (name, value) = choice?.extract::<(String, Bound<'_, PyAny>)>()?;
        Ok((name, options::text_of(&value)?))
    };
    given.try_iter()?.map(choice).collect()
}

fn start(text: &str) -> Result<Position, Failure> {
    fen::parse(text).map_err(|error| {
        Failure::usage(format!("cannot set up `{text}`: {error}"), "`--fen` takes a FEN of six fields")
    })
}

fn on_error(value: &str) -> Result<OnError, Failure> {
    match value {
        "keep" => Ok(OnError::Keep),
        "skip" => Ok(OnError::Skip),
        "raise" => Ok(OnError::Raise),
        other => Err(Failure::usage(format!("`on_error={other}` is not known"), "it is `keep`, `skip` or `raise`")),
    }
}

fn threads(count: usize) -> Result<usize, Failure> {
    if count == 0 { Err(Failure::usage("`threads=0` is too few", "leave it out to use them all")) } else { Ok(count) }
}

fn limits(values: &HashMap<String, u64>) -> Result<Limits, Failure> {
    let mut limits = Limits::default();
    for (name, value) in values {
        if !limits.set(name, *value) {
            let known: Vec<_> = scoresheet_core::limits::ALL.iter().map(|limit| limit.id).collect();
            let hint = format!("known are {}", known.join(", "));
            return Err(Failure::usage(format!("there is no limit `{name}`"), hint));
        }
    }
    Ok(limits)
}

fn letters(language: &str) -> Result<Option<&'static Letters>, Failure> {
    if language == "auto" { Ok(None) } else { notation::letters(language).map(Some) }
}

fn chosen(games: Vec<(usize, String, Vec<u64>)>) -> Chosen {
    let mut chosen = Chosen::new();
    for (input, source, numbers) in games {
        chosen.entry(input).or_default().entry(source).or_default().extend(numbers);
    }
    chosen
}
