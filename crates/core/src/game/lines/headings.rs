//! What the columns of a table of games hold, recognized by their names, options and known data sets.
//!
//! Data sets have many names for the same things: `white_elo`, `WhiteElo` and `white_rating`; `moves`, `movetext` and `AN`.

use crate::date::Date;
use crate::event::Bytes;
use crate::game::format::OptionSpec;
use crate::game::lichess::termination_of;
use crate::name::{is_plain, is_plain_byte};
use crate::step::Termination;
use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The options that set what is read.
pub(in crate::game) const RENAME: OptionSpec = OptionSpec {
    id: "rename",
    values: &["NAME=TEXT,..."],
    default: "",
    doc: "the contents of columns with other names, as in `AN=moves,white_id=White`",
    reads: true,
};
pub(in crate::game) const PRESET: OptionSpec = OptionSpec {
    id: "preset",
    values: &["none", "huggingface", "kaggle", "puzzles", "angeluriot", "lichess-uci"],
    default: "none",
    doc: "the data set whose columns these are: `Lichess/standard-chess-games` on Hugging Face, `datasnaek/chess` on Kaggle, the puzzles of Lichess, or `angeluriot/chess_games` and `austindavis/lichess-uci` on Hugging Face",
    reads: true,
};
pub(in crate::game) const MINUTES: OptionSpec = OptionSpec {
    id: "minutes",
    values: &["auto", "yes", "no"],
    default: "auto",
    doc: "whether time controls such as `15+10` are in minutes and seconds; by default, `preset` decides",
    reads: true,
};

/// The value that holds the moves; all others are tags.
pub(in crate::game) const MOVES: &str = "moves";

/// The tags that columns with names in any case, with or without `_` between words, hold.
#[rustfmt::skip]
const TAGS: [&str; 42] = [
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle",
    "WhiteFideId", "BlackFideId", "WhiteTeam", "BlackTeam", "WhiteType", "BlackType", "WhiteRatingDiff",
    "BlackRatingDiff", "ECO", "NIC", "Opening", "Variation", "SubVariation", "UTCDate", "UTCTime", "Time",
    "TimeControl", "Termination", "Annotator", "EventDate", "EventType", "EventSponsor", "Section", "Stage", "Board",
    "Mode", "Variant", "FEN", "SetUp", "PlyCount", "GameId",
];

/// Alternative names of columns, used if no column has the usual one. Of several with the moves, the first one here
/// counts.
#[rustfmt::skip]
const ALIASES: [(&str, &str); 29] = [
    ("movetext", MOVES), ("pgn", MOVES), ("pgntext", MOVES), ("an", MOVES), ("san", MOVES), ("movessan", MOVES),
    ("sanmoves", MOVES), ("uci", MOVES), ("movesuci", MOVES), ("ucimoves", MOVES), ("transcript", MOVES),
    ("winner", "Result"), ("whiterating", "WhiteElo"), ("blackrating", "BlackElo"), ("whiteusername", "White"),
    ("blackusername", "Black"), ("whiteplayer", "White"), ("blackplayer", "Black"), ("whitename", "White"),
    ("blackname", "Black"), ("playerwhite", "White"), ("playerblack", "Black"), ("elowhite", "WhiteElo"),
    ("eloblack", "BlackElo"), ("ecocode", "ECO"), ("openingeco", "ECO"), ("openingname", "Opening"),
    ("tournament", "Event"), ("startfen", "FEN"),
];

/// What a data set calls its columns.
struct Preset {
    id: &'static str,
    renamed: &'static [(&'static str, &'static str)],
    minutes: bool,
}

#[rustfmt::skip]
const PRESETS: [Preset; 5] = [
    Preset { id: "huggingface", renamed: &[("movetext", MOVES)], minutes: false },
    Preset {
        id: "kaggle",
        renamed: &[
            ("id", "GameId"), ("created_at", STARTED), ("victory_status", STATUS), ("winner", "Result"),
            ("increment_code", "TimeControl"), ("white_id", "White"), ("black_id", "Black"),
            ("white_rating", "WhiteElo"), ("black_rating", "BlackElo"), ("opening_eco", "ECO"),
            ("opening_name", "Opening"), ("moves", MOVES),
        ],
        minutes: true,
    },
    Preset { id: "puzzles", renamed: &[("Moves", MOVES), ("FEN", "FEN")], minutes: false },
    Preset {
        id: "angeluriot",
        renamed: &[("moves_uci", MOVES), ("winner", "Result"), ("end_type", "Termination")],
        minutes: false,
    },
    Preset { id: "lichess-uci", renamed: &[("transcript", MOVES)], minutes: false },
];

/// What presets name columns that hold a tag in a form of their own: milliseconds since 1970, and Lichess's words.
const STARTED: &str = "UTCDate from milliseconds";
const STATUS: &str = "Termination from a status";

/// How the values of a column are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// Unchanged.
    Plain,
    /// As a time control, in minutes.
    Minutes,
    /// As milliseconds since 1970, of which the day counts: these are often rounded.
    Milliseconds,
    /// As a word of Lichess for how a game ended.
    Status,
}

/// What a column holds.
#[derive(Clone, Debug)]
pub struct ColumnHeading<'a> {
    /// The name of the tag, or `moves`.
    pub name: Bytes<'a>,
    /// The tag that values become that have not the form of the other one, such as names of winners.
    pub(in crate::game) own: Bytes<'a>,
    /// How its values are to be read.
    pub form: ValueForm,
}

impl ColumnHeading<'_> {
    /// Whether the column holds the moves.
    pub(crate) fn is_moves(&self) -> bool {
        *self.name == *MOVES.as_bytes()
    }

    /// The same with names of its own.
    pub(super) fn into_owned(self) -> ColumnHeading<'static> {
        let [name, own] = [self.name, self.own].map(|text| Cow::Owned(text.into_owned()));
        ColumnHeading { name, own, form: self.form }
    }
}

/// How the columns of a table are read.
/// ```
/// use scoresheet_core::game::TableReading;
///
/// let reading = TableReading::default();
/// let holds = |names: &[&str]| {
///     let headings = reading.headings(names.iter().map(|name| name.as_bytes()));
///     headings.iter().map(|heading| String::from_utf8_lossy(&heading.name).into_owned()).collect::<Vec<_>>()
/// };
/// assert_eq!(holds(&["white_elo", "rated", "AN"]), ["WhiteElo", "rated", "moves"]);
/// assert_eq!(holds(&["winner", "Result", "pgn", "moves"]), ["winner", "Result", "pgn", "moves"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TableReading {
    renamed: Vec<(String, String)>,
    preset: String,
    minutes: Option<bool>,
}

impl TableReading {
    /// The options that tables of any kind have.
    pub const OPTIONS: [OptionSpec; 3] = [RENAME, PRESET, MINUTES];

    /// The options that were given by name.
    pub fn of(given: &[(String, String)]) -> TableReading {
        let renamed = listed(RENAME.value(given)).map(|(name, holds)| (name.to_owned(), holds.to_owned())).collect();
        let minutes = match MINUTES.value(given) {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        TableReading { renamed, preset: PRESET.value(given).to_owned(), minutes }
    }

    /// What columns with these names hold.
    pub fn headings<'a>(&self, names: impl Iterator<Item = &'a [u8]>) -> Vec<ColumnHeading<'a>> {
        let mut headings: Vec<ColumnHeading<'a>> = names.enumerate().map(|(at, name)| self.heading(name, at)).collect();
        let mut best: Option<(usize, usize)> = None;
        for at in 0..headings.len() {
            let Some((rank, holds)) = alias(&headings[at].name) else { continue };
            if headings.iter().any(|other| *other.name == *holds.as_bytes()) {
                continue;
            }
            if holds != MOVES {
                headings[at].name = Cow::Borrowed(holds.as_bytes());
            } else if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, at));
            }
        }
        if let Some((_, at)) = best {
            headings[at].name = Cow::Borrowed(MOVES.as_bytes());
        }
        let preset = PRESETS.iter().find(|preset| preset.id == self.preset);
        let minutes = self.minutes.unwrap_or_else(|| preset.is_some_and(|preset| preset.minutes));
        for heading in &mut headings {
            if minutes && *heading.name == *b"TimeControl" {
                heading.form = ValueForm::Minutes;
            }
        }
        headings
    }

    /// What the column of this name holds, the first one being number 0, by the options, else by the name of
    /// a tag, in which signs that no name of a tag can have become `_`.
    fn heading<'a>(&self, name: &'a [u8], number: usize) -> ColumnHeading<'a> {
        let own: Bytes<'a> = if name.is_empty() {
            Cow::Owned(format!("Column{}", number + 1).into())
        } else if is_plain(name) {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(name.iter().map(|byte| if is_plain_byte(*byte) { *byte } else { b'_' }).collect())
        };
        let plain = |name: Bytes<'a>| ColumnHeading { name, own: own.clone(), form: ValueForm::Plain };
        if let Some((_, holds)) = self.renamed.iter().find(|(old, _)| old.as_bytes() == name) {
            let holds = usual(holds.as_bytes()).map_or_else(|| holds.clone().into_bytes(), |usual| usual.into());
            return plain(Cow::Owned(holds));
        }
        let preset = PRESETS.iter().find(|preset| preset.id == self.preset);
        let listed = preset.and_then(|preset| preset.renamed.iter().find(|(old, _)| old.as_bytes() == name));
        match listed.map(|(_, holds)| *holds) {
            Some(STARTED) => ColumnHeading { form: ValueForm::Milliseconds, ..plain(Cow::Borrowed(b"UTCDate")) },
            Some(STATUS) => ColumnHeading { form: ValueForm::Status, ..plain(Cow::Borrowed(b"Termination")) },
            Some(holds) => plain(Cow::Borrowed(holds.as_bytes())),
            None => plain(usual(name).map_or_else(|| own.clone(), |usual| Cow::Borrowed(usual.as_bytes()))),
        }
    }
}

/// The tag, or `moves`, that a name means by itself.
fn usual(name: &[u8]) -> Option<&'static str> {
    core::iter::once(MOVES).chain(TAGS).find(|known| is_same(name, known))
}

/// The meaning of a name if no other column has that meaning, and its rank after other names.
fn alias(name: &[u8]) -> Option<(usize, &'static str)> {
    ALIASES.iter().enumerate().find(|(_, (alias, _))| is_same(name, alias)).map(|(rank, (_, holds))| (rank, *holds))
}

/// Whether names are the same except for their case and the signs between their words.
fn is_same(name: &[u8], known: &str) -> bool {
    let letters = name.iter().filter(|byte| !matches!(byte, b'_' | b'-' | b' ' | b'.'));
    letters.map(u8::to_ascii_lowercase).eq(known.bytes().map(|byte| byte.to_ascii_lowercase()))
}

/// What an option lists: names, each with what has this name.
pub(super) fn listed(option: &str) -> impl Iterator<Item = (&str, &str)> {
    let entries = option.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    entries.map(|entry| entry.split_once('=').unwrap_or((entry, entry)))
}

/// A tag that a cell holds.
pub(in crate::game) struct CellTag<'v> {
    pub(in crate::game) name: Bytes<'v>,
    pub(in crate::game) value: Bytes<'v>,
    /// How the game ended, if the cell states that.
    pub(in crate::game) marker: Option<Termination>,
}

impl<'v> ColumnHeading<'v> {
    /// The tag that this value of the column is.
    pub(in crate::game) fn tag(&self, value: Bytes<'v>) -> CellTag<'v> {
        let tag = |value| CellTag { name: self.name.clone(), value, marker: None };
        match self.form {
            ValueForm::Plain if *self.name == *b"Result" => match marker(&value) {
                Some(found) => CellTag { marker: Some(found), ..tag(Cow::Borrowed(found.as_str().as_bytes())) },
                None => CellTag { name: self.own.clone(), ..tag(value) },
            },
            ValueForm::Plain => tag(match &*self.name {
                b"WhiteElo" | b"BlackElo" => whole(value),
                b"Date" | b"UTCDate" | b"EventDate" => with_points(value),
                _ => value,
            }),
            ValueForm::Minutes => match in_seconds(&value) {
                Some(control) => tag(Cow::Owned(control.into_bytes())),
                None => tag(value),
            },
            ValueForm::Milliseconds => match day(&value) {
                Some(day) => tag(Cow::Owned(day.into_bytes())),
                None => CellTag { name: self.own.clone(), ..tag(value) },
            },
            ValueForm::Status => match termination_of(&value) {
                Some(termination) => tag(Cow::Borrowed(termination)),
                None => tag(value),
            },
        }
    }
}

/// A number without a point if it is whole: programs without integers that may be absent write `2000.0`.
fn whole(value: Bytes<'_>) -> Bytes<'_> {
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_whole =
        digits > 0 && matches!(&value[digits..], [b'.', zeros @ ..] if zeros.iter().all(|byte| *byte == b'0'));
    match value {
        Cow::Borrowed(text) if is_whole => Cow::Borrowed(&text[..digits]),
        Cow::Owned(mut text) if is_whole => {
            text.truncate(digits);
            Cow::Owned(text)
        }
        value => value,
    }
}

/// A date of ISO 8601 as PGN writes it.
fn with_points(value: Bytes<'_>) -> Bytes<'_> {
    let is_date = value.len() == 10
        && value.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if is_date {
        value.iter().map(|byte| if *byte == b'-' { b'.' } else { *byte }).collect::<Vec<_>>().into()
    } else {
        value
    }
}

/// The marker that a result means: data sets also name the winner.
fn marker(value: &[u8]) -> Option<Termination> {
    let value = core::str::from_utf8(value).ok()?.trim();
    let named = [("white", Termination::WhiteWins), ("black", Termination::BlackWins), ("draw", Termination::Draw)];
    let named = named.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
    named.map(|(_, marker)| marker).or_else(|| Termination::find(value))
}

/// The time control of PGN that minutes and an increment in seconds mean, as in `15+10`.
fn in_seconds(value: &[u8]) -> Option<String> {
    let value = core::str::from_utf8(value).ok()?.trim();
    let (minutes, increment) = match value.split_once('+') {
        Some((minutes, increment)) => (minutes, Some(increment.parse::<u32>().ok()?)),
        None => (value, None),
    };
    let is_number = minutes.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let minutes = minutes.parse::<f64>().ok().filter(|minutes| is_number && *minutes <= f64::from(u16::MAX))?;
    let seconds = (minutes * 60.0) as u32;
    Some(increment.map_or_else(|| format!("{seconds}"), |increment| format!("{seconds}+{increment}")))
}

/// The day of a time in milliseconds since 1970, as a tag writes it.
fn day(value: &[u8]) -> Option<String> {
    const DAY: i64 = 86_400_000;
    let millis = core::str::from_utf8(value).ok()?.trim().parse::<f64>().ok().filter(|millis| millis.is_finite())?;
    Some(Date::from_days((millis as i64).div_euclid(DAY))?.dotted())
}
