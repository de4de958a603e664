//! Plain moves, which nearly all are: read without looking for anything else.

use crate::game::number::MoveNumber;

/// A move that stands where moves stand, with a number before it or none.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a> {
    /// The number before it.
    pub number: Option<MoveNumber>,
    /// Where the word starts.
    pub start: usize,
    /// The move.
    pub word: &'a [u8],
}
