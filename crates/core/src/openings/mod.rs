//! The names of openings, looked up by position.
//!
//! An opening is recognised by the position on the board, so it does not matter by which moves the game got there. The table is
//! made from the one that Lichess uses; `crates/core/openings/README.md` says how.

mod key;
mod namer;
mod table;

pub use key::key;
pub use namer::Namer;

use crate::rules::{self, Color, Position, Role};

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

    /// What follows the colon, where there is one: `Najdorf Variation, English Attack`.
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

/// The opening that has this very position: the same pieces, side to move, castling rights and legal capture in passing.
/// Positions of other rules than the standard ones belong to no opening.
///
/// ```
/// use scoresheet_core::openings;
/// use scoresheet_core::position::fen;
/// let (position, _) = fen::read("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").unwrap();
/// assert_eq!(openings::find(&position).map(|opening| opening.whole()), Some("Sicilian Defense"));
/// ```
pub fn find(position: &Position) -> Option<Opening> {
    place(position).and_then(table::opening)
}

/// Where the opening that has this position stands among the names.
#[inline]
fn place(position: &Position) -> Option<u32> {
    // Most plies of a game come after its opening. Counting tells so for less than making a key costs.
    let in_reach = position.occupied().count_ones() >= table::FEWEST_PIECES
        && pawns_at_home(position) >= table::FEWEST_PAWNS_AT_HOME
        && position.rules() == rules::standard();
    if in_reach { table::place(key(position)) } else { None }
}

/// How many pawns have not moved yet.
#[inline]
pub fn pawns_at_home(position: &Position) -> u32 {
    const SECOND_RANK: u64 = 0xff << 8;
    const SEVENTH_RANK: u64 = 0xff << 48;
    let white = position.of(Color::White, Role::Pawn) & SECOND_RANK;
    let black = position.of(Color::Black, Role::Pawn) & SEVENTH_RANK;
    (white | black).count_ones()
}
