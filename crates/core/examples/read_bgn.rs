//! Reads a whole file of BGN documents and prints the speed. `cargo run --release --example read_bgn FILE`

use scoresheet_core::game::bgn;
use scoresheet_core::read::{Games, Record, Settings};
use std::time::Instant;

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let bytes = std::fs::read(path).expect("it can be read");
    let settings = Settings { keep_plies: false, keep_tags: false, ..Settings::default() };
    for _ in 0..3 {
        let started = Instant::now();
        let mut games = Games::reading(&bytes, bgn::BgnReader::new(&bytes, &settings.limits), &settings);
        let mut record = Record::new();
        while games.next(&mut record, &mut ()) {}
        let seconds = started.elapsed().as_secs_f64();
        let tally = games.into_tally();
        let wrong: u64 = tally.codes().map(|(_, count)| count.count).sum();
        let rate = tally.games as f64 / seconds;
        println!(
            "{} games, {} plies, {wrong} faults: {rate:.0} games/s, {:.0} MB/s",
            tally.games,
            tally.plies,
            bytes.len() as f64 / seconds / 1e6
        );
    }
}
