//! The games of a file, as starts and moves.

use scoresheet_core::game::{self, AnyGames};
use scoresheet_core::read::{Depth, Record, Settings};
use scoresheet_core::rules::{Move, Position};

/// A game that the model can code: where it starts, and its legal moves.
#[derive(Debug)]
pub(crate) struct Game {
    /// Where it starts.
    pub(crate) start: Position,
    /// The mainline up to the first move that cannot be played.
    pub(crate) moves: Vec<Move>,
}

/// Reads the mainlines of a text in PGN, or of lines of moves, one game a line.
pub(crate) fn read(text: &[u8]) -> Vec<Game> {
    let settings = Settings { depth: Depth::Positions, ..Settings::default() };
    let format = if text.starts_with(b"[") { "pgn" } else { "san" };
    let Some(format) = game::find(format) else { return Vec::new() };
    let (mut games, mut record, mut all) = (AnyGames::of(format, text, &settings), Record::new(), Vec::new());
    while games.next(&mut record, &mut ()) {
        let mut position = record.start.clone();
        let mut moves = Vec::new();
        for ply in &record.plies {
            let Some(mv) = ply.packed().unpack(&position).filter(|mv| position.is_legal(*mv)) else { break };
            position.play_unchecked(mv);
            moves.push(mv);
        }
        if !moves.is_empty() {
            all.push(Game { start: record.start.clone(), moves });
        }
    }
    all
}

/// Brings games into an order that only the seed determines.
pub(crate) fn shuffle(games: &mut [Game], seed: u64) {
    let mut state = seed;
    for last in (1..games.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        games.swap(last, (state >> 33) as usize % (last + 1));
    }
}
