//! What was counted while reading: games, plies, faults by code with the first of each, endings.

use crate::at::{At, Base, Extent};
use crate::error::{self, Code, Fault, TEXT_SHOWN};
use crate::game::Termination;
use crate::record::Record;
use crate::text::{self, Encoding};
use alloc::format;
use alloc::string::String;
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
    codes: Vec<CodeCount>,
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
        }
    }
}

impl Tally {
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
        self.terminations[record.termination.map_or(5, termination_index)] += 1;
    }

    /// Adds what a block counted; `base` is what stands before the block.
    pub fn merge(&mut self, block: Tally, base: &Base) {
        self.games += block.games;
        self.plies += block.plies;
        self.faulty += block.faulty;
        self.mates += block.mates;
        self.stalemates += block.stalemates;
        for (total, count) in self.terminations.iter_mut().zip(block.terminations) {
            *total += count;
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

fn termination_index(termination: Termination) -> usize {
    match termination {
        Termination::WhiteWins => 0,
        Termination::BlackWins => 1,
        Termination::Draw => 2,
        Termination::BothLose => 3,
        Termination::Unknown => 4,
    }
}

/// Where something is wrong in a block, before anybody knows whether it will be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site<'s> {
    pub(crate) code: Code,
    pub(crate) byte: usize,
    pub(crate) text: &'s [u8],
    pub(crate) ply: Option<u32>,
    pub(crate) number: Option<(u32, bool)>,
}

/// What a fault says besides its place.
pub(crate) struct Words {
    pub(crate) message: String,
    pub(crate) fen: Option<String>,
}

/// Collects the faults of a block. Words and places are made only for those that will be told: the first of each code in
/// the block, and the first error of each game.
#[derive(Debug)]
pub(crate) struct Faults<'a> {
    block: &'a [u8],
    strict: bool,
    pub(crate) tally: Tally,
    first_error: Option<Fault>,
    game: u64,
    /// A place already computed, at the start of the game: the next ones are counted from here.
    known: Base,
}

impl<'a> Faults<'a> {
    pub(crate) fn new(block: &'a [u8], strict: bool) -> Faults<'a> {
        Faults { block, strict, tally: Tally::default(), first_error: None, game: 0, known: Base::default() }
    }

    /// A game starts here.
    #[inline]
    pub(crate) fn start_game(&mut self, number: u64) {
        self.game = number;
        self.first_error = None;
    }

    /// The first error of the game by byte.
    #[inline]
    pub(crate) fn take_first_error(&mut self) -> Option<Fault> {
        self.first_error.take()
    }

    /// Counts a fault; asks for its words only where they are wanted.
    #[cold]
    pub(crate) fn add(&mut self, site: Site<'_>, words: impl FnOnce() -> Words) {
        let is_error = self.strict || !site.code.is_note();
        let earlier = self.first_error.as_ref().is_none_or(|first| (site.byte as u64) < first.at.byte);
        let slot = &mut self.tally.codes[site.code as usize];
        slot.count += 1;
        let (first_of_code, first_of_game) = (slot.first.is_none(), is_error && earlier);
        if !first_of_code && !first_of_game {
            return;
        }
        let fault = self.fault(site, words());
        if first_of_code {
            self.tally.codes[site.code as usize].first = Some(fault.clone());
        }
        if first_of_game {
            self.first_error = Some(fault);
        }
    }

    fn fault(&mut self, site: Site<'_>, words: Words) -> Fault {
        let (line, column) = self.line_and_column(site.byte);
        let at = At { byte: site.byte as u64, game: self.game, ply: site.ply, number: site.number, line, column };
        let fault = Fault::new(site.code, at, words.message, shown(site.text));
        match words.fen {
            Some(fen) => fault.in_position(fen),
            None => fault,
        }
    }

    /// Counts on from the last place computed, or from the block's start for one before it. Places mostly come in order,
    /// so a block full of faults is not counted through again for each.
    fn line_and_column(&mut self, byte: usize) -> (u64, u64) {
        let from = usize::try_from(self.known.bytes).unwrap_or(usize::MAX);
        let (start, mut base) = if from <= byte { (from, self.known) } else { (0, Base::default()) };
        let text = self.block.get(start..byte).unwrap_or_default();
        base.advance_lines(Extent::of(text));
        // A CR at the end of `text` counts as a line end, and so would the LF behind it: stop only between lines' bytes.
        if text.last() != Some(&b'\r') && base.bytes <= byte as u64 {
            self.known = Base { bytes: byte as u64, ..base };
        }
        (base.lines + 1, base.columns + 1)
    }
}

/// The offending text as a fault keeps it: one line, not too long.
pub fn shown(text: &[u8]) -> String {
    let head = &text[..text.len().min(4 * TEXT_SHOWN)];
    let decoded = text::decode(head, Encoding::of(head));
    let mut out: String =
        decoded.chars().take(TEXT_SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if out.len() < text.len() && decoded.chars().count() > TEXT_SHOWN {
        out.push('…');
    }
    out
}

/// The words of a fault that needs no others than the table's.
pub(crate) fn plain_words(code: Code, text: &[u8]) -> Words {
    let doc = code.spec().doc;
    let message = if text.is_empty() { String::from(doc) } else { format!("{doc}: `{}`", shown(text)) };
    Words { message, fen: None }
}
