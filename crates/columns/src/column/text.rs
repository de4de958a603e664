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
        "the original bytes of the game in a PGN or VGN file, before decoding; games in other formats as PGN",
    ),
    fill: |game, out| out.extend_from_slice(game.text),
};
