//! The one list of options: the name of each, its values, its users, and its setting. Python's keywords, the
//! command line, `-O` and the documentation are generated from it.
//!
//! The options of single formats stand with these, in their [`Spec`](scoresheet_core::game::Spec); [`fit`] holds both against
//! the formats in use, [`misfit`] words the problems, and [`hint`] spells the options in hints.

pub mod fit;
pub mod hint;
pub mod list;
pub mod misfit;
mod splitting;
mod transforms;

use crate::failure::Failure;
use crate::settings::Settings;

/// An option of jobs.
pub struct Opt {
    /// Its name: Python's keyword, and with `-` for `_` that of the command line.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The value unless set, for people; empty if there is nothing to say.
    pub default: &'static str,
    /// What stands for the value on the command line, where its kind does not say it well; [`Opt::metavar`] says all of it.
    pub(crate) metavar: &'static str,
    /// The smallest number it takes, where it takes one.
    pub least: u64,
    /// The largest one.
    pub most: u64,
    /// What it does, on the command line; [`Opt::help`] says all of it.
    pub(crate) doc: &'static str,
    /// What it does, in the docstrings of Python's functions.
    pub docstring: &'static str,
    /// What differs for one of those who take it.
    pub apart: &'static [Apart],
    /// Who takes it. Empty for what our own Python sets behind the scenes, which everybody takes.
    pub takers: &'static [Taker],
    /// Whether it is about reading or writing.
    pub works: Works,
    /// Whether it decides what is told of games; else it is about the run, or about how a file is laid out.
    pub(crate) decides: bool,
    pub(crate) set: fn(&mut Settings, Value) -> Result<(), Failure>,
}

/// The largest number that any option takes: the largest that all programs have which we hand numbers to.
pub const MOST: u64 = i64::MAX as u64;

/// What an option is for one taker, where that differs from what it is for the others.
pub struct Apart {
    /// For whom.
    pub taker: Taker,
    /// What it does, in the docstring; empty if it does the same.
    pub docstring: &'static str,
    /// The values that it takes; empty if these are the same.
    pub values: &'static [&'static str],
}

impl Apart {
    /// Nothing differs yet for this taker.
    pub(crate) const fn from(taker: Taker) -> Apart {
        Apart { taker, docstring: "", values: &[] }
    }
}

/// What values an option takes.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// Yes or no, or one of these for a part of it.
    Switch(&'static [&'static str]),
    /// A whole number that is not negative.
    Number,
    /// A number of bytes.
    Size,
    /// Any text.
    Text,
    /// The path of a file.
    File,
    /// One of these.
    Choice(fn() -> Vec<&'static str>),
    /// Several texts; known are these, and others.
    List(fn() -> Vec<&'static str>),
    /// Numbers by name; known are these names.
    Numbers(fn() -> Vec<&'static str>),
    /// The options of formats: texts by name.
    Pairs,
    /// Texts by name.
    Table,
    /// The path of a file, or what would are in it: texts by name.
    FileOrTable,
    /// A whole number, or a range of these, as text.
    Span,
    /// Options that change games, in sets that come one after another.
    Chain,
    /// Numbers of games, by the place of their input and the name of their source.
    Games,
}

/// A value for an option.
#[derive(Clone, Debug)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(u64),
    /// A text.
    Text(String),
    /// Several texts.
    List(Vec<String>),
    /// Numbers by name.
    Numbers(Vec<(String, u64)>),
    /// Texts by name.
    Pairs(Vec<(String, String)>),
    /// Options with their values, in sets.
    Chain(Vec<Vec<(String, Value)>>),
    /// Numbers of games, by the place of their input and the name of their source.
    Games(Vec<(usize, String, Vec<u64>)>),
}

/// What was given for an option, as texts by name: one for each name where it takes several.
pub(super) fn told(name: &str, value: &Value) -> Vec<(String, String)> {
    let one = |value: String| vec![(name.to_owned(), value)];
    match value {
        Value::Flag(flag) => one(flag.to_string()),
        Value::Number(number) => one(number.to_string()),
        Value::Text(text) => one(text.clone()),
        Value::List(list) => one(list.join(",")),
        Value::Numbers(numbers) => {
            numbers.iter().map(|(key, number)| (list::entry(name, key), number.to_string())).collect()
        }
        Value::Pairs(pairs) => pairs.clone(),
        Value::Chain(sets) => sets.iter().flatten().flat_map(|(name, value)| told(name, value)).collect(),
        // Users choose games by a condition.
        Value::Games(games) => vec![("where".to_owned(), sum(games).to_string())],
    }
}

/// A number that tells a choice of games from others.
fn sum(games: &[(usize, String, Vec<u64>)]) -> u64 {
    let step = |sum: u64, number: u64| (sum ^ number).wrapping_mul(0x0100_0000_01b3);
    games.iter().fold(0xcbf2_9ce4_8422_2325, |sum, (place, source, games)| {
        let sum = source.bytes().map(u64::from).fold(step(sum, *place as u64), step);
        games.iter().copied().fold(sum, step)
    })
}

/// Who takes an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// Games rewritten from files to files.
    Convert,
    /// Games read and judged.
    Check,
    /// Games for a program to go through.
    Read,
    /// Games of a program, to a file.
    Write,
    /// One game from a text.
    Parse,
    /// One game to a text.
    To,
    /// Questions in SQL.
    Query,
    /// What arguments name.
    Inputs,
}

/// Whether an option is about reading or writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Works {
    /// About reading.
    Read,
    /// About writing.
    Write,
    /// About both.
    Both,
    /// About what is done to games on their way.
    Transform,
}

impl Opt {
    /// An entry that others are made from: one that no user sets.
    pub(crate) const EMPTY: Opt = Opt {
        name: "",
        kind: Kind::Flag,
        default: "",
        metavar: "",
        least: 0,
        most: MOST,
        doc: "",
        docstring: "",
        apart: &[],
        takers: &[],
        works: Works::Both,
        decides: true,
        set: |_, _| Ok(()),
    };

    /// What stands for the value on the command line; `None` if there is none, or it is the list of its choices.
    pub fn metavar(&self) -> Option<String> {
        match self.kind {
            _ if !self.metavar.is_empty() => Some(self.metavar.to_owned()),
            Kind::Switch(values) => Some(format!("[={}]", values.get(1..).unwrap_or_default().join("|"))),
            Kind::Number | Kind::Numbers(_) => Some("N".to_owned()),
            Kind::Size => Some("SIZE".to_owned()),
            Kind::Pairs | Kind::Table => Some("NAME=VALUE".to_owned()),
            Kind::Text | Kind::Span => Some(self.name.to_uppercase()),
            Kind::File | Kind::FileOrTable => Some("FILE".to_owned()),
            Kind::Flag | Kind::Choice(_) | Kind::List(_) | Kind::Games | Kind::Chain => None,
        }
    }

    /// How the command line spells it: `--on-error`.
    pub fn flag(&self) -> String {
        format!("--{}", self.name.trim_matches('_').replace('_', "-"))
    }

    /// Whether it is taken there.
    pub fn is_for(&self, taker: Taker) -> bool {
        self.takers.is_empty() || self.takers.contains(&taker)
    }

    /// What it does, on the command line, with the values that are known where the text asks for them.
    pub fn help(&self) -> String {
        self.doc.replace("{values}", &self.kind.values().join(", "))
    }

    /// Whether users may set it.
    pub fn is_public(&self) -> bool {
        !self.takers.is_empty()
    }
}

impl Kind {
    /// Its name.
    pub fn id(self) -> &'static str {
        match self {
            Kind::Flag => "flag",
            Kind::Switch(_) => "switch",
            Kind::Number => "number",
            Kind::Size => "size",
            Kind::Text => "text",
            Kind::File => "file",
            Kind::Choice(_) => "choice",
            Kind::List(_) => "list",
            Kind::Numbers(_) => "numbers",
            Kind::Pairs => "pairs",
            Kind::Table => "table",
            Kind::FileOrTable => "file-or-table",
            Kind::Span => "span",
            Kind::Chain => "chain",
            Kind::Games => "games",
        }
    }

    /// What a value of it is, for people.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Kind::Flag => "a bool",
            Kind::Switch(_) => "a bool or a string",
            Kind::Number => "a number",
            Kind::Size => "a number of bytes",
            Kind::Text | Kind::Choice(_) => "a string",
            Kind::File => "the path of a file",
            Kind::List(_) => "a list of strings",
            Kind::Numbers(_) => "a dict of numbers",
            Kind::Pairs | Kind::Table => "a dict of strings",
            Kind::FileOrTable => "the path of a file or a dict of strings",
            Kind::Span => "a number or a string",
            Kind::Chain => "a list of dicts",
            Kind::Games => "a list of games",
        }
    }

    /// What else is to be known of a value of it.
    pub(crate) fn hint(self) -> &'static str {
        match self {
            Kind::Number | Kind::Size => "use a whole number that is not negative",
            Kind::Flag => "it is True or False",
            Kind::Switch(_) => "use True, False, or the name of a part",
            Kind::Text => "write it in quotes",
            Kind::File => "use a string or a `pathlib.Path`",
            Kind::Choice(_) => "docs/reference/options.md lists the valid names",
            Kind::List(_) => "write it as `[\"moves\", \"result\"]`",
            Kind::Numbers(_) => "write it as `{\"nesting\": 20}`",
            Kind::Pairs => "write it as `{\"ply\": \"20\"}`",
            Kind::Table => "write it as `{\"Event\": \"Club\"}`",
            Kind::FileOrTable => "use a string, a `pathlib.Path` or a dict",
            Kind::Span => "write it as `40` or `\"10-40\"`",
            Kind::Chain => "each dict holds options by name",
            Kind::Games => "each entry is the index of an input, the name of a source and a list of game numbers",
        }
    }

    /// The values or names that are known; empty if any are.
    pub fn values(self) -> Vec<&'static str> {
        match self {
            Kind::Switch(values) => values.to_vec(),
            Kind::Choice(values) | Kind::List(values) | Kind::Numbers(values) => values(),
            _ => Vec::new(),
        }
    }

    /// Whether a value is of this kind. Which texts a choice knows is not asked: what sets the option knows better words for
    /// one that is not known.
    pub(crate) fn takes(self, value: &Value) -> bool {
        match self {
            Kind::Flag => matches!(value, Value::Flag(_)),
            Kind::Switch(_) => matches!(value, Value::Flag(_) | Value::Text(_)),
            Kind::Number | Kind::Size => matches!(value, Value::Number(_)),
            Kind::Text | Kind::File | Kind::Choice(_) => matches!(value, Value::Text(_)),
            Kind::List(_) => matches!(value, Value::List(_)),
            Kind::Numbers(_) => matches!(value, Value::Numbers(_)),
            Kind::Pairs | Kind::Table => matches!(value, Value::Pairs(_)),
            Kind::FileOrTable => matches!(value, Value::Text(_) | Value::Pairs(_)),
            Kind::Span => matches!(value, Value::Text(_)),
            Kind::Chain => matches!(value, Value::Chain(_)),
            Kind::Games => matches!(value, Value::Games(_)),
        }
    }
}

impl Taker {
    /// Its name, as users know it.
    pub fn id(self) -> &'static str {
        match self {
            Taker::Convert => "convert",
            Taker::Check => "check",
            Taker::Read => "read",
            Taker::Write => "write",
            Taker::Parse => "parse",
            Taker::To => "Game.to",
            Taker::Query => "query",
            Taker::Inputs => "inputs",
        }
    }
}

impl Works {
    /// Its name.
    pub fn id(self) -> &'static str {
        match self {
            Works::Read => "read",
            Works::Write => "write",
            Works::Both => "both",
            Works::Transform => "transform",
        }
    }
}
