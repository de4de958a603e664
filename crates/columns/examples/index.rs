//! Builds the index of a Parquet file of games, and prints how long that takes and how large it is.

use scoresheet_columns::index::{IndexOptions, build};
use std::fs::File;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (games, index) = (arguments.next().expect("games"), arguments.next().expect("index"));
    let plies = arguments.next().and_then(|plies| plies.parse().ok()).unwrap_or(u16::MAX);
    let started = Instant::now();
    let options = IndexOptions { threads: 2, plies, ..IndexOptions::default() };
    let file = File::create(&index).expect("a new file");
    let (_, summary) = build(File::open(games).expect("a file"), file, &options).expect("an index");
    let bytes = std::fs::metadata(index).expect("written").len();
    println!(
        "{summary:?}, {:.2} s, {:.2} bytes a position",
        started.elapsed().as_secs_f64(),
        bytes as f64 / summary.positions as f64
    );
}
