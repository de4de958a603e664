//! One game as moves of two bytes each, in BCCF 1.1, and nothing else.

use super::stream::{LOSSES, StreamReader, StreamWriter, Unit};
use super::{AnyReader, GameFormat, GameWriter, Spec, VALIDATION, WriteOptions};
use crate::limits::Limits;
use crate::notation::bccf;
use alloc::boxed::Box;

/// The format's entry in the registry.
pub struct Bccf;

static SPEC: Spec = Spec {
    id: "bccf",
    title: "Bare stream of BCCF",
    source: "Chess Notation (2015), BCCF 1.1",
    extensions: &["bccf"],
    reads: true,
    writes: true,
    single: true,
    starts: true,
    options: &[VALIDATION],
    moves: &[],
    positions: &[],
    losses: LOSSES,
};

impl GameFormat for Bccf {
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
        AnyReader::Other(Box::new(StreamReader::new(block, &bccf::BCCF, Unit::Word, limits)))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(StreamWriter::new(&bccf::BCCF, Unit::Word))
    }
}
