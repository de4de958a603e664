//! Replays the mainlines of a file from packed moves, and prints the time per ply: once for the board alone, once with hashes.

use scoresheet_core::game::AnyGames;
use scoresheet_core::read::{Depth, Record, Settings};
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{PackedMove, PackedReplay, Position};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let rounds: u32 = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(5);
    let text = std::fs::read(path).expect("readable");
    let mut packed: Vec<(Position, Vec<u16>)> = Vec::new();
    let settings = Settings { depth: Depth::Positions, ..Settings::default() };
    let (mut games, mut record) = (AnyGames::new(&text, &settings), Record::new());
    while games.next(&mut record, &mut ()) {
        packed.push((record.start.clone(), record.plies.iter().map(|ply| ply.packed().0).collect()));
    }
    let plies: usize = packed.iter().map(|(_, moves)| moves.len()).sum();
    let mut replay = PackedReplay::new(&Position::start());
    let mut time = |name: &str, run: &mut dyn FnMut(&mut PackedReplay) -> u64| {
        let times = (0..rounds).map(|_| {
            let started = Instant::now();
            black_box(run(&mut replay));
            started.elapsed().as_secs_f64()
        });
        let least = times.fold(f64::MAX, f64::min);
        println!("{name}: {:.1} ns a ply, {plies} plies", least * 1e9 / plies as f64);
    };
    time("boards", &mut |replay| {
        let mut sum = 0;
        for (start, moves) in &packed {
            replay.restart(start);
            for word in moves {
                if !replay.play(PackedMove(*word)) {
                    break;
                }
                sum ^= replay.board().occupied();
            }
        }
        sum
    });
    time("hashes", &mut |replay| {
        let mut sum = 0;
        for (start, moves) in &packed {
            replay.restart(start);
            let mut key = Key::of(start);
            for word in moves {
                if !replay.play(PackedMove(*word)) {
                    break;
                }
                key = key.play(replay.undo(), replay.board());
                sum ^= key.polyglot();
            }
        }
        sum
    });
}
