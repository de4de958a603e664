//! Moves that need no decision, because nothing but moves can change what happens to them.

/// What happens to the next moves, until a step of another kind comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// How many moves this holds for.
    pub moves: u32,
    /// Whether they are passed on, or else dropped.
    pub pass: bool,
}

impl Stretch {
    pub(super) fn pass(moves: u32) -> Stretch {
        Stretch { moves, pass: true }
    }

    pub(super) fn drop(moves: u32) -> Stretch {
        Stretch { moves, pass: false }
    }
}
