//! PGC: the binary form of PGN that section 20 of the standard describes. A file holds reduced records, a game each, and games
//! of many records.

mod reader;
pub mod recorder;
pub mod records;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

use super::{AnyReader, GameFormat, GameWriter, Spec, WriteOptions};
use crate::limits::Limits;
use alloc::boxed::Box;

/// The format's entry in the registry.
pub struct Pgc;

static SPEC: Spec = Spec {
    id: "pgc",
    title: "PGN's binary form",
    source: "PGN standard (1994), section 20",
    extensions: &["pgc"],
    reads: true,
    writes: true,
    single: false,
    starts: false,
    options: writer::OPTIONS,
    moves: &[],
    positions: &[],
    losses: writer::LOSSES,
};

impl GameFormat for Pgc {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn detects(&self, head: &[u8]) -> bool {
        reader::detects(head)
    }

    fn cut(&self, bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
        reader::cut(bytes, last, limits)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        // No byte says for sure that a game starts with it.
        Err(bytes.len())
    }

    fn reader<'a>(&self, block: &'a [u8], limits: &Limits) -> AnyReader<'a> {
        AnyReader::Other(Box::new(Reader::new(block, limits)))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(Writer::new(options))
    }
}
