//! Family `text`: the game's bytes, for exact copies.

use super::fill::BlobColumn;
use super::{ColumnSpec, Type};
use scoresheet_core::read::Depth;

/// The bytes.
pub static GAME_TEXT: BlobColumn = BlobColumn {
    spec: ColumnSpec::new(
        "text",
        Depth::Frame,
        "game_text",
        Type::Bytes,
        "the game's bytes as they stood in the file, before decoding",
    ),
    fill: |game, out| out.extend_from_slice(game.record.text),
};
