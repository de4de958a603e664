//! Whether a game is only tried, or read again: what `letters` decides and the reading of games acts on.

use crate::notation::language::Letters;

/// How a game is read that its first letters cannot play.
#[derive(Debug, Default)]
pub(super) struct Attempt {
    /// The letters to read the game again with.
    pub(super) letters: Option<&'static Letters>,
    /// Whether the game is only tried, and the first bad move ends that.
    pub(super) is_trial: bool,
    /// Where that was.
    pub(super) failed: Option<usize>,
}
