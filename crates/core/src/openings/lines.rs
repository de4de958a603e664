//! The moves that lead to each named position. `crates/core/openings/README.md` describes the file.

use super::{Opening, table};
use crate::rules::PackedMove;

const LINES: &[u8] = include_bytes!("lines.bin");

/// The length of what precedes the moves of a line.
const HEADER: usize = 5;

/// A named position, by moves that lead to it.
#[derive(Clone, Copy, Debug)]
pub struct OpeningLine {
    /// The opening that it belongs to.
    pub opening: Opening,
    moves: &'static [[u8; 2]],
}

impl OpeningLine {
    /// The moves from the standard start.
    pub fn moves(self) -> impl ExactSizeIterator<Item = PackedMove> {
        self.moves.iter().map(|bytes| PackedMove(u16::from_le_bytes(*bytes)))
    }
}

/// Every named position once, in the order of the codes and names of their openings.
///
/// ```
/// use scoresheet_core::openings;
/// let first = openings::lines().next().unwrap();
/// assert_eq!((first.opening.whole(), first.moves().len()), ("Amar Opening", 1));
/// ```
pub fn lines() -> impl Iterator<Item = OpeningLine> {
    let mut rest = LINES;
    core::iter::from_fn(move || {
        let (header, more) = rest.split_first_chunk::<HEADER>()?;
        let [a, b, c, d, plies] = *header;
        let (moves, more) = more.split_at_checked(2 * usize::from(plies))?;
        rest = more;
        Some(OpeningLine { opening: table::opening(u32::from_le_bytes([a, b, c, d]))?, moves: moves.as_chunks().0 })
    })
}
