//! Names one game while its positions come by.

use super::{Opening, in_reach, key, table};
use crate::rules::Position;

/// Remembers the last position of a game that belongs to an opening.
///
/// ```
/// use scoresheet_core::openings::Namer;
/// use scoresheet_core::position::fen;
/// let mut namer = Namer::new();
/// for fen in [
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
///     "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1",
///     "rnbqkbnr/ppppppp1/8/7p/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2",
/// ] {
///     namer.see(&fen::parse(fen).unwrap());
/// }
/// assert_eq!(namer.found().map(|opening| opening.eco()), Some("A04"));
/// assert_eq!(namer.ply(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Namer {
    /// How many positions were looked up.
    seen: u32,
    /// The last one that belongs to an opening: its ply, and the place of the opening among the names.
    last: Option<(u32, u32)>,
    /// How many pieces were on the last board.
    pieces: u32,
    /// Whether the game can get to no position of the table any more.
    over: bool,
}

impl Namer {
    /// A namer that has seen nothing. Each game needs a new one.
    pub fn new() -> Namer {
        Namer::default()
    }

    /// Takes the next position of the mainline, the start first.
    #[inline]
    pub fn see(&mut self, position: &Position) {
        // Captured pieces and moved pawns never return, so most plies of a game cost no more than this.
        if self.over {
            return;
        }
        let pieces = position.occupied().count_ones();
        // Only a drop increases the number, and the positions after one are not openings of chess.
        if !in_reach(position) || self.seen > 0 && pieces > self.pieces {
            self.over = true;
            return;
        }
        self.pieces = pieces;
        if let Some(place) = table::place(key(position)) {
            self.last = Some((self.seen, place));
        }
        self.seen += 1;
    }

    /// Whether no later position of the game can belong to an opening.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The opening of the last position that belongs to one.
    pub fn found(&self) -> Option<Opening> {
        self.last.and_then(|(_, place)| table::opening(place))
    }

    /// The ply after which that position occurred; 0 for the start, and if there is none.
    pub fn ply(&self) -> u32 {
        self.last.map_or(0, |(ply, _)| ply)
    }
}
