//! One game as boards of 32 bytes each, in BCFEN 1.1, the start left out, and nothing else.

use super::format::FormatSpec;
use super::stream::{BARE, OF_BOARDS, Stream, Unit};
use crate::position::rows;

/// The format's entry in the registry.
pub(super) static BCFEN: Stream = Stream {
    spec: &FormatSpec {
        id: "bcfen",
        title: "Bare stream of BCFEN",
        source: "Chess Notation (2015), BCFEN 1.1",
        extensions: &["bcfen"],
        losses: OF_BOARDS,
        ..BARE
    },
    notation: &rows::BCFEN,
    unit: Unit::Board,
};
