//! Games taken from one format to another, in memory.

use scoresheet_core::error::Fault;
use scoresheet_core::game::{AnyGames, find};
use scoresheet_core::read::{KeepFaults, Record, Settings};
use scoresheet_core::write::Filter;
use std::mem::take;

/// What came of a conversion.
pub(crate) struct Converted {
    /// What was written.
    pub(crate) bytes: Vec<u8>,
    /// What was wrong with what was read.
    pub(crate) faults: Vec<Fault>,
    /// What could not be written: the ids of the losses, each with how often it occurred.
    pub(crate) losses: Vec<(&'static str, u64)>,
    /// How many games were read.
    pub(crate) games: u64,
}

impl Converted {
    /// What was written, as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.bytes.clone()).expect("it is text")
    }
}

/// Reads bytes in one format and writes their games in another.
pub(crate) fn convert(bytes: &[u8], from: &str, to: &str) -> Converted {
    let settings = Settings { keep_faults: KeepFaults::All, ..Settings::default() };
    let mut games = AnyGames::of(find(from).expect("it is listed"), bytes, &settings);
    let mut filter = Filter::new(find(to).expect("it is listed").writer(&Default::default()), false);
    let mut record = Record::new();
    while games.next(&mut record, &mut filter) {}
    filter.trailing(games.trailing());
    let tally = games.into_tally();
    let losses = filter.losses().iter().map(|loss| (loss.kind.spec().id, loss.count)).collect();
    let faults = tally.all.expect("all are kept").into_iter().collect();
    Converted { bytes: take(filter.bytes()), faults, losses, games: tally.games }
}
