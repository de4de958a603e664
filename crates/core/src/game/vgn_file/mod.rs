//! Files of VGN, which hold games of VGN and games of PGN beside them. Only here is known that there are both.

mod frame;
mod reader;
mod writer;

pub use reader::VgnReader;
pub use writer::VgnFileWriter;

use super::format::{Block, FormatOptions, FormatSpec, GameFormat, NamedOptions, ReadOptions, WriteOptions};
use super::{pgn, vgn};
use crate::limits::Limits;
use crate::read::GameReader;
use crate::write::GameWriter;
use alloc::boxed::Box;

/// The entry in the registry of the format that [`super::vgn()`] describes.
pub struct Vgn;

impl GameFormat for Vgn {
    fn spec(&self) -> &'static FormatSpec {
        &vgn::SPEC
    }

    fn detects(&self, head: &[u8]) -> bool {
        // PGN and VGN share one reader; what a head of either states about the first game need not hold for the others.
        pgn::Pgn.detects(head) && head.windows(b"GameFormat".len()).any(|name| name.eq_ignore_ascii_case(b"GameFormat"))
    }

    fn claims(&self, head: &[u8]) -> bool {
        // A game of VGN may lack the tag of its format, and then only the name of the file shows it.
        pgn::Pgn.detects(head)
    }

    fn cut(&self, bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
        frame::cut(bytes, last, limits)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        // A game starts nowhere for sure in bytes that may be of a binary one.
        Err(bytes.len())
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        Box::new(VgnReader::new(block.bytes, options.limits))
    }

    fn write_options(&self, given: &NamedOptions<'_>) -> FormatOptions {
        FormatOptions::new(vgn::VgnOptions::of(given))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(VgnFileWriter::new(options))
    }
}
