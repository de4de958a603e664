//! How many bytes of an archive each kind of content takes.

use std::ops::AddAssign;

/// The bytes of each kind of content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The mark, length and checksum of each section, the lengths of streams, and the index.
    pub frame: u64,
    /// What the blocks of groups share: dictionaries, and what models have learned.
    pub shared: u64,
    /// How games start and end, and how long they are.
    pub heads: u64,
    /// Tags.
    pub tags: u64,
    /// Moves.
    pub moves: u64,
    /// The order of everything in games that have more than moves, and NAGs.
    pub items: u64,
    /// Numbers, clocks, evaluations and lines of moves in comments.
    pub numbers: u64,
    /// Other words of comments.
    pub prose: u64,
    /// All other texts, such as words that are not moves.
    pub others: u64,
    /// What the bytes of sources have besides their games.
    pub rest: u64,
    /// The bytes of tags by name, if they were requested.
    pub of_tags: Vec<(String, u64)>,
    /// The number of plies, including those of variations.
    pub plies: u64,
}

impl Sizes {
    /// The names of the kinds and their bytes.
    pub fn each(&self) -> [(&'static str, u64); 10] {
        [
            ("tags", self.tags),
            ("moves", self.moves),
            ("heads", self.heads),
            ("items", self.items),
            ("numbers", self.numbers),
            ("prose", self.prose),
            ("others", self.others),
            ("rest", self.rest),
            ("shared", self.shared),
            ("frame", self.frame),
        ]
    }

    /// The number of all bytes.
    pub fn total(&self) -> u64 {
        self.each().iter().map(|(_, bytes)| bytes).sum()
    }
}

impl AddAssign for Sizes {
    fn add_assign(&mut self, other: Sizes) {
        self.frame += other.frame;
        self.shared += other.shared;
        self.heads += other.heads;
        self.tags += other.tags;
        self.moves += other.moves;
        self.items += other.items;
        self.numbers += other.numbers;
        self.prose += other.prose;
        self.others += other.others;
        self.rest += other.rest;
        self.plies += other.plies;
        for (name, bytes) in other.of_tags {
            match self.of_tags.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += bytes,
                None => self.of_tags.push((name, bytes)),
            }
        }
    }
}
