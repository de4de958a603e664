//! The differences between the renderings of documents: the places of documents in a file, and the text around them.
//!
//! The reader and the writer know one form of a document, JSON. A rendering in another language transcribes: for
//! reading, it converts each document to JSON and records the places of its parts; for writing, it receives the
//! document as JSON without blanks.

use super::places::Places;
use super::source::Source;
use crate::error::Code;
use crate::limits::Limits;
use crate::write::Page;
use alloc::vec::Vec;
use core::ops::Range;

/// Where documents start and end in a file.
pub(in crate::game) trait Framing: Sync {
    /// Whether a source that starts with `head` is surely of documents.
    fn detects(&self, head: &[u8]) -> bool;

    /// Whether a source may be of documents though it does not start as most do.
    fn claims(&self, head: &[u8]) -> bool;

    /// How many leading bytes of a source precede its first document; `None` if more bytes are needed. `last` means
    /// that none follow.
    fn opening(&self, _bytes: &[u8], _last: bool) -> Option<usize> {
        Some(0)
    }

    /// Whether what precedes the first document opens something that encloses all of them and has an end of its own.
    fn encloses(&self, _head: &[u8]) -> bool {
        false
    }

    /// Whether a source, whose documents are enclosed by something, ends too early with this text after a document.
    fn is_cut(&self, _rest: &[u8]) -> bool {
        false
    }

    /// How many leading bytes are whole documents; `None` if more bytes are needed. `last` means that none follow.
    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize>;

    /// Where the next document starts after one that is too long.
    ///
    /// # Errors
    /// How many leading bytes are surely still of that document.
    fn resync(&self, bytes: &[u8]) -> Result<usize, usize>;

    /// How documents are transcribed to JSON; `None` if they are in the file as JSON.
    fn transcribe(&self) -> Option<Transcribe> {
        None
    }
}

/// Transcribes the next document of a block to JSON; `None` if there is none from this place on.
pub(in crate::game) type Transcribe = fn(block: &[u8], at: usize, limits: &Limits) -> Option<Transcript>;

/// A document that was transcribed to JSON.
#[derive(Debug, Default)]
pub(in crate::game) struct Transcript {
    /// Where it is in the block. What is looked for next starts after it.
    pub(in crate::game) span: Range<usize>,
    /// The whole document: what could not be transcribed was left out, and everything that was open is closed.
    pub(in crate::game) json: Vec<u8>,
    /// The places in the block from which it comes.
    pub(in crate::game) places: Places,
    /// The parts of the block that could not be transcribed, and why.
    pub(in crate::game) flaws: Vec<(Range<usize>, Code)>,
    /// Where transcription had to stop, and why.
    pub(in crate::game) broken: Option<(Range<usize>, Code)>,
}

/// What a reader keeps of the document that was transcribed to JSON: everything but its text, which is kept as a
/// [`Source`].
#[derive(Debug)]
pub(super) struct Transcribed<'a> {
    pub(super) source: Source<'a>,
    pub(super) span: Range<usize>,
    pub(super) flaws: Vec<(Range<usize>, Code)>,
    pub(super) broken: Option<(Range<usize>, Code)>,
}

impl<'a> Transcribed<'a> {
    pub(super) fn of(transcript: Transcript, block: &'a [u8]) -> Transcribed<'a> {
        let Transcript { span, json, places, flaws, broken } = transcript;
        Transcribed { source: Source::transcribed(json, places, block), span, flaws, broken }
    }
}

/// How documents are written to a file.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct FileLayout {
    /// Writes a document without blanks, its last argument; `None` if it is written unchanged on a line of its own.
    pub(in crate::game) push: Option<fn(&mut Page, &[u8])>,
    /// The text between two documents, before the first one, and after the last one.
    pub(in crate::game) between: &'static str,
    pub(in crate::game) header: &'static str,
    pub(in crate::game) footer: &'static str,
    /// Whether a document that is the only one of its file is there without header and footer.
    pub(in crate::game) stands_alone: bool,
    /// Whether documents are bytes and not text.
    pub(in crate::game) binary: bool,
}

impl FileLayout {
    /// A document a line.
    pub(in crate::game) const LINES: FileLayout =
        FileLayout { push: None, between: "", header: "", footer: "", stands_alone: false, binary: false };
}
