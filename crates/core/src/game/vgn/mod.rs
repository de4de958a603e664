//! VGN: the Variable Game Notation of 2015, which holds games in any of eight move formats, and PGN games beside them.

mod binary;
pub mod codes;
mod frame;
pub mod head;
pub mod lexer;
pub mod nags;
pub mod pieces;
mod reader;
pub mod result;
pub mod rules;
pub mod setup;
mod text;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

use super::{AnyReader, GameFormat, GameWriter, Spec, WriteOptions, pgn};
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::{self, MoveNotation};
use crate::position::rows;
use alloc::boxed::Box;
use codes::MoveFormat;
use lexer::Moves;

/// The format's entry in the registry.
pub struct Vgn;

static SPEC: Spec = Spec {
    id: "vgn",
    title: "Variable Game Notation",
    source: "VGN 1.0 (2015), Chess Notation",
    extensions: &["vgn"],
    reads: true,
    writes: true,
    single: false,
    starts: false,
    options: writer::OPTIONS,
    moves: &["fcn", "fcn2", "mcn", "san", "sfen", "sfen2", "fen", "bccf", "bcfen", "pgc"],
    positions: &["sfen", "fen"],
    losses: writer::LOSSES,
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

    fn reader<'a>(&self, block: &'a [u8], limits: &Limits) -> AnyReader<'a> {
        AnyReader::Vgn(Box::new(Reader::new(block, limits)))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(Writer::new(options))
    }
}

impl MoveFormat {
    /// What games of this format cannot say, besides what VGN cannot whatever its moves are: what its moves cannot, and what
    /// cannot stand among bytes.
    pub fn losses(&self) -> impl Iterator<Item = LossKind> {
        use LossKind::{Command, Comment, EscapedLine, Nag, NagComposite, ResultSentence, TagText, Variation};
        let among_bytes: &[LossKind] = match (self.binary, self.notation) {
            (false, _) => &[],
            (true, "pgc") => &[Comment, Command, NagComposite, ResultSentence, TagText],
            (true, _) => &[Comment, Command, Nag, Variation, ResultSentence, EscapedLine],
        };
        self.notation().spec().losses.iter().chain(among_bytes).copied()
    }

    /// What a move of this format is read and written with.
    pub fn notation(&self) -> &'static dyn MoveNotation {
        match self.moves {
            Moves::Words => notation::find(self.notation).unwrap_or(notation::ALL[0]),
            Moves::Rows => rows::find(self.notation).map_or(notation::ALL[0], |rows| rows),
        }
    }
}
