//! BGN: JSON documents that give the origin and destination of every move, so that games can be queried without
//! replaying them. `bgn` is formatted for people, `bgnl` has one document per line; both readers accept either. Other
//! renderings are in separate files next to this folder.

mod annotation_list;
mod clock;
mod commands;
mod document;
mod fields;
pub mod frame;
mod move_objects;
mod parts;
mod places;
mod problems;
mod reader;
mod rendering;
mod source;
mod source_list;
mod tag_keys;
mod tag_values;
mod tasks;
mod writer;

pub use super::infinite::is_infinite;
pub use annotation_list::{FoundMove, annotations, found_moves};
pub use commands::{namespace, with_commands, without_commands};
pub use reader::BgnReader;
pub use source_list::{Listed, with_source};
pub use tag_keys::{key, tag};
pub use tag_values::{About, DEFAULT_SOURCE, TagValues, setup, timestamp, variant};

use super::format::{Block, FormatSpec, GameFormat, ReadOptions, WriteOptions};
use crate::limits::Limits;
use crate::read::GameReader;
use crate::write::GameWriter;
use alloc::boxed::Box;
use alloc::vec::Vec;
pub(super) use frame::Json;
pub(super) use places::Places;
pub(super) use rendering::{FileLayout, Framing, Transcribe, Transcript};
pub(super) use writer::LOSSES;
use writer::{BgnWriter, LACKS};

/// A rendering of BGN.
pub struct BgnFormat {
    pub(super) spec: &'static FormatSpec,
    pub(super) framing: &'static dyn Framing,
    pub(super) layout: FileLayout,
}

/// Laid out for people: one document, or an array of them.
pub(super) static BGN: BgnFormat = BgnFormat {
    spec: &FormatSpec {
        id: "bgn",
        title: "Better Game Notation",
        extensions: &["bgn"],
        synonyms: &["json"],
        media: "application/json",
        ..COMMON
    },
    framing: &Json { lines: false },
    layout: FileLayout {
        push: Some(|page, document| writer::pretty::push(document, &mut page.out)),
        between: ",\n",
        header: "[\n",
        footer: "\n]\n",
        stands_alone: true,
        binary: false,
    },
};

/// The registry entry of every rendering.
pub(super) const COMMON: FormatSpec = FormatSpec {
    source: "Better Game Notation: explicit moves as JSON",
    lacks: LACKS,
    losses: LOSSES,
    ..FormatSpec::EMPTY
};

impl BgnFormat {
    /// Reads the documents of a block, whose moves are played without asking a notation.
    pub(super) fn documents<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> BgnReader<'a> {
        let reader = BgnReader::transcribing(block.bytes, options.limits, self.framing.transcribe());
        let encloses = block.last && self.framing.encloses(block.opening.unwrap_or(block.bytes));
        if encloses { reader.enclosed_by(self.framing) } else { reader }
    }
}

impl GameFormat for BgnFormat {
    fn spec(&self) -> &'static FormatSpec {
        self.spec
    }

    fn detects(&self, head: &[u8]) -> bool {
        self.framing.detects(head)
    }

    fn claims(&self, head: &[u8]) -> bool {
        self.framing.claims(head)
    }

    fn opening(&self, bytes: &[u8], last: bool, _options: &ReadOptions<'_>) -> Option<usize> {
        self.framing.opening(bytes, last)
    }

    fn cut(&self, bytes: &[u8], last: bool, _limits: &Limits) -> Option<usize> {
        self.framing.cut(bytes, last)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        self.framing.resync(bytes)
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        Box::new(self.documents(block, options))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(BgnWriter::new(self.layout))
    }

    fn stands_alone(&self) -> bool {
        self.layout.stands_alone
    }

    fn header(&self, _options: &WriteOptions) -> Vec<u8> {
        Vec::from(self.layout.header)
    }

    fn footer(&self, _options: &WriteOptions) -> Vec<u8> {
        Vec::from(self.layout.footer)
    }
}
