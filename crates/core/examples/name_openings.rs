//! `name_openings FILE [ROUNDS]`: how long it takes to name the openings of the games in a file of PGN, in memory and on one
//! thread.
//!
//! The file is read once with a sink that takes steps and looks nothing up, and once with one that names each game. The
//! difference is what naming costs.

use scoresheet_core::game::AnyGames;
use scoresheet_core::openings::Namer;
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::step::{Sink, Step};
use std::time::Instant;

/// Names games, or only takes their steps.
#[derive(Default)]
struct Naming<const LOOK: bool> {
    namer: Namer,
    depth: usize,
    named: u64,
}

impl<const LOOK: bool> Sink for Naming<LOOK> {
    #[inline]
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(head) => {
                self.namer = Namer::new();
                self.namer.see(head.start);
            }
            Step::Played(position) if LOOK && self.depth == 0 => self.namer.see(position),
            Step::Open => self.depth += 1,
            Step::Close => self.depth -= 1,
            Step::End(_) => self.named += u64::from(self.namer.found().is_some()),
            _ => {}
        }
    }
}

/// The fewest nanoseconds a game that reading took, and how many games have a name.
fn measure<const LOOK: bool>(text: &[u8], rounds: u32) -> (f64, u64) {
    let mut best = f64::MAX;
    let mut named = 0;
    for _ in 0..rounds {
        let started = Instant::now();
        let settings = Settings { keep_plies: false, ..Settings::default() };
        let (mut games, mut record) = (AnyGames::new(text, &settings), Record::new());
        let mut naming = Naming::<LOOK>::default();
        while games.next(&mut record, &mut naming) {}
        let games = games.into_tally().games;
        best = best.min(started.elapsed().as_nanos() as f64 / games.max(1) as f64);
        named = naming.named;
    }
    (best, named)
}

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let text = std::fs::read(path).expect("readable");
    let rounds = std::env::args().nth(2).and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    let (plain, _) = measure::<false>(&text, rounds);
    let (naming, named) = measure::<true>(&text, rounds);
    println!(
        "{plain:.0} ns a game without names, {naming:.0} ns with, {:.0} ns for naming; {named} games have one",
        naming - plain
    );
}
