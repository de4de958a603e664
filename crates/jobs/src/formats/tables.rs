//! The files of columns.

use crate::formats::{FormatKind, Target};
use scoresheet_columns::file::starts_arrow;
use scoresheet_core::game::{FormatSpec, TableReading};
use scoresheet_core::loss::LossKind;
use scoresheet_core::write::Lacks;

/// What games lose in columns that do not hold their text.
const LOSSES: &[LossKind] = &[LossKind::IllegalMove, LossKind::Tail, LossKind::UnplayedGame];

/// The kinds of files of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Apache Parquet.
    Parquet,
    /// Apache Arrow's IPC file or stream.
    Arrow,
}

/// The list entry of one kind of file of columns.
pub struct TableFormat {
    pub(crate) kind: TableKind,
    /// Its registry entry.
    pub spec: FormatSpec,
    /// Whether its files start so.
    pub(crate) starts: fn(&[u8]) -> bool,
}

impl FormatKind for &'static TableFormat {
    fn spec(&self) -> &'static FormatSpec {
        &self.spec
    }

    fn target(&self) -> Target {
        Target::File
    }

    fn may_start(&self, head: &[u8]) -> bool {
        (self.starts)(head)
    }

    fn detects(&self, head: &[u8]) -> bool {
        (self.starts)(head)
    }

    fn table(&self) -> Option<&'static TableFormat> {
        Some(*self)
    }

    fn has_columns(&self) -> bool {
        true
    }
}

/// Every kind of file of columns, in the order help and documentation show them.
pub(super) static ALL: [&TableFormat; 2] = [&PARQUET, &ARROW];

#[rustfmt::skip]
pub(crate) static PARQUET: TableFormat = TableFormat {
    kind: TableKind::Parquet,
    spec: FormatSpec {
        id: "parquet", title: "Parquet", source: "Apache Parquet, one row per game", extensions: &["parquet"],
        media: "application/vnd.apache.parquet", text: false, options: &TableReading::OPTIONS, lacks: Lacks::ANNOTATION, losses: LOSSES, ..FormatSpec::EMPTY
    },
    starts: |head| head.starts_with(b"PAR1"),
};

/// Tables in memory are of this kind, too.
#[rustfmt::skip]
pub(super) static ARROW: TableFormat = TableFormat {
    kind: TableKind::Arrow,
    spec: FormatSpec {
        id: "arrow", title: "Arrow IPC", source: "Apache Arrow, one row per game: a file, or a stream on standard output", extensions: &["arrow", "feather"],
        media: "application/vnd.apache.arrow.file", text: false, options: &TableReading::OPTIONS, lacks: Lacks::ANNOTATION, losses: LOSSES, ..FormatSpec::EMPTY
    },
    starts: starts_arrow,
};
