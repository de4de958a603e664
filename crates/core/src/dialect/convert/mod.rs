//! Converts the tags of a game between the dialects, PGN and VGN.
//!
//! Tags do not change from PGN to VGN and back, with these exceptions: the Seven Tag Roster, EndDate, Rules and Pieces
//! move to their positions in VGN; `SetUp` and `FEN` come last and together; Result becomes the marker, and the rest of
//! its sentence becomes PGN's Termination; the tags that name the formats of VGN have no meaning in PGN and are
//! removed.

mod places;
#[cfg(test)]
mod tests;
mod to_pgn;
mod to_vgn;

pub use to_pgn::{tells_start, to_pgn};
pub use to_vgn::{GameEnd, How, to_vgn};

use crate::loss::LossKind;

/// A consumer of tags.
pub trait TagSink {
    /// A tag to write. Its value has no control characters if the tags are VGN's.
    fn tag(&mut self, name: &str, value: &str);
    /// Whether it writes tags as PGN does, so that lines of PGN can be copied.
    fn copies_lines(&self) -> bool {
        false
    }
    /// Tags as they are in lines of PGN, without the last line end. Only for a sink that [`TagSink::copies_lines`].
    fn lines(&mut self, _lines: &str) {}
    /// Something that the tags cannot express.
    fn lose(&mut self, kind: LossKind);
}
