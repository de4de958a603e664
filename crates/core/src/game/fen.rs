//! Boards in FEN, one a line. Read, each is a game without moves that starts there.

use super::lines::{self, BOARD_LOSSES, BoardReader, BoardWriter, Boards, Outcome, PLY, first_lines};
use super::{AnyReader, GameFormat, GameWriter, Spec, WriteOptions};
use crate::limits::Limits;
use crate::notation::Validation;
use crate::position::{self, PositionNotation};
use crate::rules::Position;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The format's entry in the registry.
pub struct Fen;

static SPEC: Spec = Spec {
    id: "fen",
    title: "Lines of FEN",
    source: "PGN standard (1994), section 16.1, one board a line",
    extensions: &["fen"],
    reads: true,
    writes: true,
    single: false,
    starts: false,
    options: &[PLY],
    moves: &[],
    positions: &["fen"],
    losses: BOARD_LOSSES,
};

impl GameFormat for Fen {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn detects(&self, head: &[u8]) -> bool {
        first_lines(head).next().is_some_and(|line| {
            let read = position::fen::Fen.read(line, None, Validation::Full);
            read.is_ok_and(|read| read.fields.fullmove.is_some())
        })
    }

    fn cut(&self, bytes: &[u8], last: bool, _limits: &Limits) -> Option<usize> {
        lines::cut(bytes, last)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        lines::resync(bytes)
    }

    fn reader<'a>(&self, block: &'a [u8], limits: &Limits) -> AnyReader<'a> {
        AnyReader::Other(Box::new(BoardReader::new(block, &Fen, limits)))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(BoardWriter::new(&Fen, options.choice(&SPEC, PLY.id)))
    }
}

impl Boards for Fen {
    fn tags<'a>(&self, line: &'a [u8]) -> Vec<(&'static [u8], &'a [u8])> {
        Vec::from([(&b"SetUp"[..], &b"1"[..]), (b"FEN", line)])
    }

    fn start(&self, _line: &[u8]) -> Option<Outcome> {
        None
    }

    fn write(&self, position: &Position, _tags: &[(String, String)], _is_start: bool, out: &mut Vec<u8>) -> bool {
        position::fen::append(position, position::fen::Style::default(), out);
        true
    }

    fn keeps(&self, _tag: &str, _start_is_written: bool) -> bool {
        false
    }
}
