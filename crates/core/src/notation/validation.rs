//! How strictly texts are checked against the board.

/// How much of a move is compared with the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Validation {
    /// Nothing but that something stands where the move starts.
    Off,
    /// Also whose piece moves, promotions, and what the text says of pieces, captures and castling.
    #[default]
    Basic,
    /// Also that the move is legal.
    Full,
}

impl Validation {
    /// Every level by its name, the laxest first.
    pub const ALL: [(&'static str, Validation); 3] =
        [("off", Validation::Off), ("basic", Validation::Basic), ("full", Validation::Full)];

    /// The names of the levels.
    pub const IDS: [&'static str; 3] = [Self::ALL[0].0, Self::ALL[1].0, Self::ALL[2].0];

    /// The level of this name.
    pub fn find(id: &str) -> Option<Validation> {
        Validation::ALL.into_iter().find(|(name, _)| *name == id).map(|(_, level)| level)
    }
}
