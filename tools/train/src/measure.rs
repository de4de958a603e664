//! Bits and time a ply, with the coder that the archive uses.

use crate::games::Game;
use scoresheet_archive::coder::{Decoder, Encoder};
use scoresheet_archive::moves::{MoveLine, MoveModel};
use std::time::Instant;

/// How many games share a stream.
const SEGMENT: usize = 16;

/// How often everything is done; the fastest round counts.
const ROUNDS: usize = 3;

/// Time that a processor spent on this program, where the system tells; else time that passed.
struct Clock {
    started: Instant,
    spent: Option<u64>,
}

impl Clock {
    fn start() -> Clock {
        Clock { started: Instant::now(), spent: Clock::spent() }
    }

    /// The nanoseconds that the main thread has run, as Linux counts them.
    fn spent() -> Option<u64> {
        std::fs::read_to_string("/proc/self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.spent, Clock::spent()) {
            (Some(before), Some(after)) => (after - before) as f64 / 1e9,
            _ => self.started.elapsed().as_secs_f64(),
        }
    }
}

/// Writes and reads all games, compares them, and prints what that took.
pub(crate) fn print(model: &MoveModel, games: &[Game]) -> Result<(), String> {
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    let (mut bytes, mut encoding, mut decoding) = (0, f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        let clock = Clock::start();
        let streams: Vec<Vec<u8>> = games.chunks(SEGMENT).map(|segment| encode(model, segment)).collect();
        encoding = encoding.min(clock.seconds());
        let clock = Clock::start();
        for (segment, stream) in games.chunks(SEGMENT).zip(&streams) {
            decode(model, segment, stream)?;
        }
        decoding = decoding.min(clock.seconds());
        bytes = streams.iter().map(Vec::len).sum();
    }
    let nanoseconds = |seconds: f64| seconds * 1e9 / plies as f64;
    println!(
        "{} games, {plies} plies, {bytes} bytes: {:.4} bits a ply, {:.0} ns to write, {:.0} ns to read",
        games.len(),
        bytes as f64 * 8.0 / plies as f64,
        nanoseconds(encoding),
        nanoseconds(decoding)
    );
    Ok(())
}

fn encode(model: &MoveModel, games: &[Game]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    for game in games {
        let Some(mut line) = MoveLine::new(&game.start) else { continue };
        for mv in &game.moves {
            if !line.encode(model, *mv, &mut encoder) {
                break;
            }
        }
    }
    encoder.finish()
}

fn decode(model: &MoveModel, games: &[Game], stream: &[u8]) -> Result<(), String> {
    let mut decoder = Decoder::new(stream);
    for game in games {
        let Some(mut line) = MoveLine::new(&game.start) else { continue };
        for mv in &game.moves {
            if line.decode(model, &mut decoder) != Some(*mv) {
                return Err(format!("read another move than {mv:?}"));
            }
        }
    }
    Ok(())
}
