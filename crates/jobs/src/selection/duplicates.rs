//! Games that were dropped as duplicates: how many, of which games, and why.

use super::loose_duplicates::Overlap;
use super::rows::GamePlace;
use scoresheet_core::edit::{Change, ChangeCounts};
use scoresheet_spill::Sorter;
use std::cmp::Ordering;
use std::io;

/// Why a game is a duplicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The moves and the names of the players are the same.
    Exact,
    /// The moves are the same.
    Moves,
    /// The moves are the same or the first ones of the other game, the players and the date may be the same. Whether names
    /// are spelled in another way, whether more or less is known of the date, and which part of the other game it is.
    Loose { names: bool, date: bool, part: Overlap },
}

impl Reason {
    /// What lists call it.
    pub(crate) fn id(self) -> String {
        let Reason::Loose { names, date, part } = self else {
            return if self == Reason::Exact { "same moves and players" } else { "same moves" }.to_owned();
        };
        let differs = match (names, date) {
            (false, false) => "",
            (true, false) => "names spelled differently",
            (false, true) => "date known differently",
            (true, true) => "names spelled and date known differently",
        };
        let part = match part {
            Overlap::Whole(Ordering::Equal) => "",
            Overlap::Whole(Ordering::Less) => "fewer comments",
            Overlap::Whole(Ordering::Greater) => "more comments",
            Overlap::Beginning => "beginning of a longer game",
        };
        match (differs, part) {
            ("", "") => "same moves, players and date".to_owned(),
            (one, "") | ("", one) => one.to_owned(),
            (differs, part) => format!("{part}, {differs}"),
        }
    }

    /// The reason as a byte.
    fn byte(self) -> u8 {
        match self {
            Reason::Exact => 0,
            Reason::Moves => 1,
            Reason::Loose { names, date, part } => {
                let part = match part {
                    Overlap::Whole(order) => (order as i8 + 1) as u8,
                    Overlap::Beginning => 3,
                };
                0x10 | part << 2 | u8::from(names) << 1 | u8::from(date)
            }
        }
    }

    /// The reason that is this byte.
    fn of(byte: u8) -> Option<Reason> {
        let part = [Ordering::Less, Ordering::Equal, Ordering::Greater]
            .map(Overlap::Whole)
            .get(usize::from(byte >> 2 & 3))
            .copied();
        Some(match byte {
            0 => Reason::Exact,
            1 => Reason::Moves,
            0x10..0x20 => {
                Reason::Loose { names: byte & 2 != 0, date: byte & 1 != 0, part: part.unwrap_or(Overlap::Beginning) }
            }
            _ => return None,
        })
    }
}

/// A game that was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Duplicate {
    /// The place of its input among the others, and its number there.
    pub(crate) game: (u32, u64),
    /// The same of the game that was kept.
    pub(crate) kept: (u32, u64),
    /// Why.
    pub(crate) reason: Reason,
}

/// The place among the inputs of the first file whose games are left out; those of the others come before it.
pub(crate) const KNOWN: u32 = u32::MAX;

/// Counts the games that are dropped, and keeps their numbers if those are wanted.
#[derive(Default)]
pub(crate) struct Dropped {
    pub(crate) changes: ChangeCounts,
    list: Option<Sorter>,
}

impl Dropped {
    /// None yet. Which ones they are is kept in a sorter, if there is one.
    pub(crate) fn new(list: Option<Sorter>) -> Dropped {
        Dropped { changes: ChangeCounts::default(), list }
    }

    /// Counts a game.
    pub(super) fn add(&mut self, game: GamePlace, kept: GamePlace, reason: Reason) -> io::Result<()> {
        self.changes.count(Change::Duplicate, 1);
        if let Reason::Loose { names, date, part } = reason {
            self.changes.count(Change::DuplicateBeginning, u64::from(part == Overlap::Beginning));
            self.changes
                .count(Change::DuplicateNotes, u64::from(matches!(part, Overlap::Whole(order) if order.is_ne())));
            self.changes.count(Change::DuplicateNames, u64::from(names));
            self.changes.count(Change::DuplicateDate, u64::from(date));
        }
        self.list(game, kept, reason)
    }

    /// Counts a game that a file has already: the one at this place among all such files, and its number there.
    pub(super) fn add_known(&mut self, game: GamePlace, known: (u32, u64), reason: Reason) -> io::Result<()> {
        self.changes.count(Change::Known, 1);
        let kept = GamePlace { input: KNOWN - known.0, number: known.1, ..GamePlace::default() };
        self.list(game, kept, reason)
    }

    fn list(&mut self, game: GamePlace, kept: GamePlace, reason: Reason) -> io::Result<()> {
        let Some(list) = &mut self.list else { return Ok(()) };
        let key = |place: GamePlace| [&place.input.to_be_bytes()[..], &place.number.to_be_bytes()].concat();
        list.push(&key(game), &[key(kept), vec![reason.byte()]].concat())
    }

    /// The sorter that knows which games were dropped.
    pub(crate) fn into_list(self) -> Option<Sorter> {
        self.list
    }
}

/// The games that were dropped, in their order.
pub(crate) fn in_order(list: Sorter) -> io::Result<impl Iterator<Item = io::Result<Duplicate>>> {
    Ok(list.finish()?.map(|entry| {
        let entry = entry?;
        duplicate(entry.key(), entry.value()).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }))
}

fn duplicate(mut game: &[u8], mut value: &[u8]) -> Option<Duplicate> {
    let game = place(&mut game)?;
    let kept = place(&mut value)?;
    let reason = Reason::of(*value.first()?)?;
    Some(Duplicate { game, kept, reason })
}

fn place(bytes: &mut &[u8]) -> Option<(u32, u64)> {
    let (input, rest) = bytes.split_first_chunk()?;
    let (number, rest) = rest.split_first_chunk()?;
    *bytes = rest;
    Some((u32::from_be_bytes(*input), u64::from_be_bytes(*number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::spool::temporary_files;

    #[test]
    fn every_reason_has_a_byte_and_a_text_of_its_own() {
        let parts = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(Overlap::Whole).into_iter();
        let loose = parts.chain([Overlap::Beginning]).flat_map(|part| {
            [(false, false), (true, false), (false, true), (true, true)].map(|(names, date)| Reason::Loose {
                names,
                date,
                part,
            })
        });
        let all: Vec<_> = [Reason::Exact, Reason::Moves].into_iter().chain(loose).collect();
        for reason in &all {
            assert_eq!(Reason::of(reason.byte()), Some(*reason));
        }
        let texts: std::collections::BTreeSet<_> = all.iter().map(|reason| reason.id()).collect();
        assert_eq!(texts.len(), all.len());
    }

    #[test]
    fn dropped_games_are_listed_in_their_order() {
        let place = |input, number| GamePlace { input, number, ..GamePlace::default() };
        let mut dropped = Dropped::new(Some(Sorter::new(Some(1 << 20), &temporary_files())));
        let all = [
            Duplicate { game: (0, 9), kept: (0, 1), reason: Reason::Exact },
            Duplicate {
                game: (1, 3),
                kept: (0, 2),
                reason: Reason::Loose { names: true, date: true, part: Overlap::Beginning },
            },
            Duplicate { game: (1, 300), kept: (1, 2), reason: Reason::Moves },
        ];
        for Duplicate { game, kept, reason } in all.iter().rev() {
            dropped.add(place(game.0, game.1), place(kept.0, kept.1), *reason).unwrap();
        }
        let counted: Vec<_> = dropped.changes.iter().map(|(change, count)| (change.id(), count)).collect();
        let expected = [
            ("duplicates-dropped", 3),
            ("duplicates-with-other-names", 1),
            ("duplicates-with-other-dates", 1),
            ("duplicates-that-are-beginnings", 1),
        ];
        assert_eq!(counted, expected);
        let listed: Vec<_> = in_order(dropped.into_list().unwrap()).unwrap().map(Result::unwrap).collect();
        assert_eq!(listed, all);
    }
}
