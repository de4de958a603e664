//! Bare streams: the moves of one game, or its boards, and nothing else. This file contains their common parts; each
//! format has a file of its own.

mod reader;
mod unit;
mod writer;

use super::format::{Block, GameFormat, ReadOptions, Spec, VALIDATION, WriteOptions};
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::notation::MoveNotation;
use crate::read::GameReader;
use crate::write::{GameWriter, Lacks};
use alloc::boxed::Box;
use reader::StreamReader;
pub(super) use unit::Unit;
use writer::StreamWriter;

/// One game as moves or boards in bytes, and nothing else.
pub(in crate::game) struct Stream {
    pub(super) spec: &'static Spec,
    pub(super) notation: &'static dyn MoveNotation,
    pub(super) unit: Unit,
}

/// What every bare stream has in common.
pub(super) const BARE: Spec = Spec {
    media: "application/octet-stream",
    text: false,
    single: true,
    starts: true,
    options: &[VALIDATION],
    lacks: Lacks::ANNOTATION.and(Lacks::TAGS),
    losses: &[LossKind::ResultSentence, LossKind::TagText, LossKind::Start, LossKind::Result],
    ..Spec::EMPTY
};

impl GameFormat for Stream {
    fn spec(&self) -> &'static Spec {
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
