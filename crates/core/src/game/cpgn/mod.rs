//! cpgn: PGN in bits, as few for each move as its destination and the pieces that could go there need.
//!
//! It was described twice, as a draft and as protocol v0, and both are read and written here. What neither of them can
//! express is said by codes that no legal game has, so that a game comes back as it was.

mod bits;
mod candidates;
mod decoder;
mod fragment;
mod frame;
mod layout;
mod reader;
mod rows;
mod writer;

pub use candidates::width as index_width;
pub use layout::{EXTENSIONS, ExtensionSpec, Layout, PREFIXES, Prefix, PrefixSpec};
pub use reader::CpgnReader;
pub use rows::{CodeRow, rows};

use super::format::{
    BASE64, Block, BlockEnd, FormatOptions, FormatSpec, GameFormat, NamedOptions, OptionSpec, ReadOptions, WriteOptions,
};
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::read::GameReader;
use crate::write::{GameWriter, Lacks};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The format's entry in the registry.
pub struct Cpgn;

const LAYOUT: OptionSpec = OptionSpec {
    id: "layout",
    values: &["auto", "draft", "v0"],
    default: "auto",
    doc: "the layout of the bits; `auto` detects it from the first bytes when reading, and writes `v0`",
    reads: false,
};

const SPELLING: OptionSpec = OptionSpec {
    id: "spelling",
    values: &["yes", "no"],
    default: "yes",
    doc: "whether moves and signs are kept as spelled; `no` writes them in their usual spelling, and counts those that had another \
          one",
    reads: false,
};

const EXTENSIONS_OPTION: OptionSpec = OptionSpec {
    id: "extensions",
    values: &["yes", "no"],
    default: "yes",
    doc: "whether codes beyond the original description preserve what that cannot express: spellings, `;` comments, `%` lines, NAGs \
          above 255, moves that cannot be played, other variants; `no` leaves these out and counts them",
    reads: false,
};

static SPEC: FormatSpec = FormatSpec {
    id: "cpgn",
    title: "bit-compressed PGN",
    source: "Chi-Iroh, PGN-Compressor: README of 2024-05-13 (draft) and of 2025-07-07 (protocol v0)",
    extensions: &["cpgn"],
    media: "application/octet-stream",
    text: false,
    options: &[LAYOUT, OptionSpec { reads: true, ..LAYOUT }, SPELLING, EXTENSIONS_OPTION, BASE64],
    lacks: Lacks::INNER_MARKERS.and(Lacks::BGN),
    losses: &[
        LossKind::Comment,
        LossKind::Command,
        LossKind::Variation,
        LossKind::Tag,
        LossKind::OddStart,
        LossKind::Spelling,
        LossKind::Nag,
        LossKind::NagComposite,
        LossKind::EscapedLine,
        LossKind::UnplayedGame,
        LossKind::Nul,
        LossKind::CpgnNul,
        LossKind::Result,
        LossKind::ResultSentence,
        LossKind::TagText,
    ],
    ..FormatSpec::EMPTY
};

/// The option about reading that was given.
#[derive(Clone, Default)]
struct CpgnReading {
    /// The layout; `None` to detect it from the bytes.
    layout: Option<Layout>,
}

impl CpgnReading {
    /// The layout that was chosen.
    fn layout(options: &ReadOptions<'_>) -> Option<Layout> {
        options.own.get::<CpgnReading>().layout
    }
}

/// The options about writing that were given.
#[derive(Clone)]
struct CpgnWriting {
    layout: Layout,
    /// Whether moves and signs are kept as spelled. This is on even if other formats normalize them, because a
    /// compressed file has to give back what was compressed.
    spelling: bool,
    /// Whether codes beyond the original description are written.
    extensions: bool,
}

impl CpgnWriting {
    /// The options that were given by name.
    fn of(given: &[(String, String)]) -> CpgnWriting {
        CpgnWriting {
            layout: Layout::find(LAYOUT.value(given)).unwrap_or(Layout::V0),
            spelling: SPELLING.value(given) == "yes",
            extensions: EXTENSIONS_OPTION.value(given) == "yes",
        }
    }
}

impl Default for CpgnWriting {
    fn default() -> CpgnWriting {
        CpgnWriting::of(&[])
    }
}

impl GameFormat for Cpgn {
    fn spec(&self) -> &'static FormatSpec {
        &SPEC
    }

    fn detects(&self, _head: &[u8]) -> bool {
        // Any bytes may be codes.
        false
    }

    fn opening(&self, bytes: &[u8], last: bool, options: &ReadOptions<'_>) -> Option<usize> {
        let layout = CpgnReading::layout(options).or_else(|| frame::layout_of(bytes, last))?;
        (last || !bytes.is_empty()).then(|| frame::opening(layout, bytes))
    }

    fn cut(&self, bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
        let options = ReadOptions { limits, own: FormatOptions::NONE };
        let length = self.opening(bytes, last, &options)?;
        let block = Block { bytes: &bytes[length..], opening: Some(&bytes[..length]), last: true };
        self.cut_block(block, last, &options).map(|cut| length + cut.length)
    }

    fn cut_block(&self, block: Block<'_>, last: bool, options: &ReadOptions<'_>) -> Option<BlockEnd> {
        let (layout, at) = layout_in(block, options);
        if block.opening.unwrap_or(&block.bytes[..at]).iter().any(|version| *version != 0) {
            // Nothing of another version can be read.
            return Some(BlockEnd { length: block.bytes.len(), ends: true });
        }
        frame::cut(&block.bytes[at..], last, layout, options.limits)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        Err(bytes.len())
    }

    fn reader<'a>(&self, block: Block<'a>, options: &ReadOptions<'_>) -> Box<dyn GameReader<'a> + 'a> {
        Box::new(reader(block, options))
    }

    fn read_options(&self, given: &[(String, String)]) -> FormatOptions {
        FormatOptions::new(CpgnReading { layout: Layout::find(LAYOUT.value(given)) })
    }

    fn write_options(&self, given: &NamedOptions<'_>) -> FormatOptions {
        FormatOptions::new(CpgnWriting::of(given.own))
    }

    fn writer(&self, options: &WriteOptions) -> Box<dyn GameWriter> {
        Box::new(writer::CpgnWriter::new(options))
    }

    fn header(&self, options: &WriteOptions) -> Vec<u8> {
        if options.own.get::<CpgnWriting>().layout == Layout::V0 { Vec::from([0]) } else { Vec::new() }
    }
}

/// The layout of a block, and with which byte its first game starts.
fn layout_in(block: Block<'_>, options: &ReadOptions<'_>) -> (Layout, usize) {
    match block.opening {
        Some(opening) => (if opening.is_empty() { Layout::Draft } else { Layout::V0 }, 0),
        None => {
            let layout =
                CpgnReading::layout(options).or_else(|| frame::layout_of(block.bytes, true)).unwrap_or(Layout::V0);
            (layout, frame::opening(layout, block.bytes))
        }
    }
}

/// The reader of a block.
pub(super) fn reader<'a>(block: Block<'a>, options: &ReadOptions<'_>) -> CpgnReader<'a> {
    let (layout, at) = layout_in(block, options);
    CpgnReader::new(block.bytes, at, layout, options.limits)
}
