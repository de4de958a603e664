//! Position notations: how a whole board is written. One file each, listed once in [`ALL`].

pub mod bcfen;
pub mod board;
pub mod epd;
pub mod fen;
mod rights;
mod said;
pub mod sfen;

use crate::error::Code;
use crate::loss::LossKind;
use crate::notation::{Claim, Spec, Validation};
use crate::rules::{Color, Position, Rules, Square};
use alloc::string::String;
use alloc::vec::Vec;

/// Turns a position into text and back.
pub trait PositionNotation: Sync {
    /// What help and documentation say of it.
    fn spec(&self) -> &'static Spec;

    /// How a text is held against the rules where nobody asks for another level.
    fn usual_validation(&self) -> Validation {
        Validation::Basic
    }

    /// Appends the text of `position`, with the end marks that say `claim` where the notation has any. What the notation
    /// cannot say is left out: [`PositionNotation::loss`] tells it.
    fn write(&self, position: &Position, claim: Claim, out: &mut Vec<u8>);

    /// What of this position is left out, of the kinds that `losses` lists.
    fn loss(&self, _position: &Position) -> Option<LossKind> {
        None
    }

    /// Reads a position. `rules`: those that are known to be played; `None` where nothing says which, and then castling
    /// rights that only Chess960 explains select it. [`Validation::Full`] refuses what no game can start from; the other
    /// levels read any board, with a note.
    ///
    /// # Errors
    /// Where the text is no position, or none that `validation` lets pass.
    fn read<'t>(
        &self,
        text: &'t [u8],
        rules: Option<&'static Rules>,
        validation: Validation,
    ) -> Result<Read<'t>, PositionError>;

    /// What a text says by itself, field by field; whether it makes sense on a board is not asked.
    ///
    /// # Errors
    /// Where the text is no position.
    fn fields<'t>(&self, text: &'t [u8]) -> Result<Fields<'t>, PositionError>;
}

/// A position that was read, and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<'t> {
    /// The position.
    pub position: Position,
    /// The leniencies it took.
    pub notes: Vec<Code>,
    /// What the text says; where it is silent, the position holds what is assumed.
    pub fields: Fields<'t>,
}

/// What a text says of a position; `None` where it is silent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields<'t> {
    /// Where the pieces stand, a1 first, b1 second.
    pub pieces: board::Pieces,
    /// Who moves.
    pub turn: Option<Color>,
    /// The letters of the castling field, `-` for none.
    pub castling: Option<&'t [u8]>,
    /// The en passant square, `-` for none.
    pub en_passant: Option<&'t [u8]>,
    /// What end marks say. [`Claim::Any`] where the notation has none.
    pub claim: Claim,
    /// Plies since a capture or a pawn's move.
    pub halfmove: Option<u32>,
    /// The number of the move.
    pub fullmove: Option<u32>,
    /// Squares that hold a number without a meaning.
    pub unused: Vec<(Square, u8)>,
    /// Leniencies taken to tell the fields apart.
    pub notes: Vec<Code>,
}

impl Fields<'_> {
    /// A board about which nothing else is said.
    fn of(pieces: board::Pieces) -> Self {
        Fields {
            pieces,
            turn: None,
            castling: None,
            en_passant: None,
            claim: Claim::Any,
            halfmove: None,
            fullmove: None,
            unused: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Whether these are the castling rights of a position; so they are where nothing is said of them.
    pub(crate) fn castling_fits(&self, position: &Position) -> bool {
        self.castling.is_none_or(|letters| {
            let said = rights::read(letters, position, None);
            !said.dropped && said.rooks == position.castling()
        })
    }

    /// Whether this is the square that the last move passed over. `-` is also right where nobody can take there.
    pub(crate) fn passed_fits(&self, position: &Position) -> bool {
        match self.en_passant {
            None => true,
            Some(b"-") => position.passed().is_none() || !position.has_legal_en_passant(),
            Some(square) => said::square(square).is_some_and(|square| position.passed() == Some(square)),
        }
    }

    /// The board as FEN writes it.
    pub fn board(&self) -> String {
        let mut out = Vec::with_capacity(72);
        board::write(|square| self.pieces[square.index()], &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The kind of defect.
    pub code: Code,
    /// The byte in the text where it was seen.
    pub at: usize,
    /// What is wrong, in words.
    pub message: String,
}

impl core::fmt::Display for PositionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for PositionError {}

fn error(code: Code, at: usize, message: String) -> PositionError {
    PositionError { code, at, message }
}

/// A word of a text as messages show it.
fn shown(word: &[u8]) -> String {
    String::from_utf8_lossy(word).chars().take(crate::error::TEXT_SHOWN).collect()
}

/// The first words of a text, each with the byte it starts at; the first seven, which is more than any notation has.
struct Words<'t> {
    found: [(usize, &'t [u8]); 7],
    count: usize,
}

impl<'t> Words<'t> {
    fn of(text: &'t [u8]) -> Words<'t> {
        let mut words = Words { found: [(0, b""); 7], count: 0 };
        let mut at = 0;
        for word in text.split(u8::is_ascii_whitespace) {
            if !word.is_empty() {
                let Some(place) = words.found.get_mut(words.count) else { break };
                *place = (at, word);
                words.count += 1;
            }
            at += word.len() + 1;
        }
        words
    }
}

impl<'t> core::ops::Deref for Words<'t> {
    type Target = [(usize, &'t [u8])];
    fn deref(&self) -> &Self::Target {
        &self.found[..self.count]
    }
}

/// Every position notation, in the order help and documentation show them.
#[rustfmt::skip]
pub static ALL: &[&dyn PositionNotation] = &[
    &fen::Fen,
    &epd::EPD,
    &sfen::SFEN,
    &sfen::SFEN_1_0,
    &bcfen::BCFEN,
    &bcfen::BCFEN_1_0,
];

/// The notation with this id.
pub fn find(id: &str) -> Option<&'static dyn PositionNotation> {
    ALL.iter().copied().find(|notation| notation.spec().id == id)
}
