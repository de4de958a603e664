//! What files hold: the game formats of the core, those that Python reads and writes, and the files of columns.

use crate::failure::Failure;
use scoresheet_core::game::{self, GameFormat, LossKind, OptionSpec};
use scoresheet_core::icn;

/// What a file holds.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    /// Games as text.
    Games(&'static dyn GameFormat),
    /// One game as text, of a kind that the core does not know: Python reads and writes it.
    Foreign(&'static Foreign),
    /// Games as columns.
    Columns(&'static Table),
}

/// What the list says of a format that Python reads and writes. A file of it holds one game.
pub(crate) struct Foreign {
    pub(crate) id: &'static str,
    title: &'static str,
    source: &'static str,
    pub(crate) extensions: &'static [&'static str],
    options: &'static [OptionSpec],
    losses: &'static [&'static [LossKind]],
    /// Whether a text that starts so is one.
    is_one: fn(&[u8]) -> bool,
    /// Whether a text that starts so may be one, where its name says so.
    may_be: fn(&[u8]) -> bool,
}

/// The dialect of ICN.
const PROFILE: OptionSpec = OptionSpec {
    id: "profile",
    values: &["doc", "fc", "modern"],
    default: "doc",
    doc: "the dialect of ICN that is read: `modern` goes by the letter of today's, the others take what any dialect says",
    reads: true,
};
/// The same for writing.
const WRITTEN_PROFILE: OptionSpec = OptionSpec {
    doc: "the dialect of ICN that is written: the original description's, the original converter's, or today's",
    reads: false,
    ..PROFILE
};
const STYLE: OptionSpec = OptionSpec {
    id: "style",
    values: &["compact", "long"],
    default: "compact",
    doc: "moves as squares only, or with numbers, pieces and signs, and every argument written",
    reads: false,
};

/// What games on boards without edges cannot say of others.
const ICN_LOSSES: &[LossKind] = &[
    LossKind::IllegalMove,
    LossKind::NullMove,
    LossKind::Tail,
    LossKind::Nag,
    LossKind::Variation,
    LossKind::CommentPlace,
    LossKind::EscapedLine,
    LossKind::UnplayedGame,
    LossKind::Result,
    LossKind::Tag,
    LossKind::Castling,
];
/// What some dialects cannot say of others.
const DIALECT_LOSSES: &[LossKind] = &[LossKind::Extras, LossKind::Comment, LossKind::Signs, LossKind::EnPassant];
/// What texts of ICN cannot say.
const TEXT_LOSSES: &[LossKind] = &[
    LossKind::TagText,
    LossKind::LineEnd,
    LossKind::CommentBrace,
    LossKind::Command,
    LossKind::WinCondition,
    LossKind::MoveRule,
    LossKind::Fullmove,
];

/// Every format that Python reads and writes.
#[rustfmt::skip]
pub(crate) static FOREIGN: &[Foreign] = &[
    Foreign {
        id: "icn", title: "ICN", source: "Infinite Chess Notation: one game on a board without edges",
        extensions: &["icn"], options: &[PROFILE, WRITTEN_PROFILE, STYLE], losses: &[ICN_LOSSES, DIALECT_LOSSES, TEXT_LOSSES],
        is_one: icn::is_text, may_be: icn::may_be_text,
    },
    Foreign {
        id: "icn-json", title: "ICN as JSON", source: "the long format of Infinite Chess Notation",
        extensions: &["icn.json"], options: &[PROFILE, WRITTEN_PROFILE], losses: &[ICN_LOSSES, DIALECT_LOSSES],
        is_one: icn::is_json, may_be: icn::may_be_json,
    },
];

/// The kinds of files of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableKind {
    Parquet,
    Arrow,
}

/// What the list says of one kind of file of columns.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) kind: TableKind,
    id: &'static str,
    title: &'static str,
    source: &'static str,
    extensions: &'static [&'static str],
    /// How its files start.
    pub(crate) magic: &'static [u8],
}

/// Every kind of file of columns, in the order help and documentation show them.
#[rustfmt::skip]
static TABLES: &[Table] = &[
    Table { kind: TableKind::Parquet, id: "parquet", title: "Parquet", source: "Apache Parquet, one row a game", extensions: &["parquet"], magic: b"PAR1" },
    Table { kind: TableKind::Arrow, id: "arrow", title: "Arrow IPC file", source: "Apache Arrow, one row a game", extensions: &["arrow", "feather"], magic: b"ARROW1" },
];

/// What columns cannot say.
const NOT_CHOSEN: &str = "what none of the chosen columns holds";

impl Format {
    pub(crate) fn id(self) -> &'static str {
        match self {
            Format::Games(format) => format.spec().id,
            Format::Foreign(format) => format.id,
            Format::Columns(table) => table.id,
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Format::Games(format) => format.spec().title,
            Format::Foreign(format) => format.title,
            Format::Columns(table) => table.title,
        }
    }

    pub(crate) fn source(self) -> &'static str {
        match self {
            Format::Games(format) => format.spec().source,
            Format::Foreign(format) => format.source,
            Format::Columns(table) => table.source,
        }
    }

    pub(crate) fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Games(format) => format.spec().extensions,
            Format::Foreign(format) => format.extensions,
            Format::Columns(table) => table.extensions,
        }
    }

    /// Its own options.
    pub(crate) fn options(self) -> &'static [OptionSpec] {
        match self {
            Format::Games(format) => format.spec().options,
            Format::Foreign(format) => format.options,
            Format::Columns(_) => &[],
        }
    }

    /// The move notations that it may be written in, where there is a choice; the first is what it is unless one is asked for.
    pub(crate) fn moves(self) -> &'static [&'static str] {
        match self {
            Format::Games(format) => format.spec().moves,
            Format::Foreign(_) | Format::Columns(_) => &[],
        }
    }

    /// The same for the position that a game starts from.
    pub(crate) fn positions(self) -> &'static [&'static str] {
        match self {
            Format::Games(format) => format.spec().positions,
            Format::Foreign(_) | Format::Columns(_) => &[],
        }
    }

    /// What it cannot say, where that is counted by kind.
    pub(crate) fn losses(self) -> Vec<LossKind> {
        match self {
            Format::Games(format) => format.spec().losses.to_vec(),
            Format::Foreign(format) => format.losses.concat(),
            Format::Columns(_) => Vec::new(),
        }
    }

    /// What it cannot say, in words.
    pub(crate) fn loses(self) -> Vec<&'static str> {
        match self {
            Format::Columns(_) => vec![NOT_CHOSEN],
            _ => self.losses().iter().map(|kind| kind.spec().id).collect(),
        }
    }

    /// Whether a file that starts with `head` may be one.
    fn may_start(self, head: &[u8]) -> bool {
        match self {
            Format::Games(_) | Format::Foreign(_) => true,
            Format::Columns(table) => head.starts_with(table.magic),
        }
    }

    /// Whether a file that is named like one and starts with `head` is one, whatever else it looks like.
    fn claims(self, head: &[u8]) -> bool {
        match self {
            Format::Games(format) => format.claims(head),
            Format::Foreign(format) => (format.may_be)(head),
            Format::Columns(_) => false,
        }
    }

    /// Whether a file that starts with `head` must be one.
    fn detects(self, head: &[u8]) -> bool {
        match self {
            Format::Games(format) => format.detects(head),
            Format::Foreign(format) => (format.is_one)(head),
            Format::Columns(table) => head.starts_with(table.magic),
        }
    }
}

/// Every format, in the order help and documentation show them.
pub(crate) fn all() -> impl Iterator<Item = Format> {
    let games = game::ALL.iter().map(|format| Format::Games(*format));
    games.chain(FOREIGN.iter().map(Format::Foreign)).chain(TABLES.iter().map(Format::Columns))
}

/// The format with this id.
pub(crate) fn find(id: &str) -> Result<Format, Failure> {
    all().find(|format| format.id() == id).ok_or_else(|| {
        let known: Vec<_> = all().map(|format| format!("`{}`", format.id())).collect();
        Failure::usage(format!("there is no format `{id}`"), format!("known are {}", known.join(", ")))
    })
}

/// The format that a file is of: told by its first bytes, else by its name, else the first one there is.
pub(crate) fn of_file(name: &str, head: &[u8]) -> Format {
    if let Some(named) = of_name(name).filter(|format| format.claims(head)) {
        return named;
    }
    // Columns tell by their first bytes what they are, and metadata of ICN looks like tags of PGN.
    let (games, others): (Vec<_>, Vec<_>) = all().partition(|format| matches!(format, Format::Games(_)));
    let told = others.into_iter().rev().chain(games).find(|format| format.detects(head));
    told.or_else(|| of_name(name).filter(|format| format.may_start(head))).unwrap_or(Format::Games(game::ALL[0]))
}

/// The format that a file's name tells, packed (`x.pgn.zst`) or not.
pub(crate) fn of_name(name: &str) -> Option<Format> {
    let name = name.to_lowercase();
    let packed =
        scoresheet_files::PACKINGS.iter().find_map(|packing| name.strip_suffix(packing.ending)?.strip_suffix('.'));
    let told = packed.unwrap_or(&name);
    let has = |ending: &&str| told.strip_suffix(*ending).is_some_and(|stem| stem.ends_with('.'));
    all().find(|format| format.extensions().iter().any(has))
}

/// Every ending of every format: what is looked for in folders and archives.
pub(crate) fn extensions() -> Vec<&'static str> {
    all().flat_map(|format| format.extensions().iter().copied()).collect()
}
