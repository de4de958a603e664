//! VGN: the Variable Game Notation of 2015, which supports eight move formats. Its files may also contain PGN games:
//! [`super::vgn_file`] reads and writes them.

mod binary;
mod formats;
mod frame;
mod game;
pub mod lexer;
mod options;
mod tags;
mod text;
mod writer;

pub(in crate::game) use frame::{end_of_game, is_another};
pub use game::VgnGame;
pub(super) use options::VgnOptions;
pub(in crate::game) use tags::ReadTags;
pub use writer::VgnWriter;

use super::format::{FormatSpec, preferring};
use crate::dialect::vgn::codes::{self, MoveFormat, MovesCode};
use crate::notation;
use crate::position;
use crate::write::Lacks;
use alloc::string::String;

/// The regular expression that a move in this format fits.
fn expression(format: &MoveFormat) -> Option<String> {
    match format.moves {
        MovesCode::Words => notation::find(format.notation).map(notation::pattern_of),
        MovesCode::Rows => position::pattern::row(format.notation),
    }
}

/// The registry entry of the format.
pub(in crate::game) static SPEC: FormatSpec = FormatSpec {
    id: "vgn",
    title: "Variable Game Notation",
    source: "VGN 1.0 (2015), Chess Notation",
    extensions: &["vgn"],
    // Moves and boards may be bytes between the tags.
    media: "application/octet-stream",
    text: false,
    options: options::OPTIONS,
    moves: || preferring(&["fcn", "fcn2", "mcn"], codes::written().map(|format| format.notation)),
    positions: &["sfen", "fen"],
    lacks: Lacks::BGN,
    losses: options::LOSSES,
    pattern: Some(|| lexer::pattern(expression)),
    ..FormatSpec::EMPTY
};
