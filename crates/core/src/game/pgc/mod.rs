//! PGC: the binary form of PGN that section 20 of the standard describes. A file holds reduced records, a game each, and games
//! of many records.

mod reader;
pub mod recorder;
pub mod records;
mod writer;

pub use reader::PgcReader;
pub use writer::PgcWriter;

use super::format::{BASE64, Block, FormatOptions, FormatSpec, GameFormat, NamedOptions, ReadOptions, WriteOptions};
use crate::limits::Limits;
use crate::read::GameReader;
use crate::write::GameWriter;
use alloc::boxed::Box;

/// The format's entry in the registry.
pub struct Pgc;

static SPEC: FormatSpec = FormatSpec {
    id: "pgc",
    title: "PGN's binary form",
    source: "PGN standard (1994), section 20",
    extensions: &["pgc"],
    media: "application/octet-stream",
    text: false,
    options: &[writer::COMMENTS, BASE64],
    lacks: writer::LACKS,
    losses: writer::LOSSES,
    ..FormatSpec::EMPTY
};

impl GameFormat for Pgc {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detects(&self, head: &[u8]) -> bool {
        reader::detects(head)
    }

    fn cut(&self, bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
        reader::cut(bytes, last, limits)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        // No byte proves that a game starts with it.
        Err(bytes.len())
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        Box::new(PgcReader::new(block.bytes, options.limits))
    }

    fn write_options(&self, given: &NamedOptions<'_>) -> FormatOptions {
        FormatOptions::new(writer::PgcOptions::of(given.own))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(PgcWriter::new(options))
    }
}
