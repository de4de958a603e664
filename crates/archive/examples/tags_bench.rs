//! Prints what the tags of PGN files cost by name, and how long they take to write and read.
//!
//! Run it with paths of PGN files: `cargo run --release -p scoresheet-archive --example tags_bench -- games.pgn`.

use scoresheet_archive::tags::{Facts, TagSelection, TagStore, TagsModel};
use scoresheet_core::step::Termination;
use std::collections::BTreeMap;
use std::time::Instant;

/// The number of games in a block.
const BLOCK: usize = 256;

fn unescaped(value: &str) -> String {
    value.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// The tags of a file, read line by line.
fn games(text: &str) -> (TagStore, Vec<Facts>) {
    let (mut store, mut facts) = (TagStore::new(), Vec::new());
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut moves = String::new();
    let mut finish = |tags: &mut Vec<(String, String)>, moves: &mut String| {
        if !tags.is_empty() {
            store.push_game(tags.iter().map(|(name, value)| (&**name, &**value)));
            let last = moves.split_whitespace().next_back().unwrap_or("*");
            let termination = Termination::ALL.into_iter().find(|marker| marker.as_str() == last);
            facts.push(Facts { termination, mated: Some(moves.contains('#')), plies: None });
        }
        tags.clear();
        moves.clear();
    };
    for line in text.lines() {
        let tag = line.strip_prefix('[').and_then(|line| line.trim_end().strip_suffix("\"]"));
        match tag.and_then(|tag| tag.split_once(" \"")) {
            Some((name, value)) => {
                if !moves.is_empty() {
                    finish(&mut tags, &mut moves);
                }
                tags.push((name.to_owned(), unescaped(value)));
            }
            None => {
                moves.push_str(line.trim());
                moves.push(if line.trim().is_empty() { '\n' } else { ' ' });
                if moves.trim().is_empty() {
                    moves.clear();
                }
            }
        }
    }
    finish(&mut tags, &mut moves);
    (store, facts)
}

fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).expect("a file that can be read");
        let (store, facts) = games(&String::from_utf8_lossy(&bytes));
        println!("{path}: {} games", store.len());
        report(&store, &facts);
    }
}

fn report(store: &TagStore, facts: &[Facts]) {
    let games = store.len().max(1);
    let each = |bytes: usize| bytes as f64 / games as f64;
    let start = Instant::now();
    let model = TagsModel::learn(store, facts);
    let learned = start.elapsed();
    let mut header = Vec::new();
    model.write(&mut header);
    let start = Instant::now();
    let ranges = (0..store.len()).step_by(BLOCK).map(|first| first..store.len().min(first + BLOCK));
    let ranges: Vec<_> = ranges.collect();
    let blocks: Vec<Vec<u8>> =
        ranges.iter().map(|range| model.encode(store, range.clone(), &facts[range.clone()])).collect();
    let encoded = start.elapsed();
    let start = Instant::now();
    let model = TagsModel::read(&header, 1 << 28).expect("a whole header");
    let opened = start.elapsed();
    let start = Instant::now();
    let read: Vec<TagStore> = (blocks.iter().zip(&ranges))
        .map(|(block, range)| {
            model
                .decode((block, usize::MAX), range.len(), &facts[range.clone()], TagSelection::All)
                .expect("a whole block")
        })
        .collect();
    let decoded = start.elapsed();
    let start = Instant::now();
    for (block, range) in blocks.iter().zip(&ranges) {
        let wanted = TagSelection::Names(&["White", "WhiteElo", "ECO"]);
        model.decode((block, usize::MAX), range.len(), &facts[range.clone()], wanted).expect("a whole block");
    }
    let some = start.elapsed();
    for (store_read, range) in read.iter().zip(&ranges) {
        for (game, place) in range.clone().enumerate() {
            assert!(store.game(place).eq(store_read.game(game)), "game {place} differs");
        }
    }
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for range in &ranges {
        for (name, size) in model.explain(store, range.clone(), &facts[range.clone()]) {
            *sizes.entry(name).or_default() += size;
        }
    }
    let mut sizes: Vec<_> = sizes.into_iter().collect();
    sizes.sort_by_key(|(_, size)| usize::MAX - size);
    for (name, size) in &sizes {
        println!("{:9.3} {name}", each(*size));
    }
    let total: usize = blocks.iter().map(Vec::len).sum();
    let named: usize = sizes.iter().map(|(_, size)| size).sum();
    println!("{:9.3} lengths", each(total - named));
    println!("{:9.3} header ({} bytes)", each(header.len()), header.len());
    println!("{:9.3} bytes a game", each(total + header.len()));
    let nanos = |time: std::time::Duration| time.as_nanos() as f64 / games as f64;
    println!("learn {:.0} ns, encode {:.0} ns, decode {:.0} ns a game", nanos(learned), nanos(encoded), nanos(decoded));
    println!("White, WhiteElo and ECO alone: decode {:.0} ns a game", nanos(some));
    println!("open {:.2} ms", opened.as_secs_f64() * 1e3);
}
