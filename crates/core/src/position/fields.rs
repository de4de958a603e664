//! The content of a text about a position, field by field, before anything is assumed.

use crate::error::Code;
use crate::notation::Claim;
use crate::position::{board, rights};
use crate::rules::{Color, Hand, Position, Square};
use alloc::string::String;
use alloc::vec::Vec;

/// The content of a text about a position; `None` for missing parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFields<'t> {
    /// The piece on each square, a1 first, b1 second.
    pub pieces: board::BoardSquares,
    /// Who moves.
    pub turn: Option<Color>,
    /// The letters of the castling field, `-` for none.
    pub castling: Option<&'t [u8]>,
    /// The en passant square, `-` for none.
    pub en_passant: Option<&'t [u8]>,
    /// The meaning of the end marks. [`Claim::Any`] if the notation has none.
    pub claim: Claim,
    /// Plies since a capture or a pawn's move.
    pub halfmove: Option<u32>,
    /// The number of the move.
    pub fullmove: Option<u32>,
    /// What may be dropped.
    pub hand: Option<Hand>,
    /// The squares of pieces that are marked as promoted.
    pub promoted: u64,
    /// How many checks White and Black may still give.
    pub checks: Option<[u8; 2]>,
    /// Squares that hold a number without a meaning.
    pub unused: Vec<(Square, u8)>,
    /// Leniencies needed to separate the fields.
    pub notes: Vec<Code>,
}

impl PositionFields<'_> {
    /// A board about which nothing else is said.
    pub(super) fn of(pieces: board::BoardSquares) -> Self {
        PositionFields {
            pieces,
            turn: None,
            castling: None,
            en_passant: None,
            claim: Claim::Any,
            halfmove: None,
            fullmove: None,
            hand: None,
            promoted: 0,
            checks: None,
            unused: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Whether the pieces are placed as in a position.
    pub(super) fn stand_as_in(&self, position: &Position) -> bool {
        (0..).zip(self.pieces).all(|(square, piece)| position.stands(Square::masked(square), piece))
    }

    /// Whether this is the start of chess, with any castling rights.
    pub(crate) fn is_start_of_chess(&self) -> bool {
        self.turn != Some(Color::Black) && self.stand_as_in(&Position::start())
    }

    /// Whether these are the castling rights of a position; they also are if they are not given.
    pub(crate) fn castling_fits(&self, position: &Position) -> bool {
        self.castling.is_none_or(|letters| {
            let said = rights::read(letters, position, None);
            !said.dropped && said.rooks == position.castling()
        })
    }

    /// Whether this is the square that the last move passed over. `-` is also right if no pawn can capture there.
    pub(crate) fn passed_fits(&self, position: &Position) -> bool {
        match self.en_passant {
            None => true,
            Some(b"-") => position.passed().is_none() || !position.has_legal_en_passant(),
            Some(field) => passed_square(field).is_some_and(|square| position.passed() == Some(square)),
        }
    }

    /// The board as FEN writes it.
    pub fn board(&self) -> String {
        let mut out = Vec::with_capacity(72);
        board::write(|square| self.pieces[square.index()], &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }
}

/// The square of an en passant field, in any case; `None` for a dash.
pub(super) fn passed_square(field: &[u8]) -> Option<Square> {
    match field {
        [file, rank] => Square::parse(file.to_ascii_lowercase(), *rank),
        _ => None,
    }
}

/// The first words of a text, each with the byte it starts at; the first nine, which is more than any notation has.
pub(super) struct FirstWords<'t> {
    found: [(usize, &'t [u8]); 9],
    count: usize,
}

impl<'t> FirstWords<'t> {
    pub(super) fn of(text: &'t [u8]) -> FirstWords<'t> {
        let mut words = FirstWords { found: [(0, b""); 9], count: 0 };
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

impl<'t> core::ops::Deref for FirstWords<'t> {
    type Target = [(usize, &'t [u8])];
    fn deref(&self) -> &Self::Target {
        &self.found[..self.count]
    }
}
