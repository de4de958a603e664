//! Finds patterns in stored rows without rebuilding the games.

use super::{Source, Stored};
use scoresheet_core::find::Matcher;
use scoresheet_core::rules::{PackedMove, Position};

/// What the columns of a row tell about a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The pattern does not hold in the game.
    Never,
    /// It first holds after this many plies, if the moves up to there are legal.
    After(u32),
    /// The game has to be rebuilt to know.
    Unknown,
}

impl Stored<'_> {
    /// Where a pattern holds in the game of a row. Only a game from the usual start that is stored as moves is looked
    /// through; `start` is that start. The moves need not be legal, see [`Stored::plays`].
    pub fn find(&self, row: usize, start: &Position, matcher: &mut Matcher) -> Found {
        if matches!(self.source, Source::Text(_) | Source::Document(_)) {
            return Found::Unknown;
        }
        let Some(facts) = self.tags.facts(row) else { return Found::Unknown };
        let first = match &self.source {
            Source::Packed(blobs) => {
                let words = blobs.get(row).unwrap_or_default().chunks_exact(2);
                let moves = words.map(|word| PackedMove(u16::from_le_bytes([word[0], word[1]])));
                matcher.first(start, &facts, moves)
            }
            source => {
                let moves = (0..source.plies(row)).map(|ply| PackedMove(source.word(row, ply)));
                matcher.first(start, &facts, moves)
            }
        };
        first.map_or(Found::Never, Found::After)
    }

    /// Whether so many moves of a row can be played from this start.
    pub fn plays(&self, row: usize, start: &Position, plies: u32) -> bool {
        let plies = plies as usize;
        self.moves(row, start, plies).len() == plies
    }
}
