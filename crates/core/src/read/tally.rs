//! Counts made while reading: games, plies, faults by code with the first of each, endings.

use super::record::Record;
use crate::at::Base;
use crate::error::{self, Code, Fault};
use crate::step::Termination;
use alloc::vec::Vec;

/// How often a code was met, and where first.
#[derive(Clone, Debug, Default)]
pub struct CodeCount {
    /// How often.
    pub count: u64,
    /// The first one, by game and then by the order in which it was found.
    pub first: Option<Fault>,
}

/// Counts of one run, or of one block of it.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Games read.
    pub games: u64,
    /// Plies played, mainlines only.
    pub plies: u64,
    /// Games with an error.
    pub faulty: u64,
    /// Games whose mainline ends in mate.
    pub mates: u64,
    /// Games whose mainline ends in stalemate.
    pub stalemates: u64,
    /// Games by termination: `1-0` `0-1` `1/2-1/2` `0-0` `*`, and without one.
    pub terminations: [u64; 6],
    pub(super) codes: Vec<CodeCount>,
    /// Every fault, game by game and in the order of their places, where somebody wants all; else `None`.
    pub all: Option<Vec<Fault>>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            games: 0,
            plies: 0,
            faulty: 0,
            mates: 0,
            stalemates: 0,
            terminations: [0; 6],
            codes: alloc::vec![CodeCount::default(); error::ALL.len()],
            all: None,
        }
    }
}

impl Tally {
    /// No counts yet, and every fault is to be kept.
    pub fn of_all() -> Tally {
        Tally { all: Some(Vec::new()), ..Tally::default() }
    }

    /// The codes that were met, in the order of the table.
    pub fn codes(&self) -> impl Iterator<Item = (Code, &CodeCount)> {
        error::ALL.iter().zip(&self.codes).filter(|(_, count)| count.count > 0).map(|(spec, count)| (spec.code, count))
    }

    /// How often a code was met.
    pub fn count(&self, code: Code) -> u64 {
        self.codes[code as usize].count
    }

    /// Counts a fault that is already at its place.
    pub fn add_fault(&mut self, fault: Fault) {
        if let Some(all) = &mut self.all {
            all.push(fault.clone());
        }
        let slot = &mut self.codes[fault.code as usize];
        slot.count += 1;
        slot.first.get_or_insert(fault);
    }

    /// Counts a game that was read.
    #[inline]
    pub fn add_game(&mut self, record: &Record<'_>) {
        self.games += 1;
        self.plies += u64::from(record.ply_count);
        self.faulty += u64::from(record.first_error.is_some());
        self.mates += u64::from(record.ending.mate);
        self.stalemates += u64::from(record.ending.stalemate);
        self.add_termination(record.termination);
    }

    /// Counts how a game ends, as its marker tells.
    #[inline]
    pub fn add_termination(&mut self, termination: Option<Termination>) {
        self.terminations[termination.map_or(Termination::ALL.len(), |termination| termination as usize)] += 1;
    }

    /// Adds what a block counted; `base` is the text before the block.
    pub fn merge(&mut self, block: Tally, base: &Base) {
        self.games += block.games;
        self.plies += block.plies;
        self.faulty += block.faulty;
        self.mates += block.mates;
        self.stalemates += block.stalemates;
        for (total, count) in self.terminations.iter_mut().zip(block.terminations) {
            *total += count;
        }
        if let (Some(all), Some(more)) = (&mut self.all, block.all) {
            all.extend(more.into_iter().map(|mut fault| {
                fault.rebase(base);
                fault
            }));
        }
        for (total, count) in self.codes.iter_mut().zip(block.codes) {
            total.count += count.count;
            if total.first.is_none() {
                total.first = count.first.map(|mut fault| {
                    fault.rebase(base);
                    fault
                });
            }
        }
    }
}
