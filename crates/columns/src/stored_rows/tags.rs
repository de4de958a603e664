//! Tags from their columns, by the rules by which `column::tags` left text out.

use super::arrays::{ListArrays, TextArrays, at, numbers};
use crate::column::tags::TEXTS;
use crate::game_tags::{Slot, split_key, time_text};
use arrow_array::types::{Int16Type, TimestampMicrosecondType};
use arrow_array::{PrimitiveArray, RecordBatch};
use scoresheet_core::dialect::label;
use scoresheet_core::find::PatternFacts;
use scoresheet_core::step::Dialect;
use std::borrow::Cow;

/// The Seven Tag Roster, which a test compares with its list, then the other tags that have a column.
const ORDER: [Slot; Slot::ALL.len()] = [
    Slot::Event,
    Slot::Site,
    Slot::Date,
    Slot::Round,
    Slot::White,
    Slot::Black,
    Slot::Result,
    Slot::UtcDate,
    Slot::UtcTime,
    Slot::WhiteElo,
    Slot::BlackElo,
    Slot::WhiteTitle,
    Slot::BlackTitle,
    Slot::Eco,
    Slot::Opening,
    Slot::Variant,
    Slot::TimeControl,
    Slot::Termination,
    Slot::Annotator,
    Slot::Fen,
];

/// The tags without a column that change how a game is read, and those that count for patterns.
const DECIDING: [&str; 9] =
    ["FEN", "Variant", "GameFormat", "SetUp", "Rules", "Pieces", "Result", "WhiteElo", "BlackElo"];

/// The columns of tags of a batch; what is not there is `None`.
pub(super) struct StoredTags<'b> {
    texts: [Option<TextArrays<'b>>; Slot::ALL.len()],
    date_text: Option<TextArrays<'b>>,
    start_time: Option<&'b PrimitiveArray<TimestampMicrosecondType>>,
    elo: [Option<&'b PrimitiveArray<Int16Type>>; 2],
    others: Option<Others<'b>>,
}

struct Others<'b> {
    lists: ListArrays<'b>,
    keys: TextArrays<'b>,
    values: TextArrays<'b>,
}

/// A tag of the column `other_tags`.
struct StoredOtherTag<'b> {
    name: &'b str,
    nth: u32,
    value: &'b str,
}

impl<'b> StoredTags<'b> {
    pub(super) fn of(batch: &'b RecordBatch) -> StoredTags<'b> {
        let mut texts = [None; Slot::ALL.len()];
        for (slot, name) in TEXTS {
            texts[*slot as usize] = TextArrays::of(batch, name);
        }
        texts[Slot::Fen as usize] = TextArrays::of(batch, "fen");
        StoredTags {
            texts,
            date_text: TextArrays::of(batch, "date_text"),
            start_time: numbers(batch, "start_time"),
            elo: [numbers(batch, "white_elo"), numbers(batch, "black_elo")],
            others: Others::of(batch),
        }
    }

    /// Whether the start position is known: without the column, it need not be the usual one.
    pub(super) fn tell_the_start(&self) -> bool {
        self.texts[Slot::Fen as usize].is_some()
    }

    /// The columns that are not there.
    pub(super) fn lacking(&self) -> Vec<&'static str> {
        let mut lacking: Vec<&'static str> =
            TEXTS.iter().filter(|(slot, _)| self.texts[*slot as usize].is_none()).map(|(_, name)| *name).collect();
        let others = [
            ("date_text", self.date_text.is_none()),
            ("start_time", self.start_time.is_none()),
            ("white_elo", self.elo[0].is_none()),
            ("black_elo", self.elo[1].is_none()),
            ("other_tags", self.others.is_none()),
        ];
        lacking.extend(others.iter().filter(|(_, lacks)| *lacks).map(|(name, _)| *name));
        lacking
    }

    /// The tags of a row.
    pub(super) fn get(&self, row: usize) -> Vec<(Cow<'b, str>, Cow<'b, str>)> {
        let others = self.others.as_ref().map_or(Vec::new(), |others| others.get(row));
        let exact = |slot: Slot| others.iter().find(|other| other.nth == 1 && other.name == slot.name());
        let time = at(self.start_time, row);
        // `date_text` is UTCDate's if there is a time or another Date, too, see `GameTags::is_exact`. VGN has its
        // start in tags of its own, among the others.
        let is_vgn = label::of_tags(others.iter().map(|other| (other.name, other.value))) == Dialect::Vgn;
        let is_utc = time.is_some() || exact(Slot::Date).is_some() || exact(Slot::UtcDate).is_some();
        let mut tags = Vec::with_capacity(ORDER.len() + others.len());
        for slot in ORDER {
            let text = match exact(slot) {
                Some(other) => Some(Cow::Borrowed(other.value)),
                None if is_vgn && slot == Slot::Fen => None,
                None => self.typed(slot, row, time, is_utc),
            };
            tags.extend(text.map(|text| (Cow::Borrowed(slot.name()), text)));
        }
        let rest = others.iter().filter(|other| other.nth > 1 || Slot::of(other.name.as_bytes()).is_none());
        tags.extend(rest.map(|other| (Cow::Borrowed(other.name), Cow::Borrowed(other.value))));
        tags
    }

    /// What the tags of a row state for patterns. `None` if the game may start from an unusual position, or if a tag that
    /// counts has an unusual text.
    pub(super) fn facts(&self, row: usize) -> Option<PatternFacts> {
        let text = |slot: Slot| self.texts[slot as usize].and_then(|texts| texts.get(row));
        let decides = |name: &str| DECIDING.iter().any(|known| known.eq_ignore_ascii_case(name));
        let is_plain = text(Slot::Fen).is_none() && text(Slot::Variant).is_none();
        if !is_plain || self.others.as_ref().is_some_and(|others| others.have(row, decides)) {
            return None;
        }
        let elo = |side: usize| at(self.elo[side], row).and_then(|elo| u16::try_from(elo).ok());
        Some(PatternFacts::of(text(Slot::Result), [elo(0), elo(1)]))
    }

    /// The text of a tag, from its typed column.
    fn typed(&self, slot: Slot, row: usize, time: Option<i64>, is_utc: bool) -> Option<Cow<'b, str>> {
        let text = |texts: &Option<TextArrays<'b>>| texts.and_then(|texts| texts.get(row)).map(Cow::Borrowed);
        match slot {
            Slot::Date if !is_utc => text(&self.date_text),
            Slot::UtcDate if is_utc => text(&self.date_text),
            Slot::UtcTime => time.map(|time| Cow::Owned(time_text(time))),
            Slot::WhiteElo => at(self.elo[0], row).map(|elo| Cow::Owned(elo.to_string())),
            Slot::BlackElo => at(self.elo[1], row).map(|elo| Cow::Owned(elo.to_string())),
            slot => text(&self.texts[slot as usize]),
        }
    }
}

impl<'b> Others<'b> {
    fn of(batch: &'b RecordBatch) -> Option<Others<'b>> {
        let lists = ListArrays::of(batch, "other_tags")?;
        let [keys, values] = lists.structs()?.columns() else { return None };
        Some(Others { lists, keys: TextArrays::from(keys)?, values: TextArrays::from(values)? })
    }

    /// Whether a row has a tag whose name meets a condition.
    fn have(&self, row: usize, condition: impl Fn(&str) -> bool) -> bool {
        self.lists.range(row).any(|entry| self.keys.get(entry).is_some_and(|key| condition(split_key(key).0)))
    }

    fn get(&self, row: usize) -> Vec<StoredOtherTag<'b>> {
        let entries = self.lists.range(row);
        let other = |entry: usize| {
            let (name, nth) = split_key(self.keys.get(entry)?);
            Some(StoredOtherTag { name, nth, value: self.values.get(entry)? })
        };
        entries.filter_map(other).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scoresheet_core::roster::ROSTER;

    #[test]
    fn the_roster_comes_first() {
        assert!(ORDER.iter().zip(ROSTER).all(|(slot, (name, _))| slot.name() == name));
    }
}
