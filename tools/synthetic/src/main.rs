//! Makes games that nobody has played but anybody could have, in any number, to measure what happens at scale.
//!
//! The moves are random bits that the archive's model of moves decodes, so that a move is as likely as in real games. Players,
//! ratings, times and results are drawn to be like those of Lichess. `bench/synthetic.py` compares them with real games.

use game::Generator;
use scoresheet_archive::moves::Tables;
use std::io::{self, Write};
use std::process::ExitCode;

mod chance;
mod game;
mod players;

const USAGE: &str = "usage: scoresheet-synthetic GAMES [--seed NUMBER] [--threads NUMBER] [--clocks]

Writes this many games as PGN to standard output. The same seed gives the same games on every machine.";

/// How many games one thread makes at a time.
const BATCH: u64 = 512;

struct Settings {
    games: u64,
    seed: u64,
    threads: usize,
    clocks: bool,
}

fn main() -> ExitCode {
    let Some(settings) = settings(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match write(&settings) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has enough games.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write: {error}");
            ExitCode::FAILURE
        }
    }
}

fn settings(mut arguments: impl Iterator<Item = String>) -> Option<Settings> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut games, mut found) = (None, Settings { games: 0, seed: 1, threads, clocks: false });
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seed" => found.seed = arguments.next()?.parse().ok()?,
            "--threads" => found.threads = arguments.next()?.parse().ok()?,
            "--clocks" => found.clocks = true,
            number if games.is_none() => games = Some(number.parse().ok()?),
            _ => return None,
        }
    }
    Some(Settings { games: games?, ..found })
}

fn write(settings: &Settings) -> io::Result<()> {
    let model = Tables::find(game::TABLE).and_then(Tables::model);
    let model = model.ok_or_else(|| io::Error::other("the tables of the archive are damaged"))?;
    let generator = Generator { model, seed: settings.seed, clocks: settings.clocks };
    let mut out = io::stdout().lock();
    let batch = |start: u64| {
        let mut text = Vec::with_capacity(BATCH as usize * 900);
        for number in start..settings.games.min(start + BATCH) {
            generator.write(number, &mut text);
        }
        Ok(text)
    };
    let starts = (0..settings.games).step_by(BATCH as usize);
    scoresheet_parallel::ordered_map(starts, settings.threads, batch, |text| out.write_all(&text))?;
    out.flush()
}
