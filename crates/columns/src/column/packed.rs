//! Family `packed`: the mainline as one blob, two bytes per ply.

use super::fill::BlobColumn;
use super::{ColumnSpec, Type};
use scoresheet_core::read::Depth;
use scoresheet_core::rules::PackedLine;

/// The mainline.
pub static PACKED_MOVES: BlobColumn = BlobColumn {
    spec: ColumnSpec::new(
        "packed",
        Depth::Positions,
        "packed_moves",
        Type::Bytes,
        "16 bits per ply: bits 0-5 from, 6-11 to, 12-14 promotion, 15 castling; first the rules, if not of chess; NULL if unplayed",
    )
    .of_tags(&[])
    .null_if_unplayed(),
    fill: |game, out| PackedLine::write(game.record.rules(), game.record.plies.iter().map(|ply| ply.packed()), out),
};
