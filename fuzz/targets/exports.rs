//! Any text before an object of an export: nothing panics, the game after it is read, reading less of each game finds
//! the same games, and a cut changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::game::{self, AnyGames};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{Depth, Ply, Record, Settings};

/// The formats, each with a game that follows the one that is tried.
const FORMATS: [(&str, &str); 2] = [
    ("lichess", "{\"id\":\"a\",\"moves\":\"e4 e5 Nf3\"}"),
    ("chesscom", "{\"url\":\"a\",\"pgn\":\"1. e4 e5 2. Nf3\"}"),
];

/// What is compared of a game: its place and its mainline.
type Read = (u64, usize, Vec<Ply>);

fn read(id: &str, block: &[u8], base: usize, depth: Depth) -> Vec<Read> {
    let settings = Settings { depth, ..Settings::default() };
    let mut games = AnyGames::of(game::find(id).expect("it is listed"), block, &settings);
    let (mut record, mut found) = (Record::new(), Vec::new());
    while games.next(&mut record, &mut ()) {
        found.push((base as u64 + record.byte, record.text.len(), record.plies.clone()));
    }
    found
}

fn places(games: &[Read]) -> Vec<(u64, usize)> {
    games.iter().map(|&(byte, length, _)| (byte, length)).collect()
}

fuzz_target!(|bytes: &[u8]| {
    for (id, last) in FORMATS {
        // Behind a colon, an object is a part of another one.
        let text = [bytes, b"0\n", last.as_bytes()].concat();
        let whole = read(id, &text, 0, Depth::Positions);
        assert_eq!(whole.last().map(|game| game.2.len()), Some(3), "{id}");
        for depth in [Depth::Frame, Depth::Tags, Depth::Moves] {
            assert_eq!(places(&read(id, &text, 0, depth)), places(&whole), "{id}, {depth:?}");
        }
        let known = text.len() * 2 / 3;
        let format = game::find(id).expect("it is listed");
        if let Some(cut) = format.cut(&text[..known], false, &Limits::default()) {
            let mut parts = read(id, &text[..cut], 0, Depth::Positions);
            parts.extend(read(id, &text[cut..], cut, Depth::Positions));
            assert_eq!(parts, whole, "{id}: cut at {cut}");
        }
    }
});
