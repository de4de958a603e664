//! Which model fits which name.

/// What a column is looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyName {
    /// The termination of the game.
    Facts,
    /// Another tag.
    Tag(&'static str),
    /// The player of the column's own color.
    Player,
}

/// The model of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// A dictionary, with these keys.
    Choice(&'static [KeyName]),
    /// A dictionary whose classes depend on the termination.
    ByFacts,
}

/// A rule: the names that are coded together, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) names: &'static [&'static str],
    pub(super) model: Model,
    /// Whether the group has a value for each value of the first key.
    pub(super) has_map: bool,
}

use KeyName::{Facts, Player, Tag};

const fn choice(names: &'static [&'static str], keys: &'static [KeyName]) -> Rule {
    Rule { names, model: Model::Choice(keys), has_map: false }
}

const fn mapped(names: &'static [&'static str], keys: &'static [KeyName]) -> Rule {
    Rule { has_map: true, ..choice(names, keys) }
}

/// The rules, in the order in which columns are coded: keys stand before what they predict.
pub(super) const RULES: &[Rule] = &[
    choice(&["Result"], &[Facts]),
    choice(&["White", "Black"], &[]),
    choice(&["TimeControl"], &[Tag("White"), Tag("Black")]),
    choice(&["Event"], &[Tag("TimeControl"), Tag("White"), Tag("Black")]),
    Rule { names: &["Termination"], model: Model::ByFacts, has_map: false },
    mapped(&["WhiteTitle", "BlackTitle"], &[Player]),
    mapped(&["WhiteFideId", "BlackFideId"], &[Player]),
    mapped(&["WhiteTeam", "BlackTeam"], &[Player]),
    choice(&["WhiteElo", "BlackElo"], &[Player]),
    choice(&["Opening"], &[Tag("White"), Tag("Black")]),
    choice(&["Variation"], &[Tag("Opening")]),
    mapped(&["ECO"], &[Tag("Opening"), Tag("Variation")]),
    mapped(&["Site"], &[Tag("Event")]),
    mapped(&["EventDate"], &[Tag("Event")]),
    choice(&["Date"], &[Tag("UTCDate")]),
];
