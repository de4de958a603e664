//! Plain moves, which nearly all are: read without looking for anything else.

/// A move that stands where moves stand, with a number before it or none.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a> {
    /// The number, and whether it is Black's.
    pub number: Option<(u32, bool)>,
    /// Where the word starts.
    pub start: usize,
    /// The move.
    pub word: &'a [u8],
}
