//! Builds a book from the moves of games.

use super::gather::Plays;
use super::weights::{BookOptions, Tried, scaled};
use crate::Error;
use crate::index::occurrence::Facts;
use crate::index::partitions::{PARTS, Pile, Piles};
use crate::index::rows::{Once, Sum, Summing};
use crate::sort::SortOptions;
use scoresheet_core::book::BookRecord;
use scoresheet_parallel::Cancel;
use scoresheet_parallel::{Spare, ordered_map};
use std::cmp::Reverse;
use std::io::Write;

/// What a book was made from, and what it contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookCounts {
    /// The positions of the book.
    pub positions: u64,
    /// The records of the book: a move of a position each.
    pub records: u64,
    /// The moves that were played in too few games.
    pub rare: u64,
    /// The moves whose score is too low.
    pub low: u64,
    /// The moves whose weight would be 0.
    pub weightless: u64,
    /// The half-moves of games that come after the last ply of the book.
    pub later_plies: u64,
}

/// Builds a book, out of core if the games are many.
pub struct BookBuilder {
    options: BookOptions,
    pile: Pile,
    games: Vec<Facts>,
    later_plies: u64,
}

impl BookBuilder {
    /// An empty book.
    pub fn new(options: BookOptions, sort: &SortOptions) -> BookBuilder {
        BookBuilder { options, pile: Pile::new(sort.memory, sort.files.clone()), games: Vec::new(), later_plies: 0 }
    }

    /// Adds the moves of those games whose numbers are `wanted`, and returns how many games these are.
    ///
    /// # Errors
    /// There are more games than a book can have.
    pub fn add(&mut self, plays: &Plays, wanted: impl Fn(u64) -> bool) -> Result<u64, Error> {
        let (before, mut start) = (self.games.len(), 0);
        for game in &plays.games {
            let mets = plays.mets.get(start..game.end).unwrap_or_default();
            start = game.end;
            if !wanted(game.number) {
                continue;
            }
            let row = u32::try_from(self.games.len()).map_err(|_| too_many())?;
            self.games.push(game.facts);
            self.later_plies += game.later;
            mets.iter().for_each(|met| self.pile.add(met.in_row(row)));
        }
        Ok((self.games.len() - before) as u64)
    }

    /// Whether [`BookBuilder::settle`] has something to write, which takes a while.
    pub fn is_full(&self) -> bool {
        self.pile.is_full()
    }

    /// Writes moves to disk if they are too many.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn settle(&mut self) -> Result<(), Error> {
        self.pile.settle()
    }

    /// Writes the book.
    ///
    /// # Errors
    /// It cannot be written, or the work was stopped.
    pub fn finish<W: Write>(self, mut out: W, threads: usize, cancel: &Cancel) -> Result<(W, BookCounts), Error> {
        let (piles, games, options) = (Piles::new(vec![self.pile]), self.games, self.options);
        let spare = Spare::new(|| (Summing::over(&games, Once::Move), Vec::new()));
        let made = |part| -> Result<BookPart, Error> {
            spare.with(|(summing, sums)| {
                cancel.check()?;
                sums.clear();
                piles.take(part, summing, sums)?;
                Ok(BookPart::of(sums, &options))
            })
        };
        let mut counts = BookCounts { later_plies: self.later_plies, ..BookCounts::default() };
        ordered_map(0..PARTS, threads, made, |part| {
            out.write_all(&part.bytes)?;
            add(&mut counts, &part.counts);
            Ok(())
        })?;
        Ok((out, counts))
    }
}

fn too_many() -> Error {
    Error::Limit { why: "a book can be made from at most 4,294,967,295 games".to_owned(), byte: 0 }
}

fn add(counts: &mut BookCounts, more: &BookCounts) {
    counts.positions += more.positions;
    counts.records += more.records;
    counts.rare += more.rare;
    counts.low += more.low;
    counts.weightless += more.weightless;
}

/// A part of a book.
#[derive(Default)]
struct BookPart {
    bytes: Vec<u8>,
    counts: BookCounts,
}

impl BookPart {
    fn of(sums: &[Sum], options: &BookOptions) -> BookPart {
        let mut part = BookPart::default();
        for of_position in sums.chunk_by(|one, next| one.hash() == next.hash()) {
            part.add(of_position, options);
        }
        part
    }

    /// Adds a position.
    fn add(&mut self, sums: &[Sum], options: &BookOptions) {
        let mut moves: Vec<(u64, Tried)> = Vec::with_capacity(sums.len());
        for tried in sums.iter().filter_map(Tried::of) {
            let weight = tried.weight(options.weights);
            if tried.is_rare(options) {
                self.counts.rare += 1;
            } else if tried.is_low(options) {
                self.counts.low += 1;
            } else if weight == 0 {
                self.counts.weightless += 1;
            } else {
                moves.push((weight, tried));
            }
        }
        moves.sort_by_key(|(weight, tried)| (Reverse(*weight), tried.mv));
        let Some((most, _)) = moves.first().copied() else { return };
        let key = sums.first().map_or(0, Sum::hash);
        for (weight, tried) in &moves {
            let record = BookRecord { key, mv: tried.mv, weight: scaled(*weight, most), learn: 0 };
            self.bytes.extend_from_slice(&record.to_bytes());
        }
        self.counts.positions += 1;
        self.counts.records += moves.len() as u64;
    }
}
