//! Any bytes read as games, the first of them by any rules: nothing panics, less work finds the same games, and a cut changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::pgn::frame;
use scoresheet_core::limits::Limits;
use scoresheet_core::read::Settings;
use scoresheet_core::read::{Depth, Ply, Record};
use scoresheet_fuzz::rules_of;

/// What is compared of a game: its place and its mainline.
type Read = (u64, usize, Vec<Ply>);

fn read(block: &[u8], base: usize, depth: Depth) -> Vec<Read> {
    let settings = Settings { depth, keep_comments: true, ..Settings::default() };
    let mut games = AnyGames::new(block, &settings);
    let mut record = Record::new();
    let mut found = Vec::new();
    while games.next(&mut record, &mut ()) {
        found.push((base as u64 + record.byte, record.text.len(), record.plies.clone()));
    }
    found
}

fn places(games: &[Read]) -> Vec<(u64, usize)> {
    games.iter().map(|&(byte, length, _)| (byte, length)).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let (rules, text) = rules_of(bytes);
    let tag = rules.map_or_else(String::new, |rules| format!("[Variant \"{}\"]\n", rules.title()));
    let bytes = &[tag.as_bytes(), text].concat()[..];
    let whole = read(bytes, 0, Depth::Positions);
    for depth in [Depth::Frame, Depth::Tags, Depth::Moves] {
        assert_eq!(places(&read(bytes, 0, depth)), places(&whole), "{depth:?}");
    }
    // The first two thirds act as a buffer that is not full yet.
    let known = bytes.len() * 2 / 3;
    if let Some(cut) = frame::cut(&bytes[..known], known == bytes.len(), &Limits::default()) {
        let mut parts = read(&bytes[..cut], 0, Depth::Positions);
        parts.extend(read(&bytes[cut..], cut, Depth::Positions));
        assert_eq!(parts, whole, "cut at {cut}");
    }
});
