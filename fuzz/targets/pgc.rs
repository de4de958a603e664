//! Any bytes read as PGC, as lists, as CSV and as bare streams: nothing panics, less work finds the same games, a cut changes nothing,
//! and what was written is read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::{self, Block, FormatOptions, GameFormat, ReadOptions, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::Settings;
use scoresheet_core::read::{Depth, Ply, Record};
use scoresheet_core::write::Filter;

/// What is compared of a game: its place and its mainline.
type Read = (u64, usize, Vec<Ply>);

fn read(format: &dyn GameFormat, block: Block<'_>, base: usize, depth: Depth) -> Vec<Read> {
    let settings = Settings { depth, ..Settings::default() };
    let options = ReadOptions { limits: &settings.limits, own: FormatOptions::NONE };
    let mut games = AnyGames::of_block(format, block, &options, &settings);
    let mut record = Record::new();
    let mut found = Vec::new();
    while games.next(&mut record, &mut ()) {
        found.push((base as u64 + record.byte, record.text.len(), record.plies.clone()));
    }
    found
}

fn rewritten(from: &dyn GameFormat, block: &[u8], to: &dyn GameFormat) -> Vec<u8> {
    let settings = Settings::default();
    let mut games = AnyGames::of(from, block, &settings);
    let options = WriteOptions::default();
    let mut filter = Filter::new(to.writer(&options), false);
    *filter.bytes() = to.header(&options);
    let mut record = Record::new();
    while games.next(&mut record, &mut filter) {}
    let mut written = std::mem::take(filter.bytes());
    written.extend(to.footer(&options));
    written
}

fn places(games: &[Read]) -> Vec<(u64, usize)> {
    games.iter().map(|&(byte, length, _)| (byte, length)).collect()
}

fuzz_target!(|bytes: &[u8]| {
    // What has a target of its own is left to that.
    for format in game::ALL.iter().copied().filter(|format| !matches!(format.spec().id, "pgn" | "vgn" | "cpgn")) {
        let block = Block::whole(bytes);
        let whole = read(format, block, 0, Depth::Positions);
        for depth in [Depth::Frame, Depth::Tags, Depth::Moves] {
            assert_eq!(places(&read(format, block, 0, depth)), places(&whole), "{depth:?}");
        }
        // The first two thirds act as a buffer that is not full yet.
        let limits = Limits::default();
        let options = ReadOptions { limits: &limits, own: FormatOptions::NONE };
        let opening = format.opening(bytes, true, &options).unwrap_or(0);
        let known = opening.max(bytes.len() * 2 / 3);
        if let Some(cut) = format.cut(&bytes[opening..known], false, &limits) {
            let cut = opening + cut;
            let mut parts = read(format, Block::whole(&bytes[..cut]), 0, Depth::Positions);
            let rest = Block { bytes: &bytes[cut..], opening: Some(&bytes[..opening]), last: true };
            parts.extend(read(format, rest, cut, Depth::Positions));
            assert_eq!(parts, whole, "cut at {cut}");
        }
        if !format.spec().single {
            let written = rewritten(format, bytes, format);
            assert_eq!(rewritten(format, &written, format), written);
        }
    }
});
