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

impl Facts {
    /// What the text of the tag `Result` and the ratings of White and Black state.
    ///
    /// ```
    /// use scoresheet_core::find::Facts;
    /// use scoresheet_core::step::Termination;
    /// assert_eq!(Facts::of(Some("1-0"), [None, None]).result, Some(Termination::WhiteWins));
    /// assert_eq!(Facts::of(Some("*"), [None, None]), Facts::default());
    /// ```
    pub fn of(result: Option<&str>, [white_elo, black_elo]: [Option<u16>; 2]) -> Facts {
        let result = result.and_then(Termination::find).filter(|result| *result != Termination::Unknown);
        Facts { result, white_elo, black_elo }
    }
}
