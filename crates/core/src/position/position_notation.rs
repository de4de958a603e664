//! What every position notation does: write a position, and read one.

use super::error::PositionError;
use super::fields::PositionFields;
use super::reserve;
use crate::error::Code;
use crate::loss::LossKind;
use crate::notation::{Claim, NotationSpec, Validation};
use crate::rules::{Position, Rules};
use alloc::vec::Vec;

/// Turns a position into text and back.
pub trait PositionNotation: Sync {
    /// The description of it in help and documentation.
    fn spec(&self) -> &'static NotationSpec;

    /// The level of validation if the caller sets none.
    fn usual_validation(&self) -> Validation {
        Validation::Basic
    }

    /// Appends the text of `position`, with the end marks for `claim` if the notation has any. What the notation
    /// cannot express is left out: [`PositionNotation::loss`] returns it.
    fn write(&self, position: &Position, claim: Claim, out: &mut Vec<u8>);

    /// What is left out of this position's castling rights.
    fn loss(&self, _position: &Position) -> Option<LossKind> {
        None
    }

    /// Whether a text has the number of moves that were made, and of half-moves since a capture or a pawn's move.
    fn says_clocks(&self) -> bool {
        true
    }

    /// Whether a text has the pieces in hand, the promoted pieces, and the number of checks that were given.
    fn says_hand(&self) -> bool {
        true
    }

    /// What is left out of what only some variants know.
    fn loss_of_hand(&self, position: &Position) -> Option<LossKind> {
        (!self.says_hand() && reserve::is_lost(position)).then_some(LossKind::Hand)
    }

    /// All that is left out of this position.
    fn losses(&self, position: &Position) -> Vec<LossKind> {
        let clocks = !self.says_clocks() && (position.halfmove() != 0 || position.fullmove() != 1);
        let clocks = clocks.then_some(LossKind::Clocks);
        self.loss(position).into_iter().chain(clocks).chain(self.loss_of_hand(position)).collect()
    }

    /// What is lost without end marks. The board shows check, mate and stalemate, so only a game that ended otherwise
    /// loses something.
    fn loss_of_claim(&self, claim: Claim) -> Option<LossKind> {
        claim.is_end_beyond_board().then_some(LossKind::Result)
    }

    /// Reads a position. `rules`: those that are known to be played; `None` if they are not known, and then castling
    /// rights that only Chess960 explains select it. [`Validation::Full`] refuses what no game can start from; the
    /// other levels read any board, with a note.
    ///
    /// # Errors
    /// If the text is not a position, or none that `validation` lets pass.
    fn read<'t>(&self, text: &'t [u8], rules: Option<Rules>, validation: Validation)
    -> Result<Read<'t>, PositionError>;

    /// The content of a text, field by field, without checking whether it makes sense on a board.
    ///
    /// # Errors
    /// If the text is not a position.
    fn fields<'t>(&self, text: &'t [u8]) -> Result<PositionFields<'t>, PositionError>;
}

/// A position that was read, and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<'t> {
    /// The position.
    pub position: Position,
    /// The leniencies it took.
    pub notes: Vec<Code>,
    /// The content of the text; for missing parts, the position holds what is assumed.
    pub fields: PositionFields<'t>,
}

/// A leniency taken in reading a text that has more than a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardNote {
    /// What was read leniently.
    pub code: Code,
    /// That word, with the byte of the text that it starts at; `None` for the board itself.
    pub word: Option<(usize, Vec<u8>)>,
}
