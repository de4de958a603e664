//! How games are chosen and ordered: each operator takes rows and gives rows.

use super::duplicates::{Dropped, Reason};
use super::identity;
use super::loose_duplicates::{KeptGames, Traits};
use super::rows::{Row, SelectionRows};
use crate::common::spool::temporary_files;
use crate::settings::select::{Dedupe, Equal, Select};
use scoresheet_spill::{Merged, Sorter};
use std::io;
use std::sync::Arc;

/// The rows that are chosen of `rows`, in their order. `memory` is what sorting may use; equal games that are left out
/// are added to `dropped`.
pub(crate) fn apply(
    select: &Select,
    rows: SelectionRows,
    memory: Option<u64>,
    dropped: &mut Dropped,
) -> io::Result<SelectionRows> {
    let sorter = || Sorter::new(memory, &temporary_files());
    Ok(match select {
        Select::Games(ranges) => {
            let ranges = ranges.clone();
            at_places(rows, ranges.last(), move |place| ranges.has(place))
        }
        Select::Places(places) => {
            let places = Arc::clone(places);
            at_places(rows, places.last(), move |place| places.has(place))
        }
        Select::Limit(most) => Box::new(rows.take(usize::try_from(*most).unwrap_or(usize::MAX))),
        Select::Sample { games, seed } => sample(rows, *games, *seed, sorter)?,
        Select::Sort(_) => sorted(rows, sorter(), |_, row| row.keys.pop_front().unwrap_or_default())?,
        Select::Reverse => sorted(rows, sorter(), |place, _| (!place).to_be_bytes().to_vec())?,
        Select::Dedupe(dedupe) => deduped(rows, *dedupe, sorter, dropped)?,
        // Files are opened for it, which the caller does.
        Select::Against(_) => rows,
    })
}

/// The rows at these places, from 1, of which none is after the last one.
fn at_places(rows: SelectionRows, last: u64, has: impl Fn(u64) -> bool + Send + 'static) -> SelectionRows {
    Box::new((1..=last).zip(rows).filter(move |(place, _)| has(*place)).map(|(_, row)| row))
}

/// The rows sorted by a key that is made of their places in `rows` and of themselves.
fn sorted(
    rows: SelectionRows,
    mut sorter: Sorter,
    key: impl Fn(u64, &mut Row) -> Vec<u8>,
) -> io::Result<SelectionRows> {
    let mut bytes = Vec::new();
    for (row, place) in rows.zip(0..) {
        let mut row = row?;
        let key = key(place, &mut row);
        bytes.clear();
        row.write(&mut bytes);
        sorter.push(&key, &bytes)?;
    }
    Ok(values(sorter.finish()?))
}

pub(super) fn values(sorted: Merged) -> SelectionRows {
    Box::new(sorted.map(|entry| Row::read(entry?.value())))
}

/// This many rows in their order. Each row draws a number, and those with the lowest ones are taken.
fn sample(rows: SelectionRows, games: u64, seed: u64, sorter: impl Fn() -> Sorter) -> io::Result<SelectionRows> {
    let mut drawn = sorter();
    let mut bytes = Vec::new();
    for (row, place) in rows.zip(0_u64..) {
        bytes.clear();
        bytes.extend(place.to_be_bytes());
        row?.write(&mut bytes);
        drawn.push(&drawn_number(seed, place).to_be_bytes(), &bytes)?;
    }
    let mut chosen = sorter();
    for entry in drawn.finish()?.take(usize::try_from(games).unwrap_or(usize::MAX)) {
        let entry = entry?;
        let (place, row) = entry.value().split_at(size_of::<u64>());
        chosen.push(place, row)?;
    }
    Ok(values(chosen.finish()?))
}

/// What the row at a place draws: the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
fn drawn_number(seed: u64, place: u64) -> u64 {
    let mut mixed = seed.wrapping_add((place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// How many first bytes of the key put games in order; the others, if any, are what loose duplicates are compared by.
const ORDER: usize = identity::LENGTH + size_of::<u64>();

/// One row of each group of equal ones, in their order.
fn deduped(
    rows: SelectionRows,
    dedupe: Dedupe,
    sorter: impl Fn() -> Sorter,
    dropped: &mut Dropped,
) -> io::Result<SelectionRows> {
    let mut groups = sorter();
    let mut bytes = Vec::new();
    for (row, place) in rows.zip(0_u64..) {
        let mut row = row?;
        let key = row.keys.pop_front().unwrap_or_default();
        let (order, traits) = key.split_at(ORDER.min(key.len()));
        bytes.clear();
        bytes.extend(place.to_be_bytes());
        bytes.extend((traits.len() as u32).to_le_bytes());
        bytes.extend_from_slice(traits);
        row.write(&mut bytes);
        groups.push(order, &bytes)?;
    }
    let mut group = DuplicateGroup { dedupe, identity: Vec::new(), games: Vec::new(), kept: KeptGames::default() };
    let mut kept = sorter();
    for entry in groups.finish()? {
        let entry = entry?;
        let identity = &entry.key()[..identity::LENGTH.min(entry.key().len())];
        if group.identity != identity {
            group.flush(&mut kept)?;
            group.identity = identity.to_vec();
        }
        group.add(entry.value(), dropped)?;
    }
    group.flush(&mut kept)?;
    Ok(values(kept.finish()?))
}

/// Games of the same identity, of which some are kept: one, or those that are not loose duplicates of each other.
struct DuplicateGroup {
    dedupe: Dedupe,
    identity: Vec<u8>,
    /// The games that are kept, with their places among all.
    games: Vec<([u8; 8], Row)>,
    /// The keys of the comparison.
    kept: KeptGames,
}

impl DuplicateGroup {
    fn add(&mut self, value: &[u8], dropped: &mut Dropped) -> io::Result<()> {
        let (place, rest) = value.split_first_chunk().ok_or(io::ErrorKind::InvalidData)?;
        let (length, rest) = rest.split_first_chunk().ok_or(io::ErrorKind::InvalidData)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (traits, row) = rest.split_at_checked(length).ok_or(io::ErrorKind::InvalidData)?;
        let row = Row::read(row)?;
        let found = match self.dedupe.by {
            Equal::Loose => {
                let traits = Traits::read_with_play(traits)?;
                let found = self.kept.like(&traits);
                if found.is_none() {
                    self.kept.add(traits);
                }
                found
            }
            Equal::Exact => (!self.games.is_empty()).then_some((0, Reason::Exact)),
            Equal::Moves => (!self.games.is_empty()).then_some((0, Reason::Moves)),
        };
        match found.and_then(|(at, reason)| Some((self.games.get_mut(at)?, reason))) {
            Some(((_, kept), reason)) => {
                dropped.add(row.place, kept.place, reason)?;
                if self.dedupe.merge {
                    kept.merged.push(row.place);
                    kept.merged.extend(row.merged);
                }
            }
            None => self.games.push((*place, row)),
        }
        Ok(())
    }

    /// Hands on the games that are kept.
    fn flush(&mut self, out: &mut Sorter) -> io::Result<()> {
        let mut bytes = Vec::new();
        for (place, row) in self.games.drain(..) {
            bytes.clear();
            row.write(&mut bytes);
            out.push(&place, &bytes)?;
        }
        self.kept = KeptGames::default();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::identity::LENGTH;
    use super::super::rows::GamePlace;
    use super::*;
    use crate::common::number_set::{Numbers, Ranges};
    use crate::settings::select::Keep;
    use scoresheet_core::edit::Change;

    fn rows(keys: &[&str]) -> SelectionRows {
        let rows: Vec<_> = keys
            .iter()
            .zip(1..)
            .map(|(key, number)| {
                let place = GamePlace { number, ..GamePlace::default() };
                Ok(Row { place, keys: [key.as_bytes().to_vec()].into(), merged: Vec::new() })
            })
            .collect();
        Box::new(rows.into_iter())
    }

    fn numbers(select: &Select, keys: &[&str]) -> Vec<u64> {
        apply(select, rows(keys), None, &mut Dropped::default()).unwrap().map(|row| row.unwrap().place.number).collect()
    }

    #[test]
    fn rows_are_chosen_and_sorted() {
        let keys = ["c", "a", "b", "a", "d"];
        assert_eq!(numbers(&Select::Games(Ranges::parse("2,4-").unwrap()), &keys), [2, 4, 5]);
        let mut places = Numbers::default();
        [2, 5].into_iter().for_each(|place| places.add(place));
        assert_eq!(numbers(&Select::Places(Arc::new(places)), &keys), [2, 5]);
        assert_eq!(numbers(&Select::Limit(2), &keys), [1, 2]);
        assert_eq!(numbers(&Select::Reverse, &keys), [5, 4, 3, 2, 1]);
        assert_eq!(numbers(&Select::Sort(Vec::new()), &keys), [2, 4, 3, 1, 5]);
    }

    #[test]
    fn samples_depend_on_the_seed_alone_and_keep_the_order() {
        let keys = ["x"; 1000];
        let sample = |games, seed| numbers(&Select::Sample { games, seed }, &keys);
        assert_eq!(sample(50, 7), sample(50, 7));
        assert_ne!(sample(50, 7), sample(50, 8));
        assert!(sample(50, 7).is_sorted() && sample(50, 7).len() == 50);
        // A larger sample holds a smaller one.
        assert!(sample(50, 7).iter().all(|game| sample(100, 7).contains(game)));
        assert_eq!(sample(2000, 7).len(), 1000);
    }

    #[test]
    fn one_of_equal_rows_is_kept() {
        let key = |identity: &str, rank: &str| format!("{identity:<LENGTH$}{rank:<8}");
        let keys = [key("b", "2"), key("a", "2"), key("b", "1"), key("c", "1"), key("b", "1")];
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let dedupe = Dedupe { by: Equal::Moves, keep: Keep::First, merge: true };
        let mut dropped = Dropped::default();
        let kept = apply(&Select::Dedupe(dedupe), rows(&keys), None, &mut dropped).unwrap();
        let kept: Vec<_> = kept.map(Result::unwrap).collect();
        assert_eq!(dropped.changes.iter().collect::<Vec<_>>(), [(Change::Duplicate, 2)]);
        let numbers: Vec<_> = kept.iter().map(|row| row.place.number).collect();
        assert_eq!(numbers, [2, 3, 4]);
        let merged: Vec<_> = kept[1].merged.iter().map(|place| place.number).collect();
        assert_eq!(merged, [5, 1]);
    }
}
