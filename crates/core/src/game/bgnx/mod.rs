//! BGN as XML: an element for each member of a document, so that XML tools can process games.
//!
//! A game is transcribed to JSON for the reader of documents, and created from the document of the writer. Comments,
//! processing instructions and CDATA sections are accepted everywhere and have no meaning of their own; a document type
//! declaration is rejected, so no entity is ever expanded.

mod frame;
mod json_output;
mod schema;
mod transcribe;
mod xml_output;

use super::bgn::{BgnFormat, COMMON, FileLayout, Framing, Transcribe};
use super::format::FormatSpec;
use schema::GAMES;

/// The format's entry in the registry.
pub(super) static BGNX: BgnFormat = BgnFormat {
    spec: &FormatSpec {
        id: "bgnx",
        title: "Better Game Notation as XML",
        source: "Better Game Notation: explicit moves as XML",
        extensions: &["bgnx"],
        media: "application/xml",
        ..COMMON
    },
    framing: &Xml,
    layout: FileLayout {
        push: Some(|page, document| xml_output::push(document, &mut page.out)),
        between: "\n",
        header: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<games>\n",
        footer: "\n</games>\n",
        stands_alone: true,
        binary: false,
    },
};

/// Games side by side, in the element of a root or without one.
struct Xml;

impl Framing for Xml {
    fn detects(&self, head: &[u8]) -> bool {
        frame::detects(head)
    }

    fn claims(&self, head: &[u8]) -> bool {
        frame::claims(head)
    }

    fn opening(&self, bytes: &[u8], last: bool) -> Option<usize> {
        frame::opening(bytes, last)
    }

    fn encloses(&self, head: &[u8]) -> bool {
        frame::first_element(head) == Some(GAMES)
    }

    fn is_cut(&self, rest: &[u8]) -> bool {
        frame::is_cut(rest)
    }

    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize> {
        frame::cut(bytes, last)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        frame::resync(bytes)
    }

    fn transcribe(&self) -> Option<Transcribe> {
        Some(transcribe::transcribe)
    }
}
