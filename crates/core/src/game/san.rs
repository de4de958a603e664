//! Lines of SAN moves: `e4 e5 Nf3 1-0`. Move numbers are read, too.

use super::format::FormatSpec;
use super::lines::{MOVES, MoveLines, pattern};
use crate::notation;

/// The format's entry in the registry.
pub(super) static SAN: MoveLines = MoveLines {
    spec: &FormatSpec {
        id: "san",
        title: "Lines of SAN moves",
        source: "PGN standard (1994), section 8.2.3, one game per line",
        extensions: &["san"],
        pattern: Some(|| pattern::moves(&notation::san::ALL[0])),
        ..MOVES
    },
    notation: &notation::san::ALL[0],
    is_list: |_| false,
};
