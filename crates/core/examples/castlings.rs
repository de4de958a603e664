//! `castlings [FILE]`: counts the castlings in a file of PGN of any size, or in what is piped in. Memory does not grow with the
//! file, and nothing is allocated for a game.

use scoresheet_core::game::{AnyGames, GameFormat, pgn::Pgn};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::rules::MoveKind;
use scoresheet_core::step::{Sink, Step};
use std::error::Error;
use std::fs::File;
use std::io::{self, Read};

/// What a visitor counts: the castlings of mainlines.
#[derive(Default)]
struct Castlings {
    kingside: u64,
    queenside: u64,
    /// How many variations are open.
    depth: u32,
}

impl Sink for Castlings {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Open => self.depth += 1,
            Step::Close => self.depth -= 1,
            Step::Move { named, .. } if self.depth == 0 && named.mv.kind == MoveKind::Castle => {
                // The move is from the king's square to that of the rook.
                if named.mv.to > named.mv.from { self.kingside += 1 } else { self.queenside += 1 }
            }
            _ => {}
        }
    }

    /// Without the head of a game, its tags need not be decoded.
    fn wants_head(&self) -> bool {
        false
    }
}

/// The number of games and plies, and of games with an error.
#[derive(Default)]
struct Counts {
    games: u64,
    plies: u64,
    faulty: u64,
}

/// How many bytes are read at a time.
const BLOCK: usize = 1 << 20;

/// Passes the steps of all games in a stream to a visitor.
fn visit(mut stream: impl Read, visitor: &mut impl Sink) -> Result<Counts, Box<dyn Error>> {
    let settings = Settings { keep_tags: false, keep_plies: false, ..Settings::default() };
    let (mut counts, mut bytes) = (Counts::default(), Vec::new());
    loop {
        let last = stream.by_ref().take(BLOCK as u64).read_to_end(&mut bytes)? < BLOCK;
        if let Some(end) = Pgn.cut(&bytes, last, &settings.limits) {
            let mut games = AnyGames::new(&bytes[..end], &settings);
            let mut record = Record::new();
            while games.next(&mut record, visitor) {}
            let tally = games.into_tally();
            counts.games += tally.games;
            counts.plies += tally.plies;
            counts.faulty += tally.faulty;
            bytes.drain(..end);
        } else if bytes.len() as u64 > settings.limits.game {
            return Err("a game is longer than the limit".into());
        }
        if last {
            return Ok(counts);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut castlings = Castlings::default();
    let Counts { games, plies, faulty } = match std::env::args_os().nth(1) {
        Some(path) => visit(File::open(path)?, &mut castlings)?,
        None => visit(io::stdin().lock(), &mut castlings)?,
    };
    println!("{games} games, {plies} plies, {faulty} games with an error");
    println!("{} castlings kingside, {} queenside", castlings.kingside, castlings.queenside);
    Ok(())
}
