//! Lines of UCI moves: `e2e4 e7e5 g1f3 1-0`, `fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 *`.

use super::format::FormatSpec;
use super::lines::{MOVES, MoveLines, pattern};
use super::uci_list::is_list;
use crate::notation;

/// The format's entry in the registry.
pub(super) static UCI: MoveLines = MoveLines {
    spec: &FormatSpec {
        id: "uci",
        title: "Lines of UCI moves",
        source: "Universal Chess Interface (2006), the command `position`, without its first words",
        extensions: &["uci"],
        pattern: Some(|| pattern::moves(&notation::uci::Uci)),
        ..MOVES
    },
    notation: &notation::uci::Uci,
    is_list,
};
