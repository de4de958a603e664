//! English descriptive notation, which books had until about 1980: `P-K4`, `N-KB3`, `RxN`, `O-O`.

use super::spec::refuse;
use super::{
    Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, Validation, WordUse, lenient, san, san_mark,
};
use crate::loss::LossKind;
use crate::rules::{Move, MoveKind, Position};
use alloc::vec::Vec;

/// The notation.
pub struct Descriptive;

static SPEC: NotationSpec = NotationSpec {
    id: "descriptive",
    title: "English descriptive",
    source: "Official Rules of Chess of the US Chess Federation",
    example: "N-KB3",
    version: "",
    pattern: concat!(
        r"(?:(?:O-O(?:-O)?|(?:[KQ]?[RNB]|[KQ]|(?:[KQ]?[RNB]?)P)(?:/(?:[KQ]?[RNB]|[KQ])[1-8])?",
        r"(?:-(?:[KQ]?[RNB]|[KQ])[1-8]|x(?:[KQ]?[RNB]|[KQ]|(?:[KQ]?[RNB]?)P)(?:/(?:[KQ]?[RNB]|[KQ])[1-8])?)(?:=[QRBN])?)[+#]?|--)",
    ),
    binary: false,
    words: WordUse::IN_PGN,
    losses: &[LossKind::IllegalMove, LossKind::KingCapture, LossKind::Drop],
    limits: None,
};

impl MoveNotation for Descriptive {
    fn spec(&self) -> &'static NotationSpec {
        &SPEC
    }

    fn write(&self, before: &Position, mv: Move, _last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        refuse(&SPEC, before, mv)?;
        if matches!(mv.kind, MoveKind::Castle | MoveKind::Null) {
            san::write(before, mv, out);
            return Ok(());
        }
        lenient::write_descriptive(before, mv, out);
        out.extend_from_slice(san_mark(&before.after(mv)));
        Ok(())
    }

    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<ParsedMove, MoveError> {
        lenient::read_descriptive(before, text)
    }
}
