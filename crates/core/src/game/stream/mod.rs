//! Bare streams: the moves of one game, or its boards, and nothing else. This file contains their common parts; each
//! format has a file of its own.

mod reader;
mod writer;

use crate::game::format::{BASE64, Block, FormatSpec, GameFormat, ReadOptions, VALIDATION, WriteOptions};
use crate::game::stream::reader::StreamReader;
use crate::game::stream::writer::StreamWriter;
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::MoveNotation;
use crate::read::GameReader;
use crate::write::{GameWriter, Lacks};
use alloc::boxed::Box;

/// One game as moves or boards in bytes, and nothing else.
pub(in crate::game) struct Stream {
    pub(super) spec: &'static FormatSpec,
    pub(super) notation: &'static dyn MoveNotation,
    pub(super) unit: Unit,
}

/// What a bare stream cannot express, besides what its moves cannot; the last of it is in boards alone.
const LOSSES: [LossKind; 6] =
    [LossKind::ResultSentence, LossKind::TagText, LossKind::Start, LossKind::Result, LossKind::Variant, LossKind::Hand];
/// The same of boards.
pub(super) static OF_BOARDS: &[LossKind] = &LOSSES;

/// What every bare stream has in common.
pub(super) const BARE: FormatSpec = FormatSpec {
    media: "application/octet-stream",
    text: false,
    single: true,
    starts: true,
    options: &[VALIDATION, BASE64],
    lacks: Lacks::ANNOTATION.and(Lacks::TAGS),
    losses: LOSSES.split_at(5).0,
    ..FormatSpec::EMPTY
};

impl GameFormat for Stream {
    fn spec(&self) -> &'static FormatSpec {
        self.spec
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

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        Box::new(StreamReader::new(block.bytes, self.notation, self.unit, options.limits))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(StreamWriter::new(self.notation, self.unit, self.spec.lacks))
    }
}

/// What is written of each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Unit {
    /// A word of two bytes. The flag of the last one marks the end of the game; a lone `00 01` is a game without moves.
    Word,
    /// The board after it, in 32 bytes. The byte `88` in place of another one means that the game is over.
    Board,
}

impl Unit {
    fn length(self) -> usize {
        match self {
            Unit::Word => 2,
            Unit::Board => 32,
        }
    }
}

/// The flag of a word that ends the game.
const OVER: u8 = 1;
/// The word of a game without moves that is over.
const NO_MOVES: [u8; 2] = [0, OVER];
/// The byte after the last board of a game that is over.
const NO_BOARD: u8 = 0x88;
