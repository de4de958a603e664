//! The notations for the move formats of VGN, and what they cannot express.

use crate::dialect::vgn::codes::{MoveFormat, MovesCode};
use crate::loss::LossKind;
use crate::notation::{self, MoveNotation};
use crate::position::rows;
use crate::write::Lacks;

impl MoveFormat {
    /// The steps that games of this format cannot express. `pgc_comments` means that PGC keeps comments.
    pub fn lacks(&self, pgc_comments: bool) -> Lacks {
        let text = Lacks::BARE_NAGS.and(Lacks::BARE_VARIATIONS).and(Lacks::BGN);
        match (self.binary, self.notation) {
            (false, _) => text.and(Lacks::ESCAPES),
            (true, "pgc") => text.and(Lacks::INNER_MARKERS).and(Lacks::COMMENTS.if_so(!pgc_comments)),
            (true, _) => Lacks::ANNOTATION,
        }
    }

    /// What games of this format cannot express, besides what VGN cannot express with any moves: what its moves cannot,
    /// and what is impossible among bytes.
    pub fn losses(&self) -> impl Iterator<Item = LossKind> {
        use LossKind::{NagComposite, ResultSentence, TagText};
        let (lacks, others): (_, &[LossKind]) = match (self.binary, self.notation) {
            (false, _) => (Lacks::NOTHING, &[]),
            (true, "pgc") => (Lacks::COMMENTS.and(Lacks::INNER_MARKERS), &[NagComposite, ResultSentence, TagText]),
            (true, _) => (Lacks::ANNOTATION, &[ResultSentence]),
        };
        self.notation().spec().losses.iter().copied().chain(lacks.losses()).chain(others.iter().copied())
    }

    /// The notation of moves in this format.
    pub fn notation(&self) -> &'static dyn MoveNotation {
        match self.moves {
            MovesCode::Words => notation::find(self.notation).unwrap_or(notation::ALL[0]),
            MovesCode::Rows => rows::find(self.notation).map_or(notation::ALL[0], |rows| rows),
        }
    }
}
