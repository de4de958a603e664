//! Every option, and what it sets.

use crate::common::failure::Failure;
use crate::common::lookup;
use crate::formats;
use crate::options::Taker::{self, Analyse, Check, Convert, Index, Inputs, Parse, Query, Read, To, Write};
use crate::options::errors::Misfit;
use crate::options::{Apart, Group, Kind, Opt, OptionValue, Works, parts, told, transforms};
use crate::settings::game_set::GameSet;
use crate::settings::transforms::Transforms;
use crate::settings::{OnError, Settings, StartOptions};
use scoresheet_columns::column;
use scoresheet_core::dialect;
use scoresheet_core::game::VALIDATION;
use scoresheet_core::limits::{self, Limits};
use scoresheet_core::notation::language;
use scoresheet_core::text::printable;

/// The functions and verbs that read inputs.
const READERS: &[Taker] = &[Convert, Check, Read, Query, Analyse];
/// Those that read anything, including a text.
const ALL_READERS: &[Taker] = &[Convert, Check, Read, Query, Parse, Analyse];
/// Those that write files.
const WRITERS: &[Taker] = &[Convert, Write, Analyse];
/// Those that write anything, including a text.
const ALL_WRITERS: &[Taker] = &[Convert, Write, To, Analyse];

/// Every option, in the order of help and documentation: those for writing, those that change games, those for reading,
/// and last those that only the Python code sets.
pub fn all() -> impl Iterator<Item = &'static Opt> {
    WRITING.iter().chain(parts::ALL).chain(transforms::ALL).chain(OTHERS)
}

/// The options for writing.
#[rustfmt::skip]
static WRITING: &[Opt] = &[
    Opt {
        name: "to", kind: Kind::Choice(format_ids),
        group: Group::Output, is_common: true,
        doc: "Write this format, regardless of the file extension (`list formats`).",
        docstring: "the format to write, regardless of the output's name (`scoresheet list formats`).",
        metavar: FORMAT,
        takers: WRITERS, works: Works::Write,
        decides: false,
        set: |settings, value| formats::find_written(&value.text()?).map(|format| settings.write.to = Some(format)),
        ..Opt::EMPTY
    },
    Opt {
        name: "force", kind: Kind::Flag,
        group: Group::Output, is_common: true,
        doc: "Overwrite existing files; in a database, empty the table first.",
        docstring: "overwrite an existing output; in a database, empty the table first.",
        apart: &[
            Apart {
                doc: "Overwrite the files of --errors and --report if they exist.",
                docstring: "overwrite the file named by `errors` if it exists.",
                ..Apart::from(Check)
            },
            Apart {
                doc: "Overwrite an existing index.",
                docstring: "overwrite an existing index.",
                ..Apart::from(Index)
            },
        ],
        takers: &[Convert, Write, Check, Index, Analyse], works: Works::Write,
        decides: false,
        set: |settings, value| { settings.write.force = value.flag()?; Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "append", kind: Kind::Flag,
        group: Group::Output,
        doc: "Add the games to an existing file: an archive, PGN, or another text format without a header, compressed or not. \
            With `{part}` in the name, as in `-o 'games/{part}.parquet'`, add files with the next numbers to a folder.",
        docstring: "add the games to an existing file: an archive, PGN, or another text format without a header, compressed or \
            not. The file is unchanged if this fails. With `{part}` in the name, add files with the next numbers to a \
            folder; the files in it are not changed.",
        apart: &[
            Apart {
                doc: "Keep an existing index, and add the games that the file has beyond those in it. Where the file starts with \
                    other games, the whole index is built.",
                docstring: "keep an existing index, and add the games that the file has beyond those in it. Where the file \
                    starts with other games, the whole index is built.",
                ..Apart::from(Index)
            },
        ],
        takers: &[Convert, Write, Index, Analyse], works: Works::Write,
        decides: false,
        set: |settings, value| { settings.write.append = value.flag()?; Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "columns", kind: Kind::List(families),
        group: Group::Output, is_common: true,
        doc: "Write these columns or families of columns: {values}.",
        docstring: "for columns and databases: families and columns (`scoresheet list columns`). None means `tags`, \
            `summary` and `moves`, and for a database what its questions need. The family `errors` is always added.",
        metavar: "NAME,...",
        apart: &[Apart {
            docstring: "families and columns, in any combination (`scoresheet list columns`). None means `tags`, \
                `summary` and `moves`.",
            ..Apart::from(Read)
        }],
        takers: &[Convert, Read, Write, Analyse], works: Works::Write,
        decides: false,
        set: |settings, value| { settings.write.columns = value.list()?; Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "keep_spelling", kind: Kind::Flag,
        group: Group::Output,
        doc: "Keep the original spelling of moves and annotations.",
        docstring: "keep the original spelling of moves and annotations.",
        apart: &[
            Apart { docstring: "games keep the original spelling of moves and annotations.", ..Apart::from(Read) },
            Apart {
                docstring: "keep the original spelling of moves and annotations, for `Node.text` and `Game.to`.",
                ..Apart::from(Parse)
            },
        ],
        takers: &[Convert, Write, To, Read, Parse, Analyse], works: Works::Both,
        set: |settings, value| { settings.write.keep_spelling = value.flag()?; Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "sort_tags", kind: Kind::Flag,
        group: Group::Output,
        doc: "Write tags in the order of the PGN standard.",
        docstring: "write tags in the order of the PGN standard.",
        takers: ALL_WRITERS, works: Works::Write,
        set: |settings, value| { settings.write.sort_tags = value.flag()?; Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "export", kind: Kind::Flag,
        group: Group::Output,
        doc: "Write the complete Seven Tag Roster first.",
        docstring: "write the complete Seven Tag Roster first.",
        takers: ALL_WRITERS, works: Works::Write,
        set: |settings, value| { settings.write.export = value.flag()?; Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "no_sort", kind: Kind::Flag,
        group: Group::Output,
        doc: "Keep the rows of Parquet files in the order of the inputs instead of sorting them by date.",
        docstring: "keep the rows of Parquet files in the order of the inputs instead of sorting them by date.",
        takers: WRITERS, works: Works::Write,
        decides: false,
        set: |settings, value| { settings.write.no_sort = value.flag()?; Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "sort_memory", kind: Kind::Size,
        group: Group::Limits,
        doc: "Memory for sorting; more data is sorted on disk. [default: 1 GiB]",
        docstring: "the memory in bytes that sorting may use before it spills to disk; 1 GiB by default.",
        takers: &[Convert, Write, Index, Analyse], works: Works::Write,
        decides: false,
        set: |settings, value| { settings.run.sort_memory = Some(value.number()?); Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "plies", kind: Kind::Number,
        group: Group::Output, is_common: true,
        doc: "Leave out positions after ply N that occur in only one game. [default: keep all]",
        docstring: "positions after this ply that occur in only one game are left out; None keeps all of them.",
        most: 65_535,
        takers: &[Index], works: Works::Write,
        decides: false,
        set: |settings, value| { settings.write.plies = u16::try_from(value.number()?).ok(); Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "explain", kind: Kind::Flag,
        group: Group::Output,
        doc: "Report what a compact format spends its bits on, and compare its size with gzip, xz and zstd. \
            Slow: 1 to 2 seconds per MB.",
        docstring: "report what the output spends its bits on, and compare its size with gzip, xz and zstd on the same \
            input (`Report.gain`). Only for formats that count their bits. The comparison takes 1 to 2 seconds \
            per megabyte, and 700 MB of memory for large inputs.",
        takers: WRITERS, works: Works::Write,
        decides: false,
        set: |settings, value| { settings.write.explain = value.flag()?; Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "moves", kind: Kind::Choice(move_notations),
        group: Group::Output,
        doc: "Notation of the moves; `list formats NAME` shows the choices.",
        docstring: "the notation of the moves, if the output format offers a choice.",
        metavar: NOTATION,
        takers: ALL_WRITERS, works: Works::Write,
        set: |settings, value| { settings.write.moves = Some(value.text()?); Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "positions", kind: Kind::Choice(position_notations),
        group: Group::Output,
        doc: "Notation of the starting position.",
        docstring: "the notation of the starting position, if the output format offers a choice.",
        metavar: NOTATION,
        takers: ALL_WRITERS, works: Works::Write,
        set: |settings, value| { settings.write.positions = Some(value.text()?); Ok(()) },
        ..Opt::EMPTY
    },
];

/// All others.
#[rustfmt::skip]
static OTHERS: &[Opt] = &[
    Opt {
        name: "from_", parameter: "format", kind: Kind::Choice(format_ids),
        group: Group::Input, is_common: true,
        doc: "Read every input in this format instead of detecting it.",
        docstring: "the format of the inputs; None detects it.",
        takers: &[Convert, Check, Read, Query, Parse, Inputs, Analyse], works: Works::Read,
        metavar: FORMAT,
        set: |settings, value| formats::find(&value.text()?).map(|format| settings.read.from = Some(format)),
        ..Opt::EMPTY
    },
    Opt {
        name: "on_error", kind: Kind::Choice(|| vec!["keep", "skip", "raise"]), default: "keep",
        group: Group::Input, is_common: true,
        doc: "What to do with a bad game: keep it up to the error (default), skip it, or stop.",
        docstring: "how to handle a game with an error: keep it up to the error (`\"keep\"`), drop it (`\"skip\"`), or raise the error (`\"raise\"`).",
        apart: &[
            Apart { docstring: "`\"raise\"` raises the first error; otherwise errors are counted.", ..Apart::from(Check) },
            Apart {
                docstring: "how to handle an error: keep the game up to it (`\"keep\"`; see `Game.errors`), or raise it (`\"raise\"`).",
                values: &["keep", "raise"], ..Apart::from(Parse)
            },
        ],
        takers: ALL_READERS, works: Works::Read,
        set: |settings, value| {
            (settings.read.on_error, settings.read.says_on_error) = (on_error(&value.text()?)?, true);
            Ok(())
        },
        ..Opt::EMPTY
    },
    Opt {
        name: "strict", kind: Kind::Switch(&["both", "read", "write"]),
        group: Group::Input, is_common: true,
        doc: "Treat notes as errors, and reject games that would lose information.",
        docstring: "treat notes as errors, and reject games that would lose information; `\"read\"` or `\"write\"` for only one of the two.",
        takers: &[Convert, Check, Read, Query, Parse, Write, Analyse], works: Works::Both,
        set: set_strict,
        ..Opt::EMPTY
    },
    Opt {
        name: "errors", kind: Kind::File,
        group: Group::Input,
        doc: "Write every error and note to this file: .jsonl or .csv.",
        docstring: "write every error and note to this file, one per line with its location: `.jsonl`, `.ndjson` or `.csv`, \
            optionally compressed (`.jsonl.zst`).",
        takers: &[Convert, Check], works: Works::Read,
        decides: false,
        set: |settings, value| { settings.run.errors = Some(value.text()?); Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "threads", kind: Kind::Number, default: "all",
        group: Group::Limits,
        doc: "Number of threads. [default: all]",
        docstring: "the number of threads; None uses all cores.",
        least: 1, most: THREADS,
        takers: &[Convert, Check, Read, Query, Index, Analyse], works: Works::Read,
        decides: false,
        set: |settings, value| { settings.run.threads = usize::try_from(value.number()?).ok(); Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "headers", kind: Kind::Table, flag: "--header",
        group: Group::Input,
        doc: "Send this HTTP header with requests for inputs at URLs, such as `Authorization=Bearer TOKEN`. It is not sent to \
            other hosts after a redirect.",
        docstring: "HTTP headers for inputs at URLs, such as `{\"Authorization\": \"Bearer TOKEN\"}`. They are not sent to \
            other hosts after a redirect.",
        takers: &[Convert, Check, Read, Query, Inputs, Analyse], works: Works::Read,
        decides: false,
        set: |settings, value| headers(value.pairs()?).map(|headers| settings.callers.headers = headers),
        ..Opt::EMPTY
    },
    Opt {
        name: "limit", kind: Kind::Number,
        group: Group::Select, is_common: true,
        doc: "Stop after N games. If games are filtered, only matching games count.",
        docstring: "stop after this many games. If games are filtered, only matching games count.",
        takers: READERS, works: Works::Read,
        set: |settings, value| { settings.selection.limit = Some(value.number()?); Ok(()) },
        ..Opt::EMPTY
    },
    Opt {
        name: "part", kind: Kind::Text,
        group: Group::Select,
        doc: "Read only the Ith of N parts of each file, such as 3/8. Game and line numbers still refer to the whole file.",
        docstring: "read only one part of each file, such as `\"3/8\"`. Each game is in exactly one part. Game and line numbers \
            still refer to the whole file. A file that cannot be divided belongs to one part as a whole.",
        metavar: "I/N",
        takers: READERS, works: Works::Read,
        set: |settings, value| part(&value.text()?).map(|part| settings.read.part = Some(part)),
        ..Opt::EMPTY
    },
    Opt {
        name: "language", kind: Kind::Choice(languages), default: AUTO,
        group: Group::Input,
        doc: "Language of the piece letters (`list languages`). [default: auto]",
        docstring: "the language of the piece letters (`scoresheet list languages`); `\"auto\"` tries English first, and for a game that \
                    English cannot read, the language that reads most of it.",
        metavar: "LANGUAGE",
        takers: ALL_READERS, works: Works::Read,
        set: set_language,
        ..Opt::EMPTY
    },
    Opt {
        name: "encoding", kind: Kind::Text,
        group: Group::Input,
        doc: "Text encoding of the inputs, such as windows-1251, koi8-r or cp437. [default: UTF-8, else Windows-1252]",
        docstring: "the text encoding of the inputs, such as `\"windows-1251\"`, `\"koi8-r\"`, `\"cp437\"` or `\"utf-16\"`. By default, each \
            tag and comment is read as UTF-8 or, if it is not valid UTF-8, as Windows-1252. Byte offsets of errors refer to \
            the text as UTF-8. Binary formats ignore this.",
        metavar: "NAME",
        takers: ALL_READERS, works: Works::Read,
        set: |settings, value| lookup::encoding(&value.text()?).map(|encoding| settings.read.encoding = Some(encoding)),
        ..Opt::EMPTY
    },
    Opt {
        name: "fen", kind: Kind::Text,
        group: Group::Input,
        doc: "Starting position of games that have no tags, such as plain lists of moves.",
        docstring: "the starting position of games that have no tags, such as plain lists of moves.",
        takers: ALL_READERS, works: Works::Read,
        set: |settings, value| { settings.read.start.fen = Some(value.text()?); set_start(settings) },
        ..Opt::EMPTY
    },
    Opt {
        name: "variant", kind: Kind::Text,
        group: Group::Input,
        doc: "Variant of games that do not name one, such as plain lists of moves (`list variants`).",
        docstring: "the variant of games that do not name one, such as plain lists of moves: a name or a code of \
            `scoresheet list variants`. It can be combined with `fen`.",
        metavar: "NAME",
        takers: &[Convert, Check, Read, Parse, Analyse], works: Works::Read,
        set: |settings, value| { settings.read.start.rules = lookup::rules(&value.text()?)?; set_start(settings) },
        ..Opt::EMPTY
    },
    Opt {
        name: "choices", kind: Kind::Pairs,
        group: Group::Input, is_common: true,
        doc: "Set an option of a format; `list formats NAME` shows them.",
        apart: &[
            Apart { group: Some(Group::Output), ..Apart::from(Convert) },
            Apart { group: Some(Group::Output), ..Apart::from(Analyse) },
        ],
        docstring: "options of the output format, or of an input format, as shown by `scoresheet list formats`: \
            `comments=\"inplace\"`, `ply=20`. Options with the values `yes` and `no` also take a bool.",
        takers: &[Convert, Check, Read, Query, Parse, Write, Analyse], works: Works::Both,
        set: |settings, value| { settings.write.choices = value.pairs()?; take_validation(settings) },
        ..Opt::EMPTY
    },
    Opt {
        name: "limits", kind: Kind::Numbers(limit_ids),
        group: Group::Limits,
        doc: "Limits that protect against hostile input.",
        docstring: "limits that protect against hostile input: values by name (`scoresheet list limits`).",
        takers: ALL_READERS, works: Works::Read,
        set: |settings, value| limits(&value.numbers()?).map(|limits| settings.read.limits = limits),
        ..Opt::EMPTY
    },
    Opt {
        name: "read_choices", docstring: "options of input formats only, for a caller that reads and writes in one call.",
        set: |settings, value| { settings.read.choices = value.pairs()?; take_validation(settings) },
        kind: Kind::Pairs, ..Opt::EMPTY
    },
    Opt {
        name: "shown_names", docstring: "the names to show for files, by the names of the temporary files that replace them.",
        decides: false,
        set: |settings, value| { settings.callers.shown_names = value.pairs()?; Ok(()) },
        kind: Kind::Pairs, ..Opt::EMPTY
    },
    Opt {
        name: "chain", docstring: "sets of transforms to apply before the other options.",
        set: |settings, value| value.chain()?.into_iter().try_for_each(|set| settings.add_transforms(set)),
        kind: Kind::Chain, ..Opt::EMPTY
    },
    Opt {
        name: "chosen", docstring: "the games to take. Those of inputs are taken before anything else is done.",
        set: |settings, value| { choose(settings, value.games()?); Ok(()) },
        kind: Kind::Games, works: Works::Transform, ..Opt::EMPTY
    },
];

/// The number of a part, and how many there are.
fn part(text: &str) -> Result<(u64, u64), Failure> {
    let numbers = text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    let is_one = |&(number, count): &(u64, u64)| (1..=count).contains(&number) && count <= MOST_PARTS;
    numbers.filter(is_one).ok_or_else(|| {
        let message = format!("`{}` is not a part", printable(text));
        Failure::usage(message, format!("write it as I/N, such as 3/8; N is at most {MOST_PARTS}"))
    })
}

/// The maximum number of parts.
const MOST_PARTS: u64 = 1_000_000;

/// The maximum number of threads: each needs its own memory, and systems limit their number.
const THREADS: u64 = 1024;

/// The language that means automatic detection.
const AUTO: &str = "auto";

/// The metavariable for a format on the command line.
const FORMAT: &str = "FORMAT";

/// The metavariable for a notation on the command line.
const NOTATION: &str = "NOTATION";

/// The option of this name.
///
/// # Errors
/// If there is none.
pub fn find(name: &str) -> Result<&'static Opt, Failure> {
    all().find(|option| option.name == name).ok_or_else(|| Misfit::Unknown(name).into())
}

/// The failure for a value of the wrong kind for the option of this name.
pub fn of_another_kind(name: &str, kind: Kind) -> Failure {
    Misfit::Kind { name, kind }.into()
}

impl Opt {
    /// Rejects a number that is too small or too large; `name` is the name that users know.
    ///
    /// # Errors
    /// If it is.
    pub(crate) fn check_range(&self, name: &str, number: u64) -> Result<(), Failure> {
        if (self.least..=self.most).contains(&number) {
            Ok(())
        } else {
            Err(self.out_of_range(name, &number.to_string()))
        }
    }

    /// The failure for a number that is out of range.
    pub fn out_of_range(&self, name: &str, value: &str) -> Failure {
        Misfit::Range { name, value, option: self }.into()
    }
}

/// The name in messages for the number of this name within an option.
pub fn entry(option: &str, name: &str) -> String {
    format!("{option}[{name}]")
}

impl Settings {
    /// Sets one option for one of its takers.
    ///
    /// # Errors
    /// For a name that is not known or not taken there, and for a value that the option has not.
    pub fn set(&mut self, taker: Taker, name: &str, value: OptionValue) -> Result<(), Failure> {
        let option = find(name)?;
        if !option.is_for(taker) {
            return Err(Misfit::NotFor { taker, option }.into());
        }
        if !option.kind.takes(&value) {
            return Err(of_another_kind(name, option.kind));
        }
        match &value {
            OptionValue::Number(number) => option.check_range(name, *number)?,
            OptionValue::Numbers(numbers) => {
                numbers.iter().try_for_each(|(key, number)| option.check_range(&entry(name, key), *number))?;
            }
            _ => {}
        }
        if option.decides {
            self.callers.deciding.extend(told(option.name, &value));
        }
        (option.set)(self, value)
    }

    /// Adds a set of options that change games.
    fn add_transforms(&mut self, set: Vec<(String, OptionValue)>) -> Result<(), Failure> {
        let own = (std::mem::take(&mut self.transforms.last), self.selection.limit.take());
        let added = set.into_iter().try_for_each(|(name, value)| {
            let option = find(&name)?;
            if !(option.works == Works::Transform || name == "limit") || !option.kind.takes(&value) {
                return Err(of_another_kind(&name, option.kind));
            }
            (option.set)(self, value)
        });
        let set = std::mem::take(&mut self.transforms.last);
        self.transforms.chain.push(Transforms { limit: self.selection.limit.take(), ..set });
        (self.transforms.last, self.selection.limit) = own;
        added
    }
}

/// The content of a value. That it is of the kind of its option was checked before.
impl OptionValue {
    pub(super) fn flag(self) -> Result<bool, Failure> {
        if let OptionValue::Flag(flag) = self { Ok(flag) } else { Err(of_unchecked_kind()) }
    }

    pub(super) fn number(self) -> Result<u64, Failure> {
        if let OptionValue::Number(number) = self { Ok(number) } else { Err(of_unchecked_kind()) }
    }

    pub(super) fn text(self) -> Result<String, Failure> {
        if let OptionValue::Text(text) = self { Ok(text) } else { Err(of_unchecked_kind()) }
    }

    pub(super) fn list(self) -> Result<Vec<String>, Failure> {
        if let OptionValue::List(list) = self { Ok(list) } else { Err(of_unchecked_kind()) }
    }

    pub(super) fn numbers(self) -> Result<Vec<(String, u64)>, Failure> {
        if let OptionValue::Numbers(numbers) = self { Ok(numbers) } else { Err(of_unchecked_kind()) }
    }

    pub(super) fn pairs(self) -> Result<Vec<(String, String)>, Failure> {
        if let OptionValue::Pairs(pairs) = self { Ok(pairs) } else { Err(of_unchecked_kind()) }
    }

    pub(super) fn chain(self) -> Result<Vec<Vec<(String, OptionValue)>>, Failure> {
        if let OptionValue::Chain(chain) = self { Ok(chain) } else { Err(of_unchecked_kind()) }
    }

    pub(super) fn games(self) -> Result<GameSet, Failure> {
        if let OptionValue::Games(games) = self { Ok(games) } else { Err(of_unchecked_kind()) }
    }
}

fn of_unchecked_kind() -> Failure {
    Failure::Internal("the kind of an option's value was not checked".to_owned())
}

fn format_ids() -> Vec<&'static str> {
    formats::all().map(formats::Format::id).collect()
}

fn languages() -> Vec<&'static str> {
    std::iter::once(AUTO).chain(language::ALL.iter().map(|letters| letters.id)).collect()
}

fn families() -> Vec<&'static str> {
    column::FAMILIES.iter().map(|family| family.name).collect()
}

pub(super) fn limit_ids() -> Vec<&'static str> {
    limits::ALL.iter().map(|limit| limit.id).collect()
}

fn move_notations() -> Vec<&'static str> {
    each_once(formats::all().flat_map(|format| (format.spec().moves)()))
}

fn position_notations() -> Vec<&'static str> {
    each_once(formats::all().flat_map(|format| format.spec().positions.iter().copied()))
}

fn each_once(ids: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut once = Vec::new();
    for id in ids {
        if !once.contains(&id) {
            once.push(id);
        }
    }
    once
}

fn on_error(value: &str) -> Result<OnError, Failure> {
    match value {
        "keep" => Ok(OnError::Keep),
        "skip" => Ok(OnError::Skip),
        "raise" => Ok(OnError::Raise),
        _ => Err(Misfit::Value { name: "on_error", value, hint: "use `keep`, `skip` or `raise`".to_owned() }.into()),
    }
}

fn set_strict(settings: &mut Settings, value: OptionValue) -> Result<(), Failure> {
    let (read, write) = match &value {
        OptionValue::Flag(all) => (*all, *all),
        OptionValue::Text(part) => match part.as_str() {
            "both" => (true, true),
            "read" => (true, false),
            "write" => (false, true),
            _ => {
                let hint = "use True, False, `read` or `write`".to_owned();
                return Err(Misfit::Value { name: "strict", value: part, hint }.into());
            }
        },
        _ => (false, false),
    };
    (settings.read.strict, settings.write.strict) = (read, write);
    Ok(())
}

fn set_language(settings: &mut Settings, value: OptionValue) -> Result<(), Failure> {
    let id = value.text()?;
    settings.read.letters = if id == AUTO { None } else { Some(lookup::letters(&id)?) };
    Ok(())
}

/// Sets up the start from both options, in any order.
fn set_start(settings: &mut Settings) -> Result<(), Failure> {
    let StartOptions { fen, rules, position } = &mut settings.read.start;
    *position = Some(dialect::start(fen.as_deref(), *rules).map_err(|error| {
        let text = fen.as_deref().unwrap_or_default();
        Failure::usage(format!("cannot set up `{text}`: {error}"), "`{fen}` needs a FEN with six fields")
    })?);
    Ok(())
}

/// Applies the level of validation from the format options that were given.
fn take_validation(settings: &mut Settings) -> Result<(), Failure> {
    if let Some(value) = settings.read_choice(VALIDATION.id, None) {
        settings.read.validation = lookup::validation(value)?;
    }
    Ok(())
}

fn limits(values: &[(String, u64)]) -> Result<Limits, Failure> {
    let mut limits = Limits::default();
    for (name, value) in values {
        if !limits.set(name, *value) {
            let hint = format!("use one of {}", limit_ids().join(", "));
            return Err(Failure::usage(format!("there is no limit `{name}`"), hint));
        }
    }
    Ok(limits)
}

/// Checks headers. They may be secret, and names can hold parts of values that are not written well, so no message has them.
fn headers(given: Vec<(String, String)>) -> Result<Vec<(String, String)>, Failure> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    let is_value = |byte: u8| byte == b'\t' || byte == b' ' || byte.is_ascii_graphic();
    for (name, value) in &given {
        if name.is_empty() || !name.bytes().all(is_name) || !value.bytes().all(is_value) {
            let message = "the name or the value of a header is not valid in HTTP";
            return Err(Failure::usage(message, "use ASCII, and no colon in the name: Authorization=Bearer TOKEN"));
        }
        if OWN_HEADERS.iter().any(|own| own.eq_ignore_ascii_case(name)) {
            let message = format!("Scoresheet sets the header `{name}` itself");
            return Err(Failure::usage(message, "leave it out"));
        }
    }
    Ok(given)
}

/// The headers for how data are sent.
const OWN_HEADERS: &[&str] = &["Accept-Encoding", "Connection", "Content-Length", "Host", "Range", "Transfer-Encoding"];

fn choose(settings: &mut Settings, games: GameSet) {
    match games {
        GameSet::Places(places) => settings.transforms.last.places = Some(places),
        GameSet::OfInputs(games) => settings.selection.games = Some(games),
    }
}
