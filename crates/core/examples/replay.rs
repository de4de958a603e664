//! Replays a file and prints what was counted: the core's speed without files, threads and Python.

use scoresheet_core::game::AnyGames;
use scoresheet_core::read::Record;
use scoresheet_core::read::Settings;

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let text = std::fs::read(path).expect("readable");
    let rounds: u32 = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut best = f64::MAX;
    for _ in 0..rounds {
        let start = std::time::Instant::now();
        let settings = Settings { keep_tags: false, keep_plies: false, ..Settings::default() };
        let mut games = AnyGames::new(&text, &settings);
        let mut record = Record::new();
        while games.next(&mut record, &mut ()) {}
        let tally = games.into_tally();
        best = best.min(start.elapsed().as_secs_f64());
        if rounds == 1 {
            println!(
                "{} games, {} plies, {} mates, {} stalemates",
                tally.games, tally.plies, tally.mates, tally.stalemates
            );
            for (code, count) in tally.codes() {
                println!("{:8} {} {}", count.count, code.id(), count.first.as_ref().expect("counted"));
            }
        }
        if rounds > 1 || best > 0.0 {
            println!("{:.4} s, {:.1} ns a ply", best, best * 1e9 / tally.plies as f64);
        }
    }
}
