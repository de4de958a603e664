//! Games of UCI moves, one a line: `e2e4 e7e5 g1f3 1-0`, `fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 *`.

use super::lines::{self, MOVE_LOSSES, MoveReader, MoveWriter, is_list};
use super::{AnyReader, GameFormat, GameWriter, Spec, WriteOptions};
use crate::limits::Limits;
use crate::notation;
use alloc::boxed::Box;

/// The format's entry in the registry.
pub struct Uci;

static SPEC: Spec = Spec {
    id: "uci",
    title: "Lines of UCI moves",
    source: "Universal Chess Interface (2006), the command `position`, without its first words",
    extensions: &["uci"],
    reads: true,
    writes: true,
    single: false,
    starts: true,
    options: &[],
    moves: &[],
    positions: &["fen"],
    losses: MOVE_LOSSES,
};

impl GameFormat for Uci {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn detects(&self, head: &[u8]) -> bool {
        is_list(head)
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
        AnyReader::Other(Box::new(MoveReader::new(block, &notation::uci::Uci, limits)))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(MoveWriter::new(&notation::uci::Uci))
    }
}
