//! The notation for moves of a document that are read as events. It is in no list, because no file contains its texts.

use crate::notation::explicit::Told;
use crate::notation::{Last, MoveError, MoveNotation, Named, NoText, Spec, Validation, uci};
use crate::rules::{Move, Position};
use alloc::vec::Vec;

/// The notation.
pub(crate) struct Explicit;

impl MoveNotation for Explicit {
    fn spec(&self) -> &'static Spec {
        uci::Uci.spec()
    }

    fn write(&self, before: &Position, mv: Move, last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        uci::Uci.write(before, mv, last, out)
    }

    /// Whether a move must be legal is recognized by the move itself.
    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<Named, MoveError> {
        let told =
            Told::read(text).ok_or(MoveError::Syntax { at: 0, expected: "two squares, castling or a passed move" });
        told?.find(before)
    }
}
