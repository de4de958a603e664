//! What files hold: the game formats of the core, and the files of columns.

use crate::failure::Failure;
use scoresheet_core::game::{self, GameFormat, OptionSpec};

/// What a file holds.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    /// Games as text.
    Games(&'static dyn GameFormat),
    /// Games as columns.
    Columns(&'static Table),
}

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
            Format::Columns(table) => table.id,
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Format::Games(format) => format.spec().title,
            Format::Columns(table) => table.title,
        }
    }

    pub(crate) fn source(self) -> &'static str {
        match self {
            Format::Games(format) => format.spec().source,
            Format::Columns(table) => table.source,
        }
    }

    pub(crate) fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Games(format) => format.spec().extensions,
            Format::Columns(table) => table.extensions,
        }
    }

    /// Its own options.
    pub(crate) fn options(self) -> &'static [OptionSpec] {
        match self {
            Format::Games(format) => format.spec().options,
            Format::Columns(_) => &[],
        }
    }

    /// The move notations that it may be written in, where there is a choice; the first is what it is unless one is asked for.
    pub(crate) fn moves(self) -> &'static [&'static str] {
        match self {
            Format::Games(format) => format.spec().moves,
            Format::Columns(_) => &[],
        }
    }

    /// The same for the position that a game starts from.
    pub(crate) fn positions(self) -> &'static [&'static str] {
        match self {
            Format::Games(format) => format.spec().positions,
            Format::Columns(_) => &[],
        }
    }

    /// What it cannot say.
    pub(crate) fn losses(self) -> Vec<&'static str> {
        match self {
            Format::Games(format) => format.spec().losses.iter().map(|kind| kind.spec().id).collect(),
            Format::Columns(_) => vec![NOT_CHOSEN],
        }
    }

    /// Whether a file that starts with `head` may be one.
    fn may_start(self, head: &[u8]) -> bool {
        match self {
            Format::Games(_) => true,
            Format::Columns(table) => head.starts_with(table.magic),
        }
    }

    /// Whether a file that is named like one and starts with `head` is one, whatever else it looks like.
    fn claims(self, head: &[u8]) -> bool {
        match self {
            Format::Games(format) => format.claims(head),
            Format::Columns(_) => false,
        }
    }

    /// Whether a file that starts with `head` must be one.
    fn detects(self, head: &[u8]) -> bool {
        match self {
            Format::Games(format) => format.detects(head),
            Format::Columns(table) => head.starts_with(table.magic),
        }
    }
}

/// Every format, in the order help and documentation show them.
pub(crate) fn all() -> impl Iterator<Item = Format> {
    game::ALL.iter().map(|format| Format::Games(*format)).chain(TABLES.iter().map(Format::Columns))
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
    let tables = all().filter(|format| matches!(format, Format::Columns(_)));
    let told = tables.chain(all()).find(|format| format.detects(head));
    told.or_else(|| of_name(name).filter(|format| format.may_start(head))).unwrap_or(Format::Games(game::ALL[0]))
}

/// The format that a file's name tells, packed (`x.pgn.zst`) or not.
pub(crate) fn of_name(name: &str) -> Option<Format> {
    let parts = |name: &str| name.rsplit_once('.').map(|(stem, ending)| (stem.to_owned(), ending.to_lowercase()));
    let (stem, last) = parts(name)?;
    let packed = scoresheet_files::PACKINGS.iter().any(|packing| packing.ending == last);
    let told = if packed { parts(&stem)?.1 } else { last };
    all().find(|format| format.extensions().contains(&told.as_str()))
}

/// Every ending of every format: what is looked for in folders and archives.
pub(crate) fn extensions() -> Vec<&'static str> {
    all().flat_map(|format| format.extensions().iter().copied()).collect()
}
