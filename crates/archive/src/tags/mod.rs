//! The tags of games: columns by name, each with the model that fits.
//!
//! What the blocks of a group share is in a [`TagsModel`]: names, sequences of names (shapes), dictionaries, and what the
//! models learned. A block has a stream for the shapes of its games and one for each unit of columns, so that columns can
//! be read without the others.

mod char_model;
mod choice;
mod fallback;
mod ids;
mod key;
mod mixing;
mod model;
mod names;
mod numbers;
mod players;
mod rating_baseline;
mod rating_values;
mod ratings;
mod recency;
mod rules;
mod shape;
mod store;
mod table;
mod timestamps;
mod unit;
mod words;

pub(crate) use model::TAG_SIZE;
pub use model::TagsModel;
pub use store::TagStore;

use scoresheet_core::step::Termination;

/// What is known of a game before its tags are read. It predicts tags; wrong facts only cost bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The marker at its end.
    pub termination: Option<Termination>,
    /// Whether its last position is checkmate.
    pub mated: Option<bool>,
    /// How many plies its mainline has.
    pub plies: Option<u32>,
}

/// How many values [`Facts::symbol`] has.
const FACTS: usize = 18;

impl Facts {
    /// The termination and whether it is mate, as a number below [`FACTS`].
    fn symbol(&self) -> u32 {
        let termination = match self.termination {
            None => 0,
            Some(Termination::WhiteWins) => 1,
            Some(Termination::BlackWins) => 2,
            Some(Termination::Draw) => 3,
            Some(Termination::BothLose) => 4,
            Some(Termination::Unknown) => 5,
        };
        3 * termination + self.mated.map_or(0, |mated| 1 + u32::from(mated))
    }

    /// Twice the points of White, if they are known.
    fn points(&self) -> Option<i64> {
        match self.termination? {
            Termination::WhiteWins => Some(2),
            Termination::BlackWins => Some(0),
            Termination::Draw => Some(1),
            Termination::BothLose | Termination::Unknown => None,
        }
    }
}

/// Which tags are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagSelection<'n> {
    /// All of them.
    All,
    /// Those with these names.
    Names(&'n [&'n str]),
}

impl TagSelection<'_> {
    fn has(&self, name: &str) -> bool {
        match self {
            TagSelection::All => true,
            TagSelection::Names(names) => names.contains(&name),
        }
    }
}
