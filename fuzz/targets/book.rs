//! Any bytes read as a book: each record is reached at most once, and each line ends with a move that no other line has.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::book::{BYTES, BookLines, MAX_PLIES, number};
use scoresheet_core::rules::zobrist::Key;
use std::collections::HashSet;

fuzz_target!(|bytes: &[u8]| {
    let (mut records, _) = bytes.as_chunks::<BYTES>();
    let mut sorted = records.to_vec();
    // Most sorted bytes have no record for the start, so the first one is made to.
    if let Some(first) = sorted.first_mut() {
        first[..8].copy_from_slice(&0x463b_9618_1691_fc9c_u64.to_be_bytes());
    }
    sorted.sort_unstable();
    records = &sorted;
    let mut lines = BookLines::new(records.as_flattened().to_vec());
    let mut last_moves = HashSet::new();
    while let Some(line) = lines.next_line() {
        let moves: Vec<_> = line.map(|(before, mv)| (Key::of(before).polyglot(), number(mv))).collect();
        assert!(moves.len() <= MAX_PLIES);
        assert!(moves.iter().all(|(key, mv)| records.iter().any(|record| {
            record[..8] == key.to_be_bytes() && mv.is_some_and(|mv| record[8..10] == mv.to_be_bytes())
        })));
        assert!(last_moves.insert(moves.last().copied()));
    }
    assert!(last_moves.len() + lines.unusable().count as usize + lines.unreached() <= lines.records());
});
