//! The tags of one game by meaning, and the keys of tags without a column of their own.

use scoresheet_core::date::{DAY, Date, GameTime, time_of_day};
use scoresheet_core::dialect::label;
use scoresheet_core::position::fen;
use scoresheet_core::read::Record;
use scoresheet_core::step::Dialect;
use scoresheet_core::text;
use scoresheet_core::time_control::{Period, TimeControl};
use std::borrow::Cow;
use std::collections::HashMap;

macro_rules! slots {
    ($($slot:ident $name:literal;)*) => {
        /// A tag that has a column.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Slot { $(#[doc = concat!("The tag ", stringify!($slot), ".")] $slot,)* }

        impl Slot {
            /// All of them.
            pub const ALL: &[Slot] = &[$(Slot::$slot,)*];

            /// The slot of the tag with this name.
            pub fn of(name: &[u8]) -> Option<Slot> {
                match name { $($name => Some(Slot::$slot),)* _ => None }
            }

            /// The name of the tag.
            pub fn name(self) -> &'static str {
                let name: &'static [u8] = match self { $(Slot::$slot => $name,)* };
                std::str::from_utf8(name).unwrap_or_default()
            }
        }
    };
}

slots! {
    Event b"Event";
    Site b"Site";
    Round b"Round";
    White b"White";
    Black b"Black";
    Result b"Result";
    Eco b"ECO";
    Opening b"Opening";
    Variant b"Variant";
    Annotator b"Annotator";
    UtcDate b"UTCDate";
    Date b"Date";
    UtcTime b"UTCTime";
    WhiteElo b"WhiteElo";
    BlackElo b"BlackElo";
    WhiteTitle b"WhiteTitle";
    BlackTitle b"BlackTitle";
    TimeControl b"TimeControl";
    Termination b"Termination";
    Fen b"FEN";
}

/// The FEN of the standard start.
pub(crate) const STANDARD_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// How many slots there are.
const SLOTS: usize = Slot::ALL.len();

/// No tag.
const NONE: u32 = u32::MAX;

/// The tags of one game by meaning. Values are decoded only when a column needs them.
#[derive(Clone, Debug)]
pub struct GameTags {
    first: [u32; SLOTS],
    pub(crate) others: Vec<OtherTag>,
    seen: HashMap<Vec<u8>, u32>,
    last: LastTags,
    /// Whether both ratings and the time of day are certainly written back as they are.
    is_plain: [bool; 3],
    /// The date, as far as it is known.
    pub date: Option<Date>,
    /// UTCDate and UTCTime in microseconds since 1970.
    pub start_time: Option<i64>,
    /// The ratings, White's first.
    pub elo: [Option<i16>; 2],
    /// The TimeControl tag, if it is a base and an increment.
    pub time_control: Option<TimeControl>,
    /// The first period of the TimeControl tag.
    pub period: Option<Period>,
    /// The number of the board.
    pub board: Option<i32>,
}

/// What was read of the last game: the next one often has tags of the same names, the same time control and the same date.
#[derive(Clone, Debug, Default)]
struct LastTags {
    /// The number of its names, or 0.
    number: u64,
    /// The names of its tags, one after another, and the end of each.
    names: Vec<u8>,
    ends: Vec<usize>,
    /// Its other tags, apart from those that are there because of their values.
    others: Vec<OtherTag>,
    /// The last time controls, each in the place of its letters; empty before the first one.
    controls: Vec<KnownControl>,
    /// The value of its date as it was read, empty if there is none that can be compared so, and whether that is the
    /// UTCDate tag.
    day: (Vec<u8>, bool),
    date: Option<Date>,
    /// The start of its day, if it has a UTCDate tag and the day is known.
    midnight: Option<i64>,
}

/// How many time controls are kept, and how long they are: collections have few that are frequent.
const CONTROLS: usize = 64;
const CONTROL_BYTES: usize = 16;

/// Where a time control is kept.
fn place_of_control(raw: &[u8]) -> usize {
    raw.iter().fold(0, |sum, &letter| 5 * sum + usize::from(letter)) % CONTROLS
}

/// The meaning of a time control.
#[derive(Clone, Debug, Default)]
struct KnownControl {
    /// Its text, which is ASCII and as it is between the quotes; empty if there is none.
    raw: Vec<u8>,
    time_control: Option<TimeControl>,
    period: Option<Period>,
}

impl LastTags {
    /// Whether the tags of a game have these names, in this order.
    fn has_names_of(&self, record: &Record<'_>) -> bool {
        if record.names > 0 && record.names == self.number {
            return true;
        }
        let mut start = 0;
        self.ends.len() == record.tags.len()
            && record.tags.iter().zip(&self.ends).all(|(tag, &end)| {
                let name = &self.names[start..end];
                start = end;
                *name == *tag.name
            })
    }

    fn keep_names(&mut self, record: &Record<'_>) {
        self.number = record.names;
        self.names.clear();
        self.ends.clear();
        for tag in &record.tags {
            self.names.extend_from_slice(&tag.name);
            self.ends.push(self.names.len());
        }
    }
}

/// A tag that is in `other_tags`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtherTag {
    /// Its index among the tags of the record.
    pub(crate) tag: u32,
    /// Its position among the tags of its name, from 1.
    pub(crate) nth: u32,
}

impl Default for GameTags {
    fn default() -> GameTags {
        GameTags {
            first: [NONE; SLOTS],
            others: Vec::new(),
            seen: HashMap::new(),
            last: LastTags::default(),
            is_plain: [false; 3],
            date: None,
            start_time: None,
            elo: [None; 2],
            time_control: None,
            period: None,
            board: None,
        }
    }
}

impl GameTags {
    /// Reads the tags of the next game.
    pub fn read(&mut self, record: &Record<'_>) {
        self.sort(record);
        self.read_control(record);
        self.board = self.text(record, Slot::Round).and_then(|round| board_of(&round));
        self.read_time(record);
        for (side, slot) in [Slot::WhiteElo, Slot::BlackElo].into_iter().enumerate() {
            (self.elo[side], self.is_plain[side]) = self.rating(record, slot);
        }
        self.keep_inexact(record);
    }

    fn read_control(&mut self, record: &Record<'_>) {
        let raw = self.raw(record, Slot::TimeControl);
        let place = (1..=CONTROL_BYTES).contains(&raw.len()).then(|| place_of_control(raw));
        if let Some(known) = place.and_then(|place| self.last.controls.get(place))
            && *known.raw == *raw
        {
            (self.time_control, self.period) = (known.time_control, known.period);
            return;
        }
        (self.time_control, self.period) = match self.text(record, Slot::TimeControl) {
            Some(text) => (TimeControl::parse(&text), Period::first(&text)),
            None => (None, None),
        };
        if let Some(place) = place.filter(|_| is_plain(raw)) {
            self.last.controls.resize_with(CONTROLS, KnownControl::default);
            let (time_control, period) = (self.time_control, self.period);
            self.last.controls[place] = KnownControl { raw: raw.to_vec(), time_control, period };
        }
    }

    fn read_time(&mut self, record: &Record<'_>) {
        let is_utc = self.has(Slot::UtcDate);
        let raw = self.raw(record, if is_utc { Slot::UtcDate } else { Slot::Date });
        if raw.is_empty() || *raw != *self.last.day.0 || is_utc != self.last.day.1 {
            let [utc_date, date] = [Slot::UtcDate, Slot::Date].map(|slot| self.text(record, slot));
            let time = GameTime::of(utc_date.as_deref(), date.as_deref(), Some("00:00:00"));
            (self.last.date, self.last.midnight) = (time.date, time.start);
            self.last.day.0.clear();
            self.last.day.0.extend_from_slice(if is_plain(raw) { raw } else { b"" });
            self.last.day.1 = is_utc;
        }
        let (date, midnight) = (self.last.date, self.last.midnight);
        let is_full = |date: &Date| date.precision == 3;
        self.date = date.filter(is_full).or(record.event_date).or(date);
        let time = midnight.and_then(|_| self.time_of_day(record));
        self.is_plain[2] = time.is_some_and(|(_, is_plain)| is_plain);
        self.start_time = midnight.zip(time).map(|(midnight, (time, _))| midnight + time);
    }

    /// The time of the UTCTime tag in microseconds, and whether it is certainly written back as it is.
    fn time_of_day(&self, record: &Record<'_>) -> Option<(i64, bool)> {
        if let &[a, b, b':', c, d, b':', e, f] = self.raw(record, Slot::UtcTime)
            && let [Some(hours), Some(minutes), Some(seconds)] = [[a, b], [c, d], [e, f]].map(two_digits)
        {
            let is_time = hours < 24 && minutes < 60 && seconds < 60;
            return is_time.then_some((((hours * 60 + minutes) * 60 + seconds) * 1_000_000, true));
        }
        Some((time_of_day(&self.text(record, Slot::UtcTime)?)?, false))
    }

    /// A rating, and whether it is certainly written back as it is. Most are up to four digits without a zero before them.
    fn rating(&self, record: &Record<'_>, slot: Slot) -> (Option<i16>, bool) {
        match plain_rating(self.raw(record, slot)) {
            None => (self.text(record, slot).and_then(|text| text::rating(&text)), false),
            rating => (rating, true),
        }
    }

    /// The value of the first tag of this slot as it is between its quotes; empty if there is none.
    fn raw<'r>(&self, record: &'r Record<'_>, slot: Slot) -> &'r [u8] {
        record.tags.get(self.first[slot as usize] as usize).map_or(b"", |tag| &*tag.raw)
    }

    /// Finds the first tag of each slot; all others are other tags.
    fn sort(&mut self, record: &Record<'_>) {
        if self.last.has_names_of(record) {
            self.last.number = record.names;
            self.others.clone_from(&self.last.others);
            return;
        }
        self.last.keep_names(record);
        self.first = [NONE; SLOTS];
        self.others.clear();
        self.seen.clear();
        for (tag, at) in record.tags.iter().zip(0..NONE) {
            match Slot::of(&tag.name) {
                Some(slot) if self.first[slot as usize] == NONE => self.first[slot as usize] = at,
                slot => {
                    let nth = self.count(record, &tag.name) + u32::from(slot.is_some());
                    self.others.push(OtherTag { tag: at, nth });
                }
            }
        }
        self.last.others.clone_from(&self.others);
    }

    /// The position of the next other tag of this name among those of the name.
    fn count(&mut self, record: &Record<'_>, name: &[u8]) -> u32 {
        // Searching backwards is faster than hashing, except for games that are made to be slow.
        const FEW: usize = 24;
        let name_of = |other: &OtherTag| &*record.tags[other.tag as usize].name;
        if self.others.len() < FEW {
            return 1 + self.others.iter().filter(|other| name_of(other) == name).count() as u32;
        }
        if self.others.len() == FEW {
            for other in &self.others {
                *self.seen.entry(name_of(other).to_vec()).or_default() += 1;
            }
        }
        let count = self.seen.entry(name.to_vec()).or_default();
        *count += 1;
        *count
    }

    /// Tags whose text cannot be restored from their column are also among the others.
    fn keep_inexact(&mut self, record: &Record<'_>) {
        let before = self.others.len();
        for slot in INEXACT {
            if self.has(slot) && !self.is_exact(record, slot) {
                self.others.push(OtherTag { tag: self.first[slot as usize], nth: 1 });
            }
        }
        if self.others.len() > before {
            self.others.sort_unstable_by_key(|other| other.tag);
        }
    }

    /// Whether the text of the tag of this slot follows from the typed columns. `crate::stored_rows` restores it by the same
    /// rules.
    fn is_exact(&self, record: &Record<'_>, slot: Slot) -> bool {
        let text = || self.text(record, slot).unwrap_or_default();
        match slot {
            Slot::WhiteElo if self.is_plain[0] => true,
            Slot::BlackElo if self.is_plain[1] => true,
            Slot::UtcTime if self.is_plain[2] => true,
            Slot::WhiteElo => self.elo[0].is_some_and(|elo| is_number(elo, &text())),
            Slot::BlackElo => self.elo[1].is_some_and(|elo| is_number(elo, &text())),
            // `date_text` holds UTCDate, which is evident either from `start_time` or from a Date among the others.
            Slot::UtcDate => self.start_time.is_some() || self.has(Slot::Date),
            Slot::Date => !self.has(Slot::UtcDate),
            Slot::UtcTime => self.start_time.is_some() && is_plain_time(&text()),
            // VGN gives the start elsewhere, and its FEN tag may differ from that.
            Slot::Fen if record.dialect == Dialect::Vgn => false,
            // The column has what the tag leaves out.
            Slot::Fen => record.told_start || start_fen(record, self).is_some(),
            _ => true,
        }
    }

    /// Whether the game has this tag.
    pub fn has(&self, slot: Slot) -> bool {
        self.first[slot as usize] != NONE
    }

    /// The text of the first tag of this slot.
    #[inline]
    pub fn text<'r>(&self, record: &'r Record<'_>, slot: Slot) -> Option<Cow<'r, str>> {
        record.value_at(self.first[slot as usize] as usize)
    }
}

/// The slots whose columns may have less information than the tag.
const INEXACT: [Slot; 6] = [Slot::WhiteElo, Slot::BlackElo, Slot::UtcDate, Slot::Date, Slot::UtcTime, Slot::Fen];

/// The number of the board in a Round tag: the second of two, as in `2.1`.
fn board_of(round: &str) -> Option<i32> {
    let (round, board) = round.trim().split_once('.')?;
    text::number(round)?;
    text::number(board).and_then(|board| i32::try_from(board).ok())
}

/// Whether the text of a tag is what is between its quotes, in any encoding.
fn is_plain(raw: &[u8]) -> bool {
    raw.is_ascii() && !raw.contains(&b'\\')
}

/// A number of two digits.
fn two_digits(digits: [u8; 2]) -> Option<i64> {
    let [tens, ones] = digits.map(|digit| i64::from(digit.wrapping_sub(b'0')));
    (tens < 10 && ones < 10).then_some(10 * tens + ones)
}

/// A rating of up to four digits that is written back as it is.
fn plain_rating(digits: &[u8]) -> Option<i16> {
    let is_plain = (1..=4).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) && digits[0] != b'0';
    is_plain.then(|| digits.iter().fold(0, |value, digit| 10 * value + i16::from(digit - b'0')))
}

/// Whether a number is written back as its original text.
fn is_number(value: i16, text: &str) -> bool {
    let digits = value.checked_ilog10().unwrap_or(0) as usize + 1;
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a time of day is written back as its original `text`.
fn is_plain_time(text: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| if at == 2 || at == 5 { byte == b':' } else { byte.is_ascii_digit() };
    text.len() == 8 && text.bytes().enumerate().all(fits)
}

/// The time of day of a timestamp in the form of UTCTime.
pub(crate) fn time_text(time: i64) -> String {
    let seconds = time.rem_euclid(DAY) / 1_000_000;
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The starting position: the FEN tag if it is complete, unless it is the standard start.
pub(crate) fn start_fen<'r>(record: &'r Record<'_>, tags: &GameTags) -> Option<Cow<'r, str>> {
    let told = if record.told_start {
        (!record.standard_start).then(|| Cow::Owned(fen::write(&record.start, fen::Style::default())))
    } else {
        tags.text(record, Slot::Fen)
    };
    told.filter(|fen| !fen.split_whitespace().eq(STANDARD_START.split(' ')))
}

/// Whether a game is VGN although none of its tags declares that. The column of other tags must declare it, or the game
/// would be restored as PGN.
pub(crate) fn is_unnamed_vgn(record: &Record<'_>) -> bool {
    record.dialect == Dialect::Vgn && {
        let tags = record.tags.iter().map(|tag| (text::decode(&tag.name, record.encoding), record.value(tag)));
        let tags: Vec<_> = tags.collect();
        label::of_tags(tags.iter().map(|(name, value)| (&**name, &**value))) != Dialect::Vgn
    }
}

/// The key of the `nth` tag called `name`: the name, then `#2` for the second. A name that looks like such a key gets its
/// `#1` too, so that no two tags ever share a key: one duplicate makes DuckDB refuse the whole stream.
pub(crate) fn key(name: &str, nth: u32) -> Cow<'_, str> {
    if nth == 1 && split_key(name).1 == 1 && !name.ends_with("#1") {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("{name}#{nth}"))
    }
}

/// The name of the tag with this key, and its position among the tags of that name.
pub(crate) fn split_key(key: &str) -> (&str, u32) {
    let split = key.rsplit_once('#').filter(|(_, nth)| !nth.starts_with('0'));
    match split.and_then(|(name, nth)| Some((name, u32::try_from(text::number(nth)?).ok()?))) {
        Some((name, nth)) => (name, nth),
        None => (key, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_lead_back_to_their_tags() {
        let names = ["White", "White#2", "White#1", "White#02", "White#", "#2", "", "a#99999999999"];
        let mut keys = Vec::new();
        for name in names {
            for nth in [1, 2, 10] {
                let key = key(name, nth).into_owned();
                assert_eq!(split_key(&key), (name, nth), "{key}");
                assert!(!keys.contains(&key), "{key} twice");
                keys.push(key);
            }
        }
        assert_eq!(key("White", 2), "White#2");
        assert_eq!(key("White", 1), "White");
    }

    #[test]
    fn every_slot_is_found_by_its_name() {
        for &slot in Slot::ALL {
            assert_eq!(Slot::of(slot.name().as_bytes()), Some(slot));
        }
        assert_eq!(Slot::of(b"event"), None);
    }
}
