//! Finds positions in games: a small language of patterns, and a matcher that replays games and reports the plies at which a
//! pattern holds.
//!
//! A pattern is a list of operations in postfix order (`program.rs`), so neither parsing nor matching recurses. Each test
//! (`test.rs`) looks at one ply: the board, and the move that led to it.

mod changes;
mod follower;
mod last_move;
mod lexer;
mod library;
mod matcher;
mod material;
mod needs;
mod notes;
mod parser;
mod place;
mod program;
mod region;
mod scan;
mod sight;
mod span;
mod squares;
mod structure;
mod test;
mod values;
mod verbs;
mod words;

pub use follower::Follower;
pub use library::{Library, shipped_names};
pub use matcher::Matcher;
pub use notes::PlyNotes;
pub use place::TargetPosition;
pub use program::Pattern;
pub use test::PatternFacts;
pub use words::TestForm;

/// Every form of a test, for documentation.
pub fn forms() -> impl Iterator<Item = TestForm> {
    words::WORDS.iter().flat_map(|word| word.forms.iter().copied()).chain(verbs::VERBS.iter().map(|verb| verb.form))
}

use alloc::string::String;
use core::fmt;

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The bytes of the text that are wrong.
    pub at: core::ops::Range<usize>,
    /// The fault, in words.
    pub message: String,
}

impl PatternError {
    /// The line and the column of the error in the text that was read, both from 1. Columns are characters.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.at.start).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for PatternError {}
