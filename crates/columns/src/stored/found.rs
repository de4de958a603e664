//! Finds patterns in stored rows without rebuilding the games.

use super::{Source, Stored};
use scoresheet_core::find::Matcher;
use scoresheet_core::rules::{PackedMove, Position};

impl Stored<'_> {
    /// Whether a pattern may hold in the game of a row. Only a game from the usual start that is stored as moves is looked
    /// through; `start` is that start. The moves need not be legal, so a game in which the pattern holds has to be rebuilt.
    pub fn may_hold(&self, row: usize, start: &Position, matcher: &mut Matcher) -> bool {
        if matches!(self.source, Source::Text(_) | Source::Document(_)) {
            return true;
        }
        let Some(facts) = self.tags.facts(row) else { return true };
        match &self.source {
            Source::Packed(blobs) => {
                let words = blobs.get(row).unwrap_or_default().chunks_exact(2);
                let moves = words.map(|word| PackedMove(u16::from_le_bytes([word[0], word[1]])));
                matcher.first(start, &facts, moves).is_some()
            }
            source => {
                let moves = (0..source.plies(row)).map(|ply| PackedMove(source.word(row, ply)));
                matcher.first(start, &facts, moves).is_some()
            }
        }
    }
}
