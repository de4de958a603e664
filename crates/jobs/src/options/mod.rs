//! The only list of options: the name, the values, the takers and the effect of each. Python's keywords, the command
//! line, `-O` and the documentation are generated from it.
//!
//! The options of single formats are in their [`Spec`](scoresheet_core::game::FormatSpec); [`validation`] checks both kinds against
//! the formats in use, [`errors`] has the messages for problems, and [`hints`] spells the options in hints.

pub mod errors;
pub mod hints;
pub mod list;
mod parts;
mod transforms;
pub mod validation;

pub use transforms::pattern;

use crate::common::failure::Failure;
use crate::settings::Settings;
use crate::settings::game_set::GameSet;

/// An option of jobs.
pub struct Opt {
    /// Its name: the keyword in Python and, with `-` instead of `_`, the flag on the command line.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// The flag on the command line, if it is not derived from the name. [`Opt::flag`] returns it.
    flag: &'static str,
    /// The name of the parameter in SQL, if it is another one. [`Opt::parameter`] returns it.
    parameter: &'static str,
    /// The default value, for people; empty if there is nothing to show.
    pub default: &'static str,
    /// The metavariable on the command line, if its kind does not imply one. [`Opt::metavar`] returns the complete one.
    metavar: &'static str,
    /// The minimum, if it takes a number.
    pub least: u64,
    /// The maximum.
    pub most: u64,
    /// Its effect, for the command line. [`Opt::help`] returns the complete text.
    doc: &'static str,
    /// Its effect, for the docstrings of Python functions.
    pub docstring: &'static str,
    /// Differences for some of its takers.
    pub apart: &'static [Apart],
    /// The functions and verbs that accept it. Empty for options that only the Python code sets, which all of them
    /// accept.
    pub takers: &'static [Taker],
    /// Whether it is for reading or for writing.
    pub works: Works,
    /// The part of a help screen that lists it.
    pub group: Group,
    /// Whether most people need it, so that the short help lists it.
    pub is_common: bool,
    /// Whether it affects the content of games; otherwise, it is about the run or the layout of a file.
    decides: bool,
    set: fn(&mut Settings, OptionValue) -> Result<(), Failure>,
}

/// The largest number that any option accepts, which all programs that receive such numbers support.
pub const MOST: u64 = i64::MAX as u64;

/// The differences of an option for one taker.
pub struct Apart {
    /// The taker.
    pub taker: Taker,
    /// Its effect, for help texts; empty if it is the same.
    pub doc: &'static str,
    /// Its effect, for the docstring; empty if it is the same.
    pub docstring: &'static str,
    /// Its values; empty if these are the same.
    pub values: &'static [&'static str],
    /// The part of a help screen that lists it; `None` if it is the same.
    pub group: Option<Group>,
}

impl Apart {
    /// No differences for this taker yet.
    pub(crate) const fn from(taker: Taker) -> Apart {
        Apart { taker, doc: "", docstring: "", values: &[], group: None }
    }
}

/// The kind of values of an option.
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
    /// The paths of files.
    Files,
    /// One of these.
    Choice(fn() -> Vec<&'static str>),
    /// Several texts: these, or others.
    List(fn() -> Vec<&'static str>),
    /// Numbers by these names.
    Numbers(fn() -> Vec<&'static str>),
    /// The options of formats: texts by name.
    Pairs,
    /// Texts by name.
    Table,
    /// The path of a file, or what would are in it: texts by name.
    FileOrTable,
    /// A whole number, or a range, as text.
    Span,
    /// Sets of options that change games, to apply one after another.
    Chain,
    /// A set of games.
    Games,
}

/// A value for an option.
#[derive(Clone, Debug)]
pub enum OptionValue {
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
    Chain(Vec<Vec<(String, OptionValue)>>),
    /// A set of games.
    Games(GameSet),
}

/// The value given for an option, as texts by name: one for each name if it takes several.
pub(super) fn told(name: &str, value: &OptionValue) -> Vec<(String, String)> {
    let one = |value: String| vec![(name.to_owned(), value)];
    match value {
        OptionValue::Flag(flag) => one(flag.to_string()),
        OptionValue::Number(number) => one(number.to_string()),
        OptionValue::Text(text) => one(text.clone()),
        OptionValue::List(list) => one(list.join(",")),
        OptionValue::Numbers(numbers) => {
            numbers.iter().map(|(key, number)| (list::entry(name, key), number.to_string())).collect()
        }
        OptionValue::Pairs(pairs) => pairs.clone(),
        OptionValue::Chain(sets) => sets.iter().flatten().flat_map(|(name, value)| told(name, value)).collect(),
        // Users select games by a condition.
        OptionValue::Games(games) => vec![("where".to_owned(), games.checksum().to_string())],
    }
}

/// A function or verb that takes an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// Converts games from files to files.
    Convert,
    /// Reads and checks games.
    Check,
    /// Reads games for a program.
    Read,
    /// Writes games of a program to a file.
    Write,
    /// Parses one game from a text.
    Parse,
    /// Converts one game to a text.
    To,
    /// Runs queries in SQL.
    Query,
    /// Determines what arguments name.
    Inputs,
    /// Builds an index of positions.
    Index,
    /// Analyses games with engines.
    Analyse,
}

/// Whether an option is for reading or writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Works {
    /// For reading.
    Read,
    /// For writing.
    Write,
    /// For both.
    Both,
    /// For transforms.
    Transform,
}

/// A part of a help screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// How inputs are read.
    Input,
    /// What is written.
    Output,
    /// Which games are taken, and in which order.
    Select,
    /// What is changed in games.
    Change,
    /// Which games are duplicates, and what happens to them.
    Duplicates,
    /// Threads, memory, and limits on hostile input.
    Limits,
}

impl Opt {
    /// The base for other entries: an option that users cannot set.
    pub(crate) const EMPTY: Opt = Opt {
        name: "",
        kind: Kind::Flag,
        flag: "",
        parameter: "",
        default: "",
        metavar: "",
        least: 0,
        most: MOST,
        doc: "",
        docstring: "",
        apart: &[],
        takers: &[],
        works: Works::Both,
        group: Group::Input,
        is_common: false,
        decides: true,
        set: |_, _| Ok(()),
    };

    /// The metavariable on the command line; `None` if there is none, or if it is the list of choices.
    pub fn metavar(&self) -> Option<String> {
        match self.kind {
            _ if !self.metavar.is_empty() => Some(self.metavar.to_owned()),
            Kind::Switch(values) => Some(format!("[={}]", values.get(1..).unwrap_or_default().join("|"))),
            Kind::Number | Kind::Numbers(_) => Some("N".to_owned()),
            Kind::Size => Some("SIZE".to_owned()),
            Kind::Pairs | Kind::Table => Some("NAME=VALUE".to_owned()),
            Kind::Text | Kind::Span => Some(self.name.to_uppercase()),
            Kind::File | Kind::Files | Kind::FileOrTable => Some("FILE".to_owned()),
            Kind::Flag | Kind::Choice(_) | Kind::List(_) | Kind::Games | Kind::Chain => None,
        }
    }

    /// Its spelling on the command line: `--on-error`.
    pub fn flag(&self) -> String {
        if !self.flag.is_empty() {
            return self.flag.to_owned();
        }
        format!("--{}", self.name.trim_matches('_').replace('_', "-"))
    }

    /// The name of its parameter in SQL: `on_error`, and `format` for what `from`, a word of SQL, could not name.
    pub fn parameter(&self) -> &'static str {
        if self.parameter.is_empty() { self.name } else { self.parameter }
    }

    /// Whether this taker accepts it.
    pub fn is_for(&self, taker: Taker) -> bool {
        self.takers.is_empty() || self.takers.contains(&taker)
    }

    /// Its effect, for the command line, with the known values inserted if the text has a placeholder for them.
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
            Kind::Files => "files",
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

    /// A description of its values, for people.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Kind::Flag => "a bool",
            Kind::Switch(_) => "a bool or a string",
            Kind::Number => "a number",
            Kind::Size => "a number of bytes",
            Kind::Text | Kind::Choice(_) => "a string",
            Kind::File => "the path of a file",
            Kind::Files => "a list of paths",
            Kind::List(_) => "a list of strings",
            Kind::Numbers(_) => "a dict of numbers",
            Kind::Pairs | Kind::Table => "a dict of strings",
            Kind::FileOrTable => "the path of a file or a dict of strings",
            Kind::Span => "a number or a string",
            Kind::Chain => "a list of dicts",
            Kind::Games => "a set of games",
        }
    }

    /// A hint about its values.
    pub(crate) fn hint(self) -> &'static str {
        match self {
            Kind::Number | Kind::Size => "use a whole number that is not negative",
            Kind::Flag => "it is True or False",
            Kind::Switch(_) => "use True, False, or the name of a part",
            Kind::Text => "write it in quotes",
            Kind::File => "use a string or a `pathlib.Path`",
            Kind::Files => "write it as `[\"games.parquet\"]`",
            Kind::Choice(_) => "`help` shows the valid names, as in `help(scoresheet.convert)`",
            Kind::List(_) => "write it as `[\"moves\", \"result\"]`",
            Kind::Numbers(_) => "write it as `{\"nesting\": 20}`",
            Kind::Pairs => "write it as `{\"ply\": \"20\"}`",
            Kind::Table => "write it as `{\"Event\": \"Club\"}`",
            Kind::FileOrTable => "use a string, a `pathlib.Path` or a dict",
            Kind::Span => "write it as `40` or `\"10-40\"`",
            Kind::Chain => "each dict holds options by name",
            Kind::Games => "use `_core.GameSet`",
        }
    }

    /// The known values or names; empty if any are accepted.
    pub fn values(self) -> Vec<&'static str> {
        match self {
            Kind::Switch(values) => values.to_vec(),
            Kind::Choice(values) | Kind::List(values) | Kind::Numbers(values) => values(),
            _ => Vec::new(),
        }
    }

    /// Whether a value is of this kind. The texts of a choice are not checked, because the code that sets the option
    /// has better messages for unknown ones.
    pub(crate) fn takes(self, value: &OptionValue) -> bool {
        match self {
            Kind::Flag => matches!(value, OptionValue::Flag(_)),
            Kind::Switch(_) => matches!(value, OptionValue::Flag(_) | OptionValue::Text(_)),
            Kind::Number | Kind::Size => matches!(value, OptionValue::Number(_)),
            Kind::Text | Kind::File | Kind::Choice(_) => matches!(value, OptionValue::Text(_)),
            Kind::List(_) | Kind::Files => matches!(value, OptionValue::List(_)),
            Kind::Numbers(_) => matches!(value, OptionValue::Numbers(_)),
            Kind::Pairs | Kind::Table => matches!(value, OptionValue::Pairs(_)),
            Kind::FileOrTable => matches!(value, OptionValue::Text(_) | OptionValue::Pairs(_)),
            Kind::Span => matches!(value, OptionValue::Text(_)),
            Kind::Chain => matches!(value, OptionValue::Chain(_)),
            Kind::Games => matches!(value, OptionValue::Games(_)),
        }
    }
}

impl Taker {
    /// Its name for users.
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
            Taker::Index => "index",
            Taker::Analyse => "analyse",
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

impl Group {
    /// Its title in help.
    pub fn title(self) -> &'static str {
        match self {
            Group::Input => "Input",
            Group::Output => "Output",
            Group::Select => "Select",
            Group::Change => "Change",
            Group::Duplicates => "Duplicates",
            Group::Limits => "Limits",
        }
    }
}
