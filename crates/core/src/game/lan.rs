//! Lines of long algebraic moves: `e2-e4 e7-e5 Ng1-f3 1-0`. Move numbers are read, too.

use super::format::FormatSpec;
use super::lines::{MOVES, MoveLines, pattern};
use crate::notation;

/// The format's entry in the registry.
pub(super) static LAN: MoveLines = MoveLines {
    spec: &FormatSpec {
        id: "lan",
        title: "Lines of long algebraic moves",
        source: "FIDE Laws of Chess, appendix C.13, one game per line",
        extensions: &["lan"],
        pattern: Some(|| pattern::moves(&notation::lan::Lan)),
        ..MOVES
    },
    notation: &notation::lan::Lan,
    is_list: |_| false,
};
