//! The opening of one game, found by the positions of its mainline.

use scoresheet_core::openings::{Namer, Opening};
use scoresheet_core::read::Record;
use scoresheet_core::rules::Position;

/// The opening of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameOpening {
    /// The opening, if a position of the mainline belongs to one.
    pub opening: Option<Opening>,
    /// The ply after which the last such position occurred; 0 for the start.
    pub ply: i32,
}

impl GameOpening {
    /// Plays the mainline of a game as far as an opening may still follow.
    pub fn of(record: &Record<'_>) -> GameOpening {
        if !record.played {
            return GameOpening::default();
        }
        // Readers may leave the standard start out of records.
        let mut position = if record.standard_start { Position::start() } else { record.start.clone() };
        let mut namer = Namer::new();
        namer.see(&position);
        for ply in &record.plies {
            if namer.is_over() {
                break;
            }
            let Some(mv) = ply.packed().unpack(&position) else { break };
            position.play_unchecked(mv);
            namer.see(&position);
        }
        GameOpening { opening: namer.found(), ply: namer.ply() as i32 }
    }
}
