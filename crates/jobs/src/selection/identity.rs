//! The keys by which games are equal: hashes of their moves.

use super::loose_duplicates::{self, Play};
use crate::settings::select::{Dedupe, Equal, Keep};
use scoresheet_core::error::Fault;
use scoresheet_core::position::fen;
use scoresheet_core::read::Record;
use scoresheet_core::rules::Rules;
use scoresheet_core::step::Step;
use std::hash::{DefaultHasher, Hasher};

/// How games are distinguished.
#[derive(Clone, Copy)]
pub(super) enum Identity {
    /// From others of the same job: in [`LENGTH`] bytes, and after that which of them comes first.
    Among(Dedupe),
    /// From those of files that were read before: by start and moves, and after that what [`loose_duplicates`] compares.
    Known,
}

/// A game is sound; it has no moves, or an error; it cannot be played, so that nothing is known of its moves.
pub(super) const SOUND: u8 = 0;
const ODD: u8 = 1;
pub(super) const UNPLAYED: u8 = 2;

/// How many first bytes identify a game; the others decide which one of equal games is kept.
pub(crate) const LENGTH: usize = 16;

impl Identity {
    /// Whether comments, NAGs and variations have to be counted.
    pub(super) fn counts_notes(self) -> bool {
        matches!(self, Identity::Among(dedupe) if dedupe.keep == Keep::Annotated || dedupe.by == Equal::Loose)
    }

    /// Whether the length of the text matters.
    pub(super) fn measures_text(self) -> bool {
        matches!(self, Identity::Among(dedupe) if dedupe.keep == Keep::Longest)
    }

    /// The identity of a game with this text, and these steps.
    pub(super) fn of(self, record: &Record<'_>, text: &[u8], seen: &SeenSteps) -> Vec<u8> {
        match self {
            Identity::Among(dedupe) => among(record, text, dedupe, seen),
            Identity::Known => known(record),
        }
    }
}

/// What the steps of a game say besides its record.
pub(super) struct SeenSteps {
    /// The number of comments, NAGs and variations.
    pub(super) notes: u64,
    /// What could not be played.
    unplayed: Hash128,
}

impl SeenSteps {
    pub(super) fn new() -> SeenSteps {
        SeenSteps { notes: 0, unplayed: Hash128::new() }
    }

    pub(super) fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(_) => *self = SeenSteps::new(),
            Step::Comment { .. } | Step::Nag { .. } | Step::Open => self.notes += 1,
            Step::Unplayed(text) | Step::Skipped(text) | Step::Verbatim(_, text) => {
                self.unplayed.part(text.as_bytes());
            }
            Step::End(Some(game)) => self.unplayed.part(game.text),
            _ => {}
        }
    }
}

fn among(record: &Record<'_>, text: &[u8], dedupe: Dedupe, seen: &SeenSteps) -> Vec<u8> {
    let (mut hash, notes) = (Hash128::new(), seen.notes);
    if record.plies.is_empty() || is_bad(record) {
        // What could not be read, or is not there, does not make games equal.
        match text.trim_ascii() {
            b"" => hash.odd_game(record, seen),
            text => hash.part(text),
        }
    } else {
        let is_long = dedupe.by == Equal::Loose && record.plies.len() >= BEGINNING;
        // Longer games are compared with each other, as one may be the beginning of another.
        hash.moves(record, if is_long { BEGINNING } else { record.plies.len() });
        if is_long {
            hash.part(b"and more");
        }
        if dedupe.by == Equal::Exact {
            ["White", "Black"].into_iter().for_each(|name| hash.part(record.tag(name).unwrap_or_default().as_bytes()));
        }
    }
    let rank = match dedupe.keep {
        Keep::First => 0,
        Keep::Longest => text.len() as u64,
        Keep::Annotated => notes,
    };
    let mut identity = hash.finish().to_vec();
    if dedupe.by == Equal::Loose {
        // Of two games of which one is the beginning of the other, the longer one comes first.
        let plies = record.plies.len().min(usize::from(u16::MAX)) as u64;
        identity.extend((!(plies << 48 | rank.min((1 << 48) - 1))).to_be_bytes());
        identity.extend(loose_duplicates::write_with_play(&traits(record), &play(record, notes)));
    } else {
        identity.extend((!rank).to_be_bytes());
    }
    identity
}

/// How many plies games must have in common to be the same, if one of them continues.
const BEGINNING: usize = 20;

fn play(record: &Record<'_>, notes: u64) -> Play {
    let tag = |name| record.tag(name).unwrap_or_default().into_owned();
    let later = record.plies.iter().skip(BEGINNING);
    Play {
        notes,
        result: tag("Result"),
        round: tag("Round"),
        time: tag("UTCTime"),
        site: tag("Site"),
        moves: later.flat_map(|ply| [ply.from, ply.to, ply.promotion << 4 ^ ply.piece]).collect(),
    }
}

/// Texts are not part of it, because each format has others. After the hash comes [`SOUND`] or why not: then the moves alone do
/// not distinguish the game from others.
fn known(record: &Record<'_>) -> Vec<u8> {
    let mut hash = Hash128::new();
    hash.moves(record, record.plies.len());
    let traits = traits(record);
    let soundness = match () {
        () if !record.played => UNPLAYED,
        () if record.plies.is_empty() || is_bad(record) => ODD,
        () => SOUND,
    };
    if record.plies.is_empty() {
        hash.part(&traits);
    }
    let mut identity = hash.finish().to_vec();
    identity.push(soundness);
    identity.extend(traits);
    identity
}

fn is_bad(record: &Record<'_>) -> bool {
    first_error(record).is_some() || record.legal_plies.is_some()
}

/// The first error of a game; if it was stored, perhaps the one that it had then.
fn first_error<'r>(record: &'r Record<'_>) -> Option<&'r Fault> {
    record.first_error.as_ref().or_else(|| record.faults.iter().find(|fault| !fault.code.is_note()))
}

fn traits(record: &Record<'_>) -> Vec<u8> {
    let tag = |name| record.tag(name).unwrap_or_default();
    let date = record.tag("Date").or_else(|| record.tag("UTCDate")).unwrap_or_default();
    loose_duplicates::write(&tag("White"), &tag("Black"), &date)
}

/// A hash of 128 bits: two of 64 that start differently.
pub(super) struct Hash128(DefaultHasher, DefaultHasher);

impl Hash128 {
    pub(super) fn new() -> Hash128 {
        let mut other = DefaultHasher::new();
        other.write_u8(1);
        Hash128(DefaultHasher::new(), other)
    }

    /// The start of a game, its rules and its first moves.
    fn moves(&mut self, record: &Record<'_>, plies: usize) {
        let start =
            if record.standard_start { String::new() } else { fen::write(&record.start, fen::Style::default()) };
        self.part(start.as_bytes());
        let rules = if record.standard_start { Rules::STANDARD } else { record.start.rules() };
        if rules != Rules::STANDARD {
            self.part(rules.code().as_bytes());
        }
        // Hashing all bytes at once is several times as fast as hashing each move.
        let moves = record.plies.iter().take(plies).flat_map(|ply| [ply.from, ply.to, ply.promotion, ply.piece]);
        self.bytes(&moves.collect::<Vec<_>>());
    }

    /// All that is known of a game without moves or with an error that has no text.
    fn odd_game(&mut self, record: &Record<'_>, seen: &SeenSteps) {
        self.moves(record, record.plies.len());
        for (at, tag) in record.tags.iter().enumerate() {
            self.part(&tag.name);
            self.part(record.value_at(at).unwrap_or_default().as_bytes());
        }
        if let Some(error) = first_error(record) {
            [error.code.id(), &error.message, &error.text].into_iter().for_each(|part| self.part(part.as_bytes()));
        }
        self.bytes(&[record.termination.map_or(0, |marker| marker as u8 + 1)]);
        self.bytes(&seen.unplayed.finish());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    /// Adds bytes that are separated from those that follow.
    fn part(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
        self.bytes(&[0xff]);
    }

    pub(super) fn finish(&self) -> [u8; LENGTH] {
        let mut hash = [0; LENGTH];
        hash[..8].copy_from_slice(&self.0.finish().to_be_bytes());
        hash[8..].copy_from_slice(&self.1.finish().to_be_bytes());
        hash
    }
}
