//! The use of the bits of a game.

use core::ops::AddAssign;

/// The bits of games by purpose, and the number of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Tag sections.
    pub tags: u64,
    /// Codes of moves.
    pub moves: u64,
    /// Codes of comments.
    pub comments: u64,
    /// Everything else: en-passant blocks, NAGs, variations, extensions, ends of games, and the bits that fill bytes.
    pub other: u64,
    /// Half-moves, including those of variations.
    pub plies: u64,
}

impl Shares {
    /// Each share with its name, in the order in which reports show them.
    pub fn by_name(&self) -> [(&'static str, u64); 4] {
        [("tags", self.tags), ("moves", self.moves), ("comments", self.comments), ("other", self.other)]
    }

    /// All bits.
    pub fn bits(&self) -> u64 {
        self.tags + self.moves + self.comments + self.other
    }
}

impl AddAssign for Shares {
    fn add_assign(&mut self, other: Shares) {
        self.tags += other.tags;
        self.moves += other.moves;
        self.comments += other.comments;
        self.other += other.other;
        self.plies += other.plies;
    }
}
