//! The faults of a block: counted, and described if the description will be read.

use super::settings::{KeepFaults, Settings};
use super::tally::Tally;
use crate::error::{Code, Fault};
use crate::location::{Base, Extent, Location};
use crate::text::shown;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The place of a fault in a block, before it is known whether the fault will be reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site<'s> {
    pub(crate) code: Code,
    /// The number of bytes, or of bits, before it.
    pub(crate) byte: usize,
    pub(crate) text: &'s [u8],
    pub(crate) ply: Option<u32>,
    pub(crate) number: Option<(u32, bool)>,
}

/// The content of a fault except for its place.
pub(crate) struct Wording {
    pub(crate) message: String,
    pub(crate) fen: Option<String>,
}

impl Wording {
    /// The fault of this code and text at a place.
    pub(crate) fn fault(self, code: Code, at: Location, text: &[u8]) -> Fault {
        let fault = Fault::new(code, at, self.message, shown(text));
        match self.fen {
            Some(fen) => fault.in_position(fen),
            None => fault,
        }
    }
}

/// How many faults of one game are kept with it, because an endless text has endless faults.
const KEPT_OF_GAME: usize = 1000;

/// Collects the faults of a block. Messages and places are computed only for reported faults: the first of each code in
/// the block, the first error of each game, and those that are kept.
#[derive(Debug)]
pub(crate) struct Faults<'a> {
    block: &'a [u8],
    strict: bool,
    keep: KeepFaults,
    pub(crate) tally: Tally,
    first_error: Option<Fault>,
    /// The faults of the game that are kept.
    of_game: Vec<Fault>,
    /// The codes counted in this game, and whether each was the first of its kind, because a game may be read again.
    counted: Vec<(Code, bool)>,
    /// Whether nothing is counted, because the game is only tried.
    muted: bool,
    game: u64,
    /// Whether places count bits.
    pub(crate) in_bits: bool,
    /// A place that has already been computed, at the start of the game, from which the next ones are counted.
    known: Base,
}

impl<'a> Faults<'a> {
    pub(crate) fn new(block: &'a [u8], settings: &Settings) -> Faults<'a> {
        let keep = settings.keep_faults;
        Faults {
            block,
            strict: settings.strict,
            keep,
            tally: if keep.all() { Tally::of_all() } else { Tally::default() },
            first_error: None,
            of_game: Vec::new(),
            counted: Vec::new(),
            muted: false,
            game: 0,
            in_bits: false,
            known: Base::default(),
        }
    }

    /// Stops counting.
    pub(crate) fn mute(&mut self) {
        self.muted = true;
    }

    /// Removes the counts of this game, which is read again.
    pub(crate) fn forget_game(&mut self) {
        for (code, first) in self.counted.drain(..) {
            let slot = &mut self.tally.codes[code as usize];
            slot.count -= 1;
            if first {
                slot.first = None;
            }
        }
        self.first_error = None;
        self.of_game.clear();
    }

    /// A game starts here.
    #[inline]
    pub(crate) fn start_game(&mut self, number: u64) {
        self.game = number;
        self.first_error = None;
        self.counted.clear();
    }

    /// The game has ended, whose text starts with this byte of the block.
    #[inline]
    pub(crate) fn end_game(&mut self, start: usize) {
        for (code, _) in self.counted.iter().filter(|(_, first)| *first) {
            self.tally.codes[*code as usize].game_byte = Some(start as u64);
        }
    }

    /// Whether an error of the game was found so far.
    pub(crate) fn has_error(&self) -> bool {
        self.counted.iter().any(|(code, _)| !code.is_note())
    }

    /// The first error of the game, by byte.
    #[inline]
    pub(crate) fn take_first_error(&mut self) -> Option<Fault> {
        self.first_error.take()
    }

    /// The faults that are kept with the game, in the order of their places. If all faults are kept, the tally receives
    /// these.
    #[inline]
    pub(crate) fn take_kept(&mut self) -> Vec<Fault> {
        if self.of_game.is_empty() {
            return Vec::new();
        }
        let mut kept = core::mem::take(&mut self.of_game);
        kept.sort_by_key(|fault| fault.at.byte);
        match &mut self.tally.all {
            Some(all) if self.keep.of_game() => {
                all.extend_from_slice(&kept);
                kept
            }
            Some(all) => {
                all.append(&mut kept);
                Vec::new()
            }
            None => kept,
        }
    }

    /// The number of faults of the game that were not kept because there are too many. Call this before taking them.
    pub(crate) fn left_out(&self) -> u64 {
        match self.keep {
            KeepFaults::OfGame => self.counted.len().saturating_sub(self.of_game.len()) as u64,
            KeepFaults::Firsts | KeepFaults::All | KeepFaults::Both => 0,
        }
    }

    fn keeps_more(&self) -> bool {
        match self.keep {
            KeepFaults::Firsts => false,
            KeepFaults::OfGame => self.of_game.len() < KEPT_OF_GAME,
            KeepFaults::All | KeepFaults::Both => true,
        }
    }

    /// Counts a fault. Its message is created only if needed.
    #[cold]
    pub(crate) fn add(&mut self, site: Site<'_>, words: impl FnOnce() -> Wording) {
        if self.muted {
            return;
        }
        let is_error = self.strict || !site.code.is_note();
        let place = |first: &Fault| first.at.bit.unwrap_or(first.at.byte);
        let earlier = self.first_error.as_ref().is_none_or(|first| (site.byte as u64) < place(first));
        let slot = &mut self.tally.codes[site.code as usize];
        slot.count += 1;
        let (first_of_code, first_of_game) = (slot.first.is_none(), is_error && earlier);
        self.counted.push((site.code, first_of_code));
        if !first_of_code && !first_of_game && !self.keeps_more() {
            return;
        }
        let fault = self.fault(site, words());
        if self.keeps_more() || (first_of_game && self.keep == KeepFaults::OfGame) {
            self.of_game.push(fault.clone());
        }
        if first_of_code {
            self.tally.codes[site.code as usize].first = Some(fault.clone());
        }
        if first_of_game {
            self.first_error = Some(fault);
        }
    }

    /// The fault at a place with this message.
    pub(crate) fn fault(&mut self, site: Site<'_>, words: Wording) -> Fault {
        let at = Location { game: self.game, ply: site.ply, number: site.number, ..self.place(site.byte) };
        words.fault(site.code, at, site.text)
    }

    /// The place in the block where something starts. If it can start at any bit, it has no line.
    fn place(&mut self, start: usize) -> Location {
        if self.in_bits {
            return Location { byte: start as u64 / 8, bit: Some(start as u64), ..Location::default() };
        }
        let (line, column) = self.line_and_column(start);
        Location { byte: start as u64, line, column, ..Location::default() }
    }

    /// Counts from the last place computed, or from the start of the block if that comes later. Places are mostly in
    /// order, so a block full of faults is not counted again for each.
    fn line_and_column(&mut self, byte: usize) -> (u64, u64) {
        let from = usize::try_from(self.known.bytes).unwrap_or(usize::MAX);
        let (start, mut base) = if from <= byte { (from, self.known) } else { (0, Base::default()) };
        let text = self.block.get(start..byte).unwrap_or_default();
        base.advance_lines(Extent::of(text));
        // A CR at the end of `text` counts as a line end, and so would the LF after it, so the text must not be split
        // between them.
        if text.last() != Some(&b'\r') && base.bytes <= byte as u64 {
            self.known = Base { bytes: byte as u64, ..base };
        }
        (base.lines + 1, base.columns + 1)
    }
}

/// The message of a fault that needs only the text of the table.
pub(crate) fn plain_wording(code: Code, text: &[u8]) -> Wording {
    let doc = code.spec().doc;
    let message = if text.is_empty() { String::from(doc) } else { format!("{doc}: `{}`", shown(text)) };
    Wording { message, fen: None }
}
