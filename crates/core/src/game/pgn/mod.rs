//! PGN: the Portable Game Notation of 1994, and what has been written in its name since.

pub mod frame;
mod lexer;
mod reader;
mod writer;

pub use super::{Item, What};
pub use lexer::{Cursor, NearTag, Numeral, Peeked};
pub use reader::Reader;
pub use writer::Writer;

use super::lines::is_list;
use super::{AnyReader, GameFormat, GameWriter, Spec, WriteOptions};
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::san;
use alloc::boxed::Box;

/// The format's entry in the registry.
pub struct Pgn;

static SPEC: Spec = Spec {
    id: "pgn",
    title: "Portable Game Notation",
    source: "Portable Game Notation Specification and Implementation Guide, 1994.03.12",
    extensions: &["pgn"],
    reads: true,
    writes: true,
    single: false,
    starts: false,
    options: &[],
    moves: MOVES,
    positions: &["fen"],
    losses: &[
        LossKind::CommentBrace,
        LossKind::LineEnd,
        LossKind::NagComposite,
        LossKind::ResultSentence,
        LossKind::TagText,
    ],
};

/// SAN first, then what is no PGN to other programs, but is read here.
static MOVES: &[&str] = &{
    let mut moves = [""; 2 + san::ALL.len()];
    let mut at = 0;
    while at < san::ALL.len() {
        moves[at] = san::ALL[at].id();
        at += 1;
    }
    moves[at] = "lan";
    moves[at + 1] = "uci";
    moves
};

impl GameFormat for Pgn {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn detects(&self, head: &[u8]) -> bool {
        lexer::looks_like_games(head)
    }

    fn claims(&self, head: &[u8]) -> bool {
        // Coordinates without numbers are read as PGN, too, where the name says that they are.
        is_list(head)
    }

    fn cut(&self, bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
        frame::cut(bytes, last, limits)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        frame::resync(bytes)
    }

    fn reader<'a>(&self, block: &'a [u8], limits: &Limits) -> AnyReader<'a> {
        AnyReader::Pgn(Reader::new(block, limits))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(Writer::new(options))
    }
}
