//! Family `text`: the text of the game. The tags show whether a game is PGN or VGN, so the bytes of these are stored
//! unchanged. A game of any other format would be mistaken for PGN, so it is stored as PGN.

use super::fill::BlobColumn;
use super::{ColumnSpec, Type};
use scoresheet_core::read::Depth;

/// The column of games that are a table of CSV with one row, in batches that were made of the rows of data sets. All other
/// games of these are in the column `game_text`. No file has it.
pub(crate) const GAME_ROW: &str = "game_row";

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
