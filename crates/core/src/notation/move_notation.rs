//! The interface of move notations: write one move, and read one.

use crate::error::Code;
use crate::notation::claim::Last;
use crate::notation::earlier::ReversibleNotation;
use crate::notation::field::TextFields;
use crate::notation::optional_move::PlainMove;
use crate::notation::parsed_move::ParsedMove;
use crate::notation::short_text::ShortText;
use crate::notation::spec::{NoText, NotationSpec};
use crate::rules::{Move, Position};
use crate::text;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The bytes of a longer text from the start of a move.
pub type Front = [u8; 16];

/// Turns a move into text and back.
pub trait MoveNotation: Sync {
    /// Its description in help and documentation.
    fn spec(&self) -> &'static NotationSpec;

    /// Appends the text of `mv`. `last` is whether the game ends with it, which some notations mark.
    ///
    /// # Errors
    /// Only for a kind of loss that `losses` lists. Nothing is then appended.
    fn write(&self, before: &Position, mv: Move, last: Last, out: &mut Vec<u8>) -> Result<(), NoText>;

    /// The text of a move that the notation can express, without end marks, held in one number. This is much faster
    /// than [`MoveNotation::write`], which must be called if this is `None`: that means nothing about the move.
    fn unmarked(&self, _before: &Position, _mv: Move) -> Option<ShortText> {
        None
    }

    /// Finds the one move that `text` names. Notations that cannot express illegal moves read as in
    /// [`Validation::Full`].
    ///
    /// # Errors
    /// If the text is not a move, more than one, or rejected by `validation`.
    fn read(&self, before: &Position, text: &[u8], validation: Validation) -> Result<ParsedMove, MoveError>;

    /// The legal move whose text `front` starts with, if it is spelled correctly and nothing about the move is unusual,
    /// as with nearly all. What follows the text is for the caller to judge. Much faster than [`MoveNotation::read`],
    /// where a notation has it.
    fn plain(&self, _before: &Position, _front: &Front) -> PlainMove {
        PlainMove::NOTHING
    }

    /// Whether `text` is not a move but repeats `start`: boards may.
    fn repeats(&self, _start: &Position, _text: &[u8]) -> bool {
        false
    }

    /// The content of a text by itself, without any board; `None` if there is none.
    fn fields(&self, _text: &[u8]) -> Option<Result<TextFields, MoveError>> {
        None
    }

    /// The notation as one whose moves can be taken back by their texts, if its texts contain all that a move changes
    /// on the board.
    fn reversible(&self) -> Option<&dyn ReversibleNotation> {
        None
    }

    /// A text as people see it: of binary notations lower-case hex.
    fn shown(&self, text: &[u8]) -> String {
        if self.spec().binary { text::hex(text) } else { String::from_utf8_lossy(text).into_owned() }
    }

    /// The text that is shown so; of binary notations also what is after `base64:`.
    ///
    /// # Errors
    /// If no text is shown so.
    fn bytes(&self, shown: &str) -> Result<Vec<u8>, MoveError> {
        if self.spec().binary { text::from_hex(shown).ok_or(NOT_HEX) } else { Ok(Vec::from(shown)) }
    }
}

/// A binary text that is not shown as it should be.
pub(super) const NOT_HEX: MoveError = MoveError::Syntax { at: 0, expected: "hex, or base64 after `base64:`" };

/// Why a text is not a move here. Knows nothing of files; [`super::san::explain`] finds the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is not a move in this notation.
    Syntax {
        /// The byte in the text where that was seen.
        at: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// No legal move fits.
    Illegal,
    /// The board and the text do not agree, or the move is one that is not played at this level of validation.
    Forbidden(&'static str),
    /// A capture en passant lacks its mark. No other move is written so.
    EnPassantUnmarked(Move),
    /// The ordinal is not below this number of legal moves.
    Ordinal(usize),
    /// More than one legal move fits.
    Ambiguous,
}

impl MoveError {
    /// The code of the error table.
    pub fn code(self) -> Code {
        match self {
            MoveError::Syntax { .. } => Code::MoveSyntax,
            MoveError::Illegal | MoveError::Forbidden(_) | MoveError::EnPassantUnmarked(_) => Code::MoveIllegal,
            MoveError::Ordinal(_) => Code::MoveOrdinal,
            MoveError::Ambiguous => Code::MoveAmbiguous,
        }
    }
}

/// The expression for the moves of a notation without leniencies, to be used in larger patterns.
pub(crate) fn pattern_of(notation: &dyn MoveNotation) -> String {
    let pattern = notation.spec().pattern;
    let start = Position::start();
    let (mut null, pass) = (Vec::new(), start.null_move());
    let is_noted = notation.write(&start, pass, Last::No, &mut null).is_ok()
        && notation.read(&start, &null, Validation::Full).is_ok_and(|named| !named.notes.is_empty());
    // A null move that is noted is one alternative among others.
    match pattern.strip_suffix(&format!("|{})", String::from_utf8_lossy(&null))).filter(|_| is_noted) {
        Some(moves) => format!("{moves})"),
        None => pattern.into(),
    }
}

/// How much of a move is compared with the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Validation {
    /// Only that there is a piece on the origin square.
    Off,
    /// Also whose piece moves, promotions, and what the text states of pieces, captures and castling.
    #[default]
    Basic,
    /// Also that the move is legal.
    Full,
}

impl Validation {
    /// Every level by its name, the laxest first.
    pub const ALL: [(&'static str, Validation); 3] =
        [("off", Validation::Off), ("basic", Validation::Basic), ("full", Validation::Full)];

    /// The names of the levels.
    pub const IDS: [&'static str; 3] = [Self::ALL[0].0, Self::ALL[1].0, Self::ALL[2].0];

    /// The level of this name.
    pub fn find(id: &str) -> Option<Validation> {
        Validation::ALL.into_iter().find(|(name, _)| *name == id).map(|(_, level)| level)
    }
}
