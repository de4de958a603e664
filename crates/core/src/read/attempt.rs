//! How far a game was read with letters that may not be its own: what `letters` decides and the reading of games acts on.

use super::initials::Initials;

/// How a game is read that its first letters cannot play.
#[derive(Debug, Default)]
pub(super) struct Attempt {
    /// Whether the first bad move ends the reading.
    pub(super) is_trial: bool,
    /// Whether the letters of this game are found: no others are tried.
    pub(super) is_decided: bool,
    /// Where reading was broken off.
    pub(super) failed: Option<usize>,
    /// The letters of the game, where English was broken off.
    pub(super) initials: Initials,
}
