//! Exports of sites: objects of JSON that hold a game each, with the site's own members.
//!
//! What a member means is a table of the format. A member that no tag, move or comment expresses is kept as a field in the
//! namespace of the site, and so is one that contradicts the text of PGN that the object holds: that text counts.

mod annotations;
mod leftovers;
mod members;
mod reader;
mod survey;
mod words;

pub(super) use members::{ExportObject, members_of_head};

use super::format::{Block, FormatSpec, GameFormat, ReadOptions, WriteOptions};
use super::json_frame::ObjectFrame;
use crate::limits::Limits;
use crate::notation::{self, NotationSpec, ParsedMove};
use crate::read::GameReader;
use crate::rules::Position;
use crate::step::{Spelling, Step};
use crate::write::{GameWriter, Lacks, Page};
use alloc::boxed::Box;
pub use reader::ExportReader;

/// A format of exports.
pub(in crate::game) struct ExportFormat {
    pub(super) spec: &'static FormatSpec,
    pub(super) frame: &'static ObjectFrame,
    pub(super) map: &'static ExportMap,
    /// Whether a source that starts like this is surely one.
    pub(super) detects: fn(&[u8]) -> bool,
}

/// What the members of an object mean.
pub(in crate::game) struct ExportMap {
    /// The namespace of the members that are kept as they are.
    pub(super) namespace: &'static str,
    /// The members that have a meaning, by their path: `players.white.rating`. At most 64.
    pub(super) paths: &'static [&'static str],
    /// Where in this list the text of PGN is, and the moves as words, if there are any.
    pub(super) pgn: usize,
    pub(super) words: Option<usize>,
    /// Adds the tags that the members mean.
    pub(super) tags: fn(&mut ExportObject<'_>),
    /// Where the clocks and the analysis of the moves are, if there are any.
    pub(super) clocks: Option<usize>,
    pub(super) analysis: Option<usize>,
}

/// The members of an object that have a meaning: constants that name their places in the list `PATHS`.
macro_rules! export_members {
    ($($name:ident $index:literal $path:literal;)*) => {
        $(const $name: usize = $index;)*

        /// Their paths.
        const PATHS: &[&str] = &[$($path),*];

        const _: () = {
            let mut count = 0;
            $(assert!($name == count); count += 1;)*
            assert!(count <= 64);
        };
    };
}
pub(super) use export_members;

/// The registry entry of every format of exports.
pub(super) const EXPORT: FormatSpec =
    FormatSpec { media: "application/json", writes: false, lacks: Lacks::NOTHING, ..FormatSpec::EMPTY };

impl ExportFormat {
    /// Reads the objects of a block, whose moves are played without asking a notation.
    pub(super) fn games<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> ExportReader<'a> {
        ExportReader::new(block, self, options.limits)
    }
}

impl GameFormat for ExportFormat {
    fn spec(&self) -> &'static FormatSpec {
        self.spec
    }

    fn detects(&self, head: &[u8]) -> bool {
        (self.detects)(head)
    }

    fn opening(&self, bytes: &[u8], last: bool, _options: &ReadOptions<'_>) -> Option<usize> {
        self.frame.opening(bytes, last)
    }

    fn cut(&self, bytes: &[u8], last: bool, _limits: &Limits) -> Option<usize> {
        self.frame.cut(bytes, last)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        self.frame.resync(bytes)
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        Box::new(self.games(block, options))
    }

    fn writer(&self, _options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(Unwritten::default())
    }
}

/// The writer of formats that are only read: it expresses nothing, and no output uses it.
#[derive(Default)]
struct Unwritten {
    page: Page,
}

impl GameWriter for Unwritten {
    fn write(&mut self, _step: &Step<'_>) {}

    fn moving(&mut self, _before: &Position, _named: &ParsedMove, _spelled: Option<Spelling<'_>>) {}

    fn played(&mut self, _after: &Position) {}

    fn notation(&self) -> &'static NotationSpec {
        notation::ALL[0].spec()
    }

    fn lacks(&self) -> Lacks {
        Lacks::ANNOTATION
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}
