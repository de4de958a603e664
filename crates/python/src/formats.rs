//! The formats that files have: the one list for names, endings and what each cannot say.

use crate::failure::Failure;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Games as text.
    Pgn,
    /// Columns in a Parquet file.
    Parquet,
    /// Columns in an Arrow IPC file.
    Arrow,
}

/// What the list says of one format.
#[derive(Debug)]
pub(crate) struct Format {
    pub(crate) kind: Kind,
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) endings: &'static [&'static str],
    /// How its files start; empty where they start in any way.
    pub(crate) magic: &'static [u8],
    /// What it cannot say; `None` where it says everything.
    pub(crate) limits: Option<&'static str>,
}

/// Every format, in the order help and documentation show them.
#[rustfmt::skip]
pub(crate) static ALL: &[Format] = &[
    Format { kind: Kind::Pgn, id: "pgn", title: "Portable Game Notation", endings: &["pgn"], magic: b"", limits: Some("a `}` in a comment") },
    Format { kind: Kind::Parquet, id: "parquet", title: "Parquet, one row a game", endings: &["parquet"], magic: b"PAR1", limits: Some("what none of the chosen columns holds") },
    Format { kind: Kind::Arrow, id: "arrow", title: "Arrow IPC file, one row a game", endings: &["arrow", "feather", "ipc"], magic: b"ARROW1", limits: Some("what none of the chosen columns holds") },
];

/// The format with this id.
pub(crate) fn find(id: &str) -> Result<&'static Format, Failure> {
    ALL.iter().find(|format| format.id == id).ok_or_else(|| {
        let known: Vec<_> = ALL.iter().map(|format| format!("`{}`", format.id)).collect();
        Failure::usage(format!("there is no format `{id}`"), format!("known are {}", known.join(", ")))
    })
}

/// The format of this kind.
pub(crate) fn of(kind: Kind) -> &'static Format {
    ALL.iter().find(|format| format.kind == kind).unwrap_or(&ALL[0])
}

/// The format whose files start like this.
pub(crate) fn of_head(head: &[u8]) -> Option<&'static Format> {
    ALL.iter().find(|format| !format.magic.is_empty() && head.starts_with(format.magic))
}

/// The format that a file's name tells, packed (`x.pgn.zst`) or not.
pub(crate) fn of_name(name: &str) -> Option<&'static Format> {
    let ending = |name: &str| name.rsplit_once('.').map(|(stem, ending)| (stem.to_owned(), ending.to_lowercase()));
    let (stem, last) = ending(name)?;
    let packed = scoresheet_files::PACKINGS.iter().any(|packing| packing.ending == last);
    let told = if packed { ending(&stem)?.1 } else { last };
    ALL.iter().find(|format| format.endings.contains(&told.as_str()))
}

/// Every ending of every format: what is looked for in folders and archives.
pub(crate) fn endings() -> Vec<&'static str> {
    ALL.iter().flat_map(|format| format.endings).copied().collect()
}
