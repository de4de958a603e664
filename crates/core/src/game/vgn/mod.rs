//! VGN: the Variable Game Notation of 2015, which holds games in any of eight move formats, and PGN games beside them.

mod binary;
mod formats;
mod frame;
pub mod lexer;
mod plain;
mod reader;
mod tags;
mod text;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

use super::format::{Block, GameFormat, ReadOptions, Spec, WriteOptions};
use super::pgn;
use crate::limits::Limits;
use crate::read::GameReader;
use crate::write::{GameWriter, Lacks};
use alloc::boxed::Box;

/// The format's entry in the registry.
pub struct Vgn;

static SPEC: Spec = Spec {
    id: "vgn",
    title: "Variable Game Notation",
    source: "VGN 1.0 (2015), Chess Notation",
    extensions: &["vgn"],
    options: writer::OPTIONS,
    moves: &["fcn", "fcn2", "mcn", "san", "sfen", "sfen2", "fen", "bccf", "bcfen", "pgc"],
    positions: &["sfen", "fen"],
    lacks: Lacks::NOTHING,
    losses: writer::LOSSES,
    ..Spec::EMPTY
};

impl GameFormat for Vgn {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn detects(&self, head: &[u8]) -> bool {
        // PGN and VGN share one reader; what a head of either says of the first game need not hold for the others.
        pgn::Pgn.detects(head) && head.windows(b"GameFormat".len()).any(|name| name.eq_ignore_ascii_case(b"GameFormat"))
    }

    fn cut(&self, bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
        frame::cut(bytes, last, limits)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        // A game starts nowhere for sure in bytes that may be of a binary one.
        Err(bytes.len())
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        Box::new(Reader::new(block.bytes, options.limits))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(Writer::new(options, &SPEC))
    }
}
