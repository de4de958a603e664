//! Finds positions in games: a small language of patterns, and a matcher that replays games and reports the plies at which a
//! pattern holds.
//!
//! A pattern is a list of operations in postfix order ([`program`]), so neither parsing nor matching recurses. Each test
//! ([`mod@test`]) looks at one ply: the board, and the move that led to it.

mod facts;
mod follower;
mod lexer;
mod matcher;
mod material;
mod moved;
mod op;
mod parser;
mod program;
mod squares;
mod test;

pub use facts::Facts;
pub use follower::Follower;
pub use matcher::Matcher;
pub use program::Pattern;

use alloc::string::String;
use core::fmt;

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The bytes of the text that are wrong.
    pub at: core::ops::Range<usize>,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for PatternError {}
