//! What a pattern can ask about a whole game.

use crate::step::Termination;

/// What a pattern can ask about a whole game, in addition to its moves. The default is a game about which nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The result, if the game has one.
    pub result: Option<Termination>,
    /// The rating of White.
    pub white_elo: Option<u16>,
    /// The rating of Black.
    pub black_elo: Option<u16>,
}
