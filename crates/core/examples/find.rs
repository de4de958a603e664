//! Finds patterns in the packed mainlines of a file, and prints how many games have them and the time per million plies.

use scoresheet_core::find::{Matcher, Pattern, PatternFacts};
use scoresheet_core::game::AnyGames;
use scoresheet_core::read::{Depth, Record, Settings};
use scoresheet_core::rules::{PackedMove, Position};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file, then patterns");
    let text = std::fs::read(path).expect("readable");
    let mut packed: Vec<Vec<PackedMove>> = Vec::new();
    let settings = Settings { depth: Depth::Positions, ..Settings::default() };
    let (mut games, mut record) = (AnyGames::new(&text, &settings), Record::new());
    while games.next(&mut record, &mut ()) {
        if record.standard_start {
            packed.push(record.plies.iter().map(|ply| ply.packed()).collect());
        }
    }
    let plies: usize = packed.iter().map(Vec::len).sum();
    let start = Position::start();
    for pattern in arguments {
        let mut matcher = Matcher::new(Pattern::parse(&pattern).expect("a pattern").into());
        let (mut least, mut found) = (f64::MAX, 0);
        for _ in 0..5 {
            let started = Instant::now();
            found = packed
                .iter()
                .filter(|game| matcher.first(&start, &PatternFacts::default(), game.iter().copied()).is_some())
                .count();
            least = least.min(started.elapsed().as_secs_f64());
        }
        println!("{found:>7} games  {:.4} s per million plies  {pattern}", least * 1e6 / plies as f64);
    }
}
