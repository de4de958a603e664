//! Games of long algebraic moves, one a line: `e2-e4 e7-e5 Ng1-f3 1-0`. Move numbers are read, too.

use super::lines::{self, MOVE_LOSSES, MoveReader, MoveWriter};
use super::{AnyReader, GameFormat, GameWriter, Spec, WriteOptions};
use crate::limits::Limits;
use crate::notation;
use alloc::boxed::Box;

/// The format's entry in the registry.
pub struct Lan;

static SPEC: Spec = Spec {
    id: "lan",
    title: "Lines of long algebraic moves",
    source: "FIDE Laws of Chess, appendix C.13, one game a line",
    extensions: &["lan"],
    reads: true,
    writes: true,
    single: false,
    starts: true,
    options: &[],
    moves: &[],
    positions: &["fen"],
    losses: MOVE_LOSSES,
};

impl GameFormat for Lan {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn detects(&self, _head: &[u8]) -> bool {
        // Its lines look like those of a game in PGN.
        false
    }

    fn claims(&self, head: &[u8]) -> bool {
        lines::may_be_moves(head)
    }

    fn cut(&self, bytes: &[u8], last: bool, _limits: &Limits) -> Option<usize> {
        lines::cut(bytes, last)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        lines::resync(bytes)
    }

    fn reader<'a>(&self, block: &'a [u8], limits: &Limits) -> AnyReader<'a> {
        AnyReader::Other(Box::new(MoveReader::new(block, &notation::lan::Lan, limits)))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(MoveWriter::new(&notation::lan::Lan))
    }
}
