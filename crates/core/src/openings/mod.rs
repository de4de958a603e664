//! The names of openings, looked up by position.
//!
//! An opening is recognised by the position on the board, so it does not matter by which moves the game got there. The table is
//! made from the one that Lichess uses; `crates/core/openings/README.md` describes how.

mod key;
mod lines;
mod namer;
mod table;

pub use key::key;
pub use lines::{OpeningLine, lines};
pub use namer::Namer;

use crate::rules::{Color, Position, Role};

/// An opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    eco: &'static str,
    name: &'static str,
}

impl Opening {
    /// The code of the Encyclopaedia of Chess Openings: `B90`.
    pub fn eco(self) -> &'static str {
        self.eco
    }

    /// The whole name: `Sicilian Defense: Najdorf Variation, English Attack`.
    pub fn whole(self) -> &'static str {
        self.name
    }

    /// The name up to the colon: `Sicilian Defense`.
    pub fn family(self) -> &'static str {
        self.parts().0
    }

    /// The text after the colon, if there is one: `Najdorf Variation, English Attack`.
    pub fn variation(self) -> Option<&'static str> {
        self.parts().1
    }

    fn parts(self) -> (&'static str, Option<&'static str>) {
        match self.name.split_once(": ") {
            Some((family, variation)) => (family, Some(variation)),
            None => (self.name, None),
        }
    }
}

/// The opening that has this very position: the same pieces, side to move, castling rights and legal en passant
/// capture. Openings of standard chess are also those of King of the Hill, Three-check and Crazyhouse. Positions of
/// other rules belong to none.
///
/// ```
/// use scoresheet_core::openings;
/// use scoresheet_core::position::fen;
/// let position = fen::parse("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").unwrap();
/// assert_eq!(openings::find(&position).map(|opening| opening.whole()), Some("Sicilian Defense"));
/// ```
pub fn find(position: &Position) -> Option<Opening> {
    if in_reach(position) { table::place(key(position)).and_then(table::opening) } else { None }
}

/// Whether a position of the table can be reached from this one, as far as its pieces and unmoved pawns show. This costs less
/// than computing the key of a position.
#[inline]
fn in_reach(position: &Position) -> bool {
    position.occupied().count_ones() >= table::fewest_pieces(unmoved_pawns(position))
        && position.rules().opens_as_chess()
}

/// The pawns on the squares that they start from: a bit for each file, White's first.
#[inline]
pub fn unmoved_pawns(position: &Position) -> u16 {
    let white = position.of(Color::White, Role::Pawn) >> 8 & 0xff;
    let black = position.of(Color::Black, Role::Pawn) >> 40 & 0xff00;
    (white | black) as u16
}
