//! Family `openings`: the opening by the positions that were reached, regardless of the tags.

use super::fill::{NumberColumn, TextColumn};
use super::{ColumnSpec, Type};
use arrow_array::types::Int32Type;
use scoresheet_core::read::Depth;
use std::borrow::Cow;

/// The name of the family.
pub(crate) const FAMILY: &str = "openings";

const fn spec(name: &'static str, kind: Type, doc: &'static str) -> ColumnSpec {
    ColumnSpec::new(FAMILY, Depth::Positions, name, kind, doc).of_tags(&[]).or_null()
}

/// The code.
pub static ECO_FOUND: TextColumn = TextColumn {
    spec: spec(
        "eco_found",
        Type::Text,
        "the ECO code of the last position that belongs to an opening; NULL if none does",
    ),
    of: |game| game.opening().opening.map(|opening| Cow::Borrowed(opening.eco())),
};

/// The name.
pub static OPENING_FOUND: TextColumn = TextColumn {
    spec: spec(
        "opening_found",
        Type::Text,
        "the name of that opening: `Sicilian Defense: Najdorf Variation`; NULL if there is none",
    ),
    of: |game| game.opening().opening.map(|opening| Cow::Borrowed(opening.whole())),
};

/// The ply.
pub static OPENING_PLY: NumberColumn<Int32Type> = NumberColumn {
    spec: spec(
        "opening_ply",
        Type::Int32,
        "the ply after which that position occurred, 0 for the start; NULL if there is none",
    )
    .in_unit("plies"),
    of: |game| game.opening().opening.map(|_| game.opening().ply),
};
