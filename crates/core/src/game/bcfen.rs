//! One game as boards of 32 bytes each, in BCFEN 1.1, the start left out, and nothing else.

use super::stream::{LOSSES, StreamReader, StreamWriter, Unit};
use super::{AnyReader, GameFormat, GameWriter, Spec, VALIDATION, WriteOptions};
use crate::limits::Limits;
use crate::position::rows;
use alloc::boxed::Box;

/// The format's entry in the registry.
pub struct Bcfen;

static SPEC: Spec = Spec {
    id: "bcfen",
    title: "Bare stream of BCFEN",
    source: "Chess Notation (2015), BCFEN 1.1",
    extensions: &["bcfen"],
    reads: true,
    writes: true,
    single: true,
    starts: true,
    options: &[VALIDATION],
    moves: &[],
    positions: &[],
    losses: LOSSES,
};

impl GameFormat for Bcfen {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn detects(&self, _head: &[u8]) -> bool {
        // Any bytes may be moves.
        false
    }

    fn cut(&self, bytes: &[u8], last: bool, _limits: &Limits) -> Option<usize> {
        last.then_some(bytes.len())
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        Err(bytes.len())
    }

    fn reader<'a>(&self, block: &'a [u8], limits: &Limits) -> AnyReader<'a> {
        AnyReader::Other(Box::new(StreamReader::new(block, &rows::BCFEN, Unit::Board, limits)))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(StreamWriter::new(&rows::BCFEN, Unit::Board))
    }
}
