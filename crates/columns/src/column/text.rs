//! Family `text`: the game's text. Games of PGN and of VGN tell by their tags which they are, so their bytes are stored as they
//! stand; a game of any other format would be taken for PGN, so it is stored as that.

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
        "the game's bytes as they stood in a file of PGN or VGN, before decoding; games of other formats as PGN",
    ),
    fill: |game, out| out.extend_from_slice(game.text),
};
