//! The meaning of tag names in VGN, and their places there.

use crate::dialect::vgn::rules::RuleSet;
use crate::roster::ROSTER;
use crate::rules::Rules;
use crate::step::Dialect;
use alloc::format;
use alloc::string::String;

// Where a tag of VGN is. What PGN calls otherwise, or VGN leaves out, has no place.
pub(super) const GAME_FORMAT: u8 = 0;
pub(super) const DATE: u8 = 3;
pub(super) const RESULT: u8 = 7;
pub(super) const END_DATE: u8 = 8;
pub(super) const OTHER: u8 = 9;
pub(super) const RULES: u8 = 10;
pub(super) const PIECES: u8 = 11;
pub(super) const NAG_FORMAT: u8 = 12;
pub(super) const SET_UP: u8 = 13;
pub(super) const MOVE_FORMAT: u8 = 14;
pub(super) const PLACES: u8 = 15;
/// PGN's FEN.
pub(super) const BOARD: u8 = 16;
/// What is said otherwise.
pub(super) const GONE: u8 = 17;

/// Names that mean something in VGN, as they are spelled there, and their places.
const MEANING: [(&str, u8); 8] = [
    ("GameFormat", GAME_FORMAT),
    ("Date", DATE),
    ("Result", RESULT),
    ("EndDate", END_DATE),
    ("Rules", RULES),
    ("Pieces", PIECES),
    ("SetUp", SET_UP),
    ("MoveFormat", MOVE_FORMAT),
];

/// Where the tag of this name belongs.
pub(super) fn place(name: &str, dialect: Dialect) -> u8 {
    usual_place(name).unwrap_or_else(|| other_place(name, dialect))
}

/// Where the tag belongs that VGN or PGN spells just so.
pub(super) fn usual_place(name: &str) -> Option<u8> {
    Some(match name {
        "Event" => 1,
        "Site" => 2,
        "Date" => DATE,
        "Round" => 4,
        "White" => 5,
        "Black" => 6,
        "Result" => RESULT,
        "EndDate" => END_DATE,
        "Rules" => RULES,
        "Pieces" => PIECES,
        "NAGFormat" => NAG_FORMAT,
        "SetUp" => SET_UP,
        "FEN" => BOARD,
        "GameFormat" => GAME_FORMAT,
        "MoveFormat" => MOVE_FORMAT,
        _ => return None,
    })
}

/// Where a tag belongs that has no [`usual_place`]. VGN knows its own tags in any case.
pub(super) fn other_place(name: &str, dialect: Dialect) -> u8 {
    let meant = MEANING.into_iter().find(|(meant, _)| meant.eq_ignore_ascii_case(name)).map(|(_, place)| place);
    match (meant, dialect) {
        (Some(place), Dialect::Vgn) => place,
        // Such a tag is PGN's own; but VGN would take it for one that has a meaning.
        (Some(SET_UP | MOVE_FORMAT | GAME_FORMAT | RULES | PIECES), Dialect::Pgn) => GONE,
        _ => OTHER,
    }
}

/// The name of the tag whose place this is, as it is spelled.
pub(super) fn spelled(place: u8, name: &str) -> &str {
    match place {
        1..=RESULT => ROSTER[usize::from(place - 1)].0,
        _ => MEANING.into_iter().find(|(_, meant)| *meant == place).map_or(name, |(name, _)| name),
    }
}

/// The label of a Rules tag made from a PGN without a Variant tag.
pub(super) fn assumed(rules: Rules) -> String {
    match rules {
        Rules::CHESS960 => "Chess960, as the castling rights show".into(),
        rules => format!("{}, as the FEN shows", rules.title()),
    }
}

pub(super) const VARIANT: &str = "Variant";

/// Whether a set of VGN means exactly these rules, except for castling as in Chess960, which the board may show.
pub(super) fn says_only(set: &RuleSet, rules: Rules) -> bool {
    let whole = RuleSet::of(rules);
    *set == whole || rules.free_castling() && set.clone().with_chess960() == whole
}
