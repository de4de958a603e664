//! The counts of a run: games, plies, endings, and faults by code with the first of each.

use super::record::Record;
use crate::error::{self, Code, Fault};
use crate::location::Base;
use crate::rules::Rules;
use crate::step::Termination;
use alloc::vec::Vec;

/// How often a code occurred, and the first occurrence.
#[derive(Clone, Debug, Default)]
pub struct CodeCount {
    /// How often.
    pub count: u64,
    /// The first one, by game and then in the order in which they were found.
    pub first: Option<Fault>,
    /// The byte at which the game of the first one starts, if it was read from a block.
    pub game_byte: Option<u64>,
}

/// The counts of one run, or of one block of it.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Games read.
    pub games: u64,
    /// Plies played, in mainlines only.
    pub plies: u64,
    /// Games with an error.
    pub faulty: u64,
    /// Games whose mainline ends in mate.
    pub mates: u64,
    /// Games whose mainline ends in stalemate.
    pub stalemates: u64,
    /// Games by termination: `1-0` `0-1` `1/2-1/2` `0-0` `*`, and without one.
    pub terminations: [u64; 6],
    /// Games that were played by other rules than those of standard chess.
    pub rules: Vec<(Rules, u64)>,
    pub(super) codes: Vec<CodeCount>,
    /// Every fault, game by game in the order of their places, if all are requested; else `None`.
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
            rules: Vec::new(),
            codes: alloc::vec![CodeCount::default(); error::ALL.len()],
            all: None,
        }
    }
}

impl Tally {
    /// No counts yet, and every fault is kept.
    pub fn of_all() -> Tally {
        Tally { all: Some(Vec::new()), ..Tally::default() }
    }

    /// The codes that occurred, in the order of the table.
    pub fn codes(&self) -> impl Iterator<Item = (Code, &CodeCount)> {
        error::ALL.iter().zip(&self.codes).filter(|(_, count)| count.count > 0).map(|(spec, count)| (spec.code, count))
    }

    /// How often a code occurred.
    pub fn count(&self, code: Code) -> u64 {
        self.codes[code as usize].count
    }

    /// The faults that are kept, to change their places.
    pub fn faults_mut(&mut self) -> impl Iterator<Item = &mut Fault> {
        let firsts = self.codes.iter_mut().filter_map(|count| count.first.as_mut());
        self.all.iter_mut().flatten().chain(firsts)
    }

    /// Counts a fault whose place is already that in the source.
    pub fn add_fault(&mut self, fault: Fault) {
        self.add_faults(fault, 1);
    }

    /// Counts several faults that one fault represents.
    pub fn add_faults(&mut self, fault: Fault, count: u64) {
        if let Some(all) = &mut self.all {
            all.push(fault.clone());
        }
        let slot = &mut self.codes[fault.code as usize];
        slot.count += count;
        slot.first.get_or_insert(fault);
    }

    /// Counts a game that was read.
    #[inline]
    pub fn add_game(&mut self, record: &Record<'_>) {
        self.games += 1;
        self.plies += u64::from(record.ply_count);
        self.faulty += u64::from(record.first_error.is_some());
        self.mates += u64::from(record.ending.is_mate());
        self.stalemates += u64::from(record.ending.is_stalemate());
        self.add_termination(record.termination);
        if !record.standard_start {
            self.add_rules(record.rules(), 1);
        }
    }

    /// Counts games that were played by these rules, unless these are those of standard chess.
    pub fn add_rules(&mut self, rules: Rules, games: u64) {
        if rules == Rules::STANDARD {
            return;
        }
        match self.rules.iter_mut().find(|(known, _)| *known == rules) {
            Some((_, count)) => *count += games,
            None => self.rules.push((rules, games)),
        }
    }

    /// Counts the ending of a game according to its marker.
    #[inline]
    pub fn add_termination(&mut self, termination: Option<Termination>) {
        self.terminations[termination.map_or(Termination::ALL.len(), |termination| termination as usize)] += 1;
    }

    /// Adds the counts of a block; `base` is the text before the block.
    pub fn merge(&mut self, block: Tally, base: &Base) {
        self.games += block.games;
        self.plies += block.plies;
        self.faulty += block.faulty;
        self.mates += block.mates;
        self.stalemates += block.stalemates;
        for (total, count) in self.terminations.iter_mut().zip(block.terminations) {
            *total += count;
        }
        for (rules, games) in block.rules {
            self.add_rules(rules, games);
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
                total.game_byte = count.game_byte.map(|byte| base.bytes + byte);
                total.first = count.first.map(|mut fault| {
                    fault.rebase(base);
                    fault
                });
            }
        }
    }
}
