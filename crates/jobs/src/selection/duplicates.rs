//! Games that were dropped as duplicates: how many, of which games, and why.

use super::rows::GamePlace;
use scoresheet_core::edit::{Change, ChangeCounts};
use scoresheet_spill::Sorter;
use std::io;

/// Why a game is a duplicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The moves and the names of the players are the same.
    Exact,
    /// The moves are the same.
    Moves,
    /// The moves are the same, the players and the date may be. Whether names are spelled in another way, and whether more
    /// or less is known of the date.
    Loose { names: bool, date: bool },
}

impl Reason {
    /// Every reason.
    const ALL: [Reason; 6] = [
        Reason::Exact,
        Reason::Moves,
        Reason::Loose { names: false, date: false },
        Reason::Loose { names: true, date: false },
        Reason::Loose { names: false, date: true },
        Reason::Loose { names: true, date: true },
    ];

    /// What lists call it.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Reason::Exact => "same moves and players",
            Reason::Moves => "same moves",
            Reason::Loose { names: false, date: false } => "same moves, players and date",
            Reason::Loose { names: true, date: false } => "names spelled differently",
            Reason::Loose { names: false, date: true } => "date known differently",
            Reason::Loose { names: true, date: true } => "names spelled and date known differently",
        }
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

/// Counts the games that are dropped, and keeps which ones they are where that is wanted.
#[derive(Default)]
pub(crate) struct Dropped {
    pub(crate) changes: ChangeCounts,
    list: Option<Sorter>,
}

impl Dropped {
    /// None yet. Which ones they are is kept in a sorter, where there is one.
    pub(crate) fn new(list: Option<Sorter>) -> Dropped {
        Dropped { changes: ChangeCounts::default(), list }
    }

    /// Counts a game.
    pub(super) fn add(&mut self, game: GamePlace, kept: GamePlace, reason: Reason) -> io::Result<()> {
        self.changes.count(Change::Duplicate, 1);
        if let Reason::Loose { names, date } = reason {
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
        let reason = Reason::ALL.iter().position(|known| *known == reason).unwrap_or(0);
        list.push(&key(game), &[key(kept), vec![reason as u8]].concat())
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
    let reason = *Reason::ALL.get(usize::from(*value.first()?))?;
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
    fn dropped_games_are_listed_in_their_order() {
        let place = |input, number| GamePlace { input, number, ..GamePlace::default() };
        let mut dropped = Dropped::new(Some(Sorter::new(Some(1 << 20), &temporary_files())));
        let all = [
            Duplicate { game: (0, 9), kept: (0, 1), reason: Reason::Exact },
            Duplicate { game: (1, 3), kept: (0, 2), reason: Reason::Loose { names: true, date: true } },
            Duplicate { game: (1, 300), kept: (1, 2), reason: Reason::Moves },
        ];
        for Duplicate { game, kept, reason } in all.iter().rev() {
            dropped.add(place(game.0, game.1), place(kept.0, kept.1), *reason).unwrap();
        }
        let counted: Vec<_> = dropped.changes.iter().map(|(change, count)| (change.id(), count)).collect();
        let expected =
            [("duplicates-dropped", 3), ("duplicates-with-other-names", 1), ("duplicates-with-other-dates", 1)];
        assert_eq!(counted, expected);
        let listed: Vec<_> = in_order(dropped.into_list().unwrap()).unwrap().map(Result::unwrap).collect();
        assert_eq!(listed, all);
    }
}
