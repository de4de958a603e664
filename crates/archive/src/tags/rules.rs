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
pub(super) enum UnitModel {
    /// A dictionary with these keys, ids or numbers.
    Choice(&'static [KeyName]),
    /// A dictionary whose classes depend on the termination.
    ByFacts,
    /// White and Black.
    Players,
    /// Ratings and changes of White and Black.
    Ratings,
    /// A date and a time, near those of two other tags.
    Moments([&'static str; 2]),
    /// Numbers against those of the game before.
    Numbers,
    /// A number that may be that of the plies.
    Plies,
}

/// A rule: the names that are coded together, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) names: &'static [&'static str],
    pub(super) model: UnitModel,
    /// Whether the group has a value for each value of the first key.
    pub(super) has_map: bool,
}

use KeyName::{Facts, Player, Tag};

const fn choice(names: &'static [&'static str], keys: &'static [KeyName]) -> Rule {
    Rule { names, model: UnitModel::Choice(keys), has_map: false }
}

const fn mapped(names: &'static [&'static str], keys: &'static [KeyName]) -> Rule {
    Rule { has_map: true, ..choice(names, keys) }
}

const fn rule(names: &'static [&'static str], model: UnitModel) -> Rule {
    Rule { names, model, has_map: false }
}

/// The rules, in the order in which columns are coded: keys come before what they predict.
pub(super) const RULES: &[Rule] = &[
    choice(&["Result"], &[Facts]),
    rule(&["White", "Black"], UnitModel::Players),
    choice(&["TimeControl"], &[Tag("White"), Tag("Black")]),
    choice(&["Event"], &[Tag("TimeControl"), Tag("White"), Tag("Black")]),
    rule(&["UTCDate", "UTCTime"], UnitModel::Moments(["", ""])),
    rule(&["Date"], UnitModel::Moments(["UTCDate", ""])),
    rule(&["EventDate"], UnitModel::Moments(["Date", ""])),
    rule(&["StartTime"], UnitModel::Moments(["", "UTCTime"])),
    rule(&["Time"], UnitModel::Moments(["", "UTCTime"])),
    rule(&["EndDate", "EndTime"], UnitModel::Moments(["UTCDate", "UTCTime"])),
    rule(&["Termination"], UnitModel::ByFacts),
    mapped(&["WhiteTitle", "BlackTitle"], &[Player]),
    mapped(&["WhiteFideId", "BlackFideId"], &[Player]),
    mapped(&["WhiteTeam", "BlackTeam"], &[Player]),
    rule(&["WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"], UnitModel::Ratings),
    choice(&["Opening"], &[Tag("White"), Tag("Black")]),
    choice(&["Variation"], &[Tag("Opening")]),
    mapped(&["ECO"], &[Tag("Opening"), Tag("Variation")]),
    mapped(&["Site"], &[Tag("Event")]),
    rule(&["Round"], UnitModel::Numbers),
    rule(&["PlyCount"], UnitModel::Plies),
    mapped(&["EventType"], &[Tag("Event")]),
    mapped(&["EventRounds"], &[Tag("Event")]),
    mapped(&["EventCountry"], &[Tag("Event")]),
    mapped(&["EventCategory"], &[Tag("Event")]),
    mapped(&["Source"], &[Tag("Event")]),
    mapped(&["SourceDate"], &[Tag("Event")]),
];
