//! Boards in FEN, one a line. Read, each is a game without moves that starts there.

use super::format::FormatSpec;
use super::lines::{BOARDS, BoardLines, BoardResult, Boards, pattern};
use crate::dialect::says_board;
use crate::notation::Validation;
use crate::position::{self, PositionNotation};
use crate::rules::Position;
use alloc::string::String;
use alloc::vec::Vec;

/// The format's entry in the registry.
pub(super) static FEN: BoardLines = BoardLines {
    spec: &FormatSpec {
        id: "fen",
        title: "Lines of FEN",
        source: "PGN standard (1994), section 16.1, one board per line",
        extensions: &["fen"],
        positions: &["fen"],
        pattern: Some(|| pattern::board(&position::pattern::fen())),
        ..BOARDS
    },
    boards: &BareBoards,
    is_board: |line| {
        let read = position::fen::Fen.read(line, None, Validation::Full);
        read.is_ok_and(|read| read.fields.fullmove.is_some())
    },
};

/// Boards about which nothing is said.
struct BareBoards;

impl Boards for BareBoards {
    fn tags<'a>(&self, line: &'a [u8]) -> Vec<(&'static [u8], &'a [u8])> {
        Vec::from([(&b"SetUp"[..], &b"1"[..]), (b"FEN", line)])
    }

    /// A tag may be empty, but a line has a board.
    fn start(&self, line: &[u8]) -> Option<BoardResult> {
        let says = core::str::from_utf8(line).map_or(true, says_board);
        if says { None } else { position::fen::Fen.fields(line).err().map(Err) }
    }

    fn write(&self, position: &Position, _tags: &[(String, String)], _is_start: bool, out: &mut Vec<u8>) -> bool {
        position::fen::append(position, position::fen::Style::default(), out);
        true
    }

    fn keeps(&self, _tag: &str, _start_is_written: bool) -> bool {
        false
    }
}
