//! `archive_bench FILE ...`: how large the games of PGN files are as an archive, by content, and how long it takes.
//!
//! `--strong` uses the tables with many features; `--threads N` as many threads.

use scoresheet_archive::{Archive, ArchiveWriter, GameCollector, Limits, Settings, moves};
use scoresheet_core::game::{AnyGames, GameFormat, WriteOptions, pgn::Pgn};
use scoresheet_core::location::Location;
use scoresheet_core::read::{Record, Settings as Reading};
use scoresheet_core::step::Sink;
use scoresheet_core::write::Filter;
use std::time::Instant;

fn read(text: &[u8], sink: &mut impl Sink) {
    let (mut games, mut record) = (AnyGames::of(&Pgn, text, &Reading::default()), Record::new());
    while games.next(&mut record, sink) {}
}

fn pgn() -> Filter {
    Filter::new(Pgn.writer(&WriteOptions::default()), false)
}

fn main() {
    let (mut tables, mut threads, mut paths) = (moves::FAST, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--strong" => tables = moves::STRONG,
            "--threads" => threads = arguments.next().and_then(|number| number.parse().ok()).expect("a number"),
            _ => paths.push(argument),
        }
    }
    for path in paths {
        report(&path, Settings { block: 256, tables, threads, explains: true });
    }
}

fn report(path: &str, settings: Settings) {
    let text = std::fs::read(path).expect("a file that can be read");
    let mut expected = pgn();
    read(&text, &mut expected);
    let start = Instant::now();
    let mut collector = GameCollector::default();
    read(&text, &mut collector);
    let collected = start.elapsed();
    let mut writer = ArchiveWriter::new(Vec::new(), settings).expect("memory");
    writer.add(collector.finish()).expect("memory");
    let (bytes, sizes) = writer.finish(|_| Ok(())).expect("memory");
    let written = start.elapsed();
    let length = bytes.len();
    let start = Instant::now();
    let archive = Archive::open(&bytes[..], Limits::default()).expect("an archive");
    let (mut filter, mut number, mut plies) = (pgn(), 0, 0);
    for (group, entry) in archive.index().blocks() {
        let block = archive.block(group, entry).expect("a block");
        plies += entry.plies;
        let read = block.read(|games| {
            for _ in 0..entry.games {
                number += 1;
                games.emit(Location { game: number, ..Location::default() }, &mut filter)?;
            }
            Ok(())
        });
        read.expect("games");
    }
    let unpacked = start.elapsed();
    assert!(filter.bytes() == expected.bytes(), "{path}: the games are not those that were written");
    let bits = (sizes.moves + sizes.heads) as f64 * 8.0 / plies.max(1) as f64;
    let speed = |time: std::time::Duration| plies as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{path}: {number} games, {plies} plies, {} -> {length} bytes, {bits:.3} bits a ply; M plies/s: write {:.2} \
         (of which reading PGN takes {:.0} ms), read {:.2}",
        text.len(),
        speed(written),
        collected.as_secs_f64() * 1e3,
        speed(unpacked),
    );
    let each: Vec<_> = sizes.each().iter().map(|(name, bytes)| format!("{name} {bytes}")).collect();
    println!("    {}", each.join(", "));
    let each: Vec<_> = sizes.of_tags.iter().map(|(name, bytes)| format!("{name} {bytes}")).collect();
    println!("    tags: {}", each.join(", "));
    assert!(sizes.total() == length as u64, "the sizes are not those of the file");
}
