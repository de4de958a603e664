//! How games are read.

use super::record::Depth;
use crate::limits::Limits;
use crate::notation::Validation;
use crate::notation::language::{ENGLISH, Letters};

/// Which faults are kept, besides being counted. Kept faults are formatted as messages, so keep no more than are
/// needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepFaults {
    /// The first of each code, and the first error of each game.
    #[default]
    Firsts,
    /// Those of the game that was read last, in [`super::Record::faults`].
    OfGame,
    /// Every one of the block, in [`super::Tally::all`].
    All,
    /// Every one of the block, in both places.
    Both,
}

impl KeepFaults {
    /// Keeps what this one keeps and what another one keeps.
    #[must_use]
    pub fn and(self, other: KeepFaults) -> KeepFaults {
        match (self.of_game() || other.of_game(), self.all() || other.all()) {
            (false, false) => KeepFaults::Firsts,
            (true, false) => KeepFaults::OfGame,
            (false, true) => KeepFaults::All,
            (true, true) => KeepFaults::Both,
        }
    }

    /// Whether each record has the faults of its game.
    pub(crate) fn of_game(self) -> bool {
        matches!(self, KeepFaults::OfGame | KeepFaults::Both)
    }

    /// Whether the tally has every fault.
    pub fn all(self) -> bool {
        matches!(self, KeepFaults::All | KeepFaults::Both)
    }
}

/// How games are read.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether every note is an error.
    pub strict: bool,
    /// Limits that protect against hostile input.
    pub limits: Limits,
    /// The letters for pieces. `None` reads each game with those of English, and a game that English cannot play with those of
    /// the language that plays more of it.
    pub letters: Option<&'static Letters>,
    /// How strictly moves are checked in a notation that can express illegal ones.
    pub validation: Validation,
    /// Whether games of VGN in a file of PGN are refused.
    pub only_pgn: bool,
    /// How much work a game gets.
    pub depth: Depth,
    /// Whether all of [`super::Record::tags`] are kept; those that decide how the game is read are kept in any case.
    /// If a sink takes the steps of games, all must be.
    pub keep_tags: bool,
    /// Whether [`super::Record::plies`] are kept; [`super::Record::ply_count`] is known in any case.
    pub keep_plies: bool,
    /// Whether [`super::Record::comments`] are kept.
    pub keep_comments: bool,
    /// Which faults are kept.
    pub keep_faults: KeepFaults,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strict: false,
            limits: Limits::default(),
            letters: Some(&ENGLISH),
            validation: Validation::Basic,
            only_pgn: false,
            depth: Depth::Positions,
            keep_tags: true,
            keep_plies: true,
            keep_comments: false,
            keep_faults: KeepFaults::Firsts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::KeepFaults::{All, Both, Firsts, OfGame};

    #[test]
    fn what_two_want_is_kept() {
        for (one, other, both) in [(Firsts, OfGame, OfGame), (OfGame, All, Both), (All, Firsts, All), (Both, All, Both)]
        {
            assert_eq!((one.and(other), other.and(one)), (both, both));
        }
    }
}
