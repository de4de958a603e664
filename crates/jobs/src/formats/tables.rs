//! The files of columns.

use scoresheet_core::game::Spec;
use scoresheet_core::loss::LossKind;
use scoresheet_core::write::Lacks;

/// What games lose in columns that do not hold their text.
const LOSSES: &[LossKind] = &[LossKind::IllegalMove, LossKind::Tail, LossKind::UnplayedGame];

/// The kinds of files of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Apache Parquet.
    Parquet,
    /// Apache Arrow's IPC file.
    Arrow,
}

/// What the list says of one kind of file of columns.
pub struct TableFormat {
    pub(crate) kind: TableKind,
    spec: Spec,
    /// How its files start.
    pub(crate) magic: &'static [u8],
}

impl TableFormat {
    /// What the registry says of it.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }
}

/// Every kind of file of columns, in the order help and documentation show them.
#[rustfmt::skip]
pub(super) static ALL: &[TableFormat] = &[
    TableFormat {
        kind: TableKind::Parquet,
        spec: Spec {
            id: "parquet", title: "Parquet", source: "Apache Parquet, one row a game", extensions: &["parquet"],
            media: "application/vnd.apache.parquet", text: false, lacks: Lacks::ANNOTATION, losses: LOSSES, ..Spec::EMPTY
        },
        magic: b"PAR1",
    },
    TableFormat {
        kind: TableKind::Arrow,
        spec: Spec {
            id: "arrow", title: "Arrow IPC file", source: "Apache Arrow, one row a game", extensions: &["arrow", "feather"],
            media: "application/vnd.apache.arrow.file", text: false, lacks: Lacks::ANNOTATION, losses: LOSSES, ..Spec::EMPTY
        },
        magic: b"ARROW1",
    },
];
