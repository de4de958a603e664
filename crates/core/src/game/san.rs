//! Games of SAN moves, one a line: `e4 e5 Nf3 1-0`. Move numbers are read, too.

use super::lines::{self, MOVE_LOSSES, MoveReader, MoveWriter};
use super::{AnyReader, GameFormat, GameWriter, Spec, WriteOptions};
use crate::limits::Limits;
use crate::notation;
use alloc::boxed::Box;

/// The format's entry in the registry.
pub struct San;

static SPEC: Spec = Spec {
    id: "san",
    title: "Lines of SAN moves",
    source: "PGN standard (1994), section 8.2.3, one game a line",
    extensions: &["san"],
    reads: true,
    writes: true,
    single: false,
    starts: true,
    options: &[],
    moves: &[],
    positions: &["fen"],
    losses: MOVE_LOSSES,
};

impl GameFormat for San {
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
        AnyReader::Other(Box::new(MoveReader::new(block, &notation::san::ALL[0], limits)))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(MoveWriter::new(&notation::san::ALL[0]))
    }
}
