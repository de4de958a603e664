//! A column: its entry in the registry, and the builder that collects its values.

use super::spec::ColumnSpec;
use crate::game::Game;
use arrow_array::ArrayRef;
use scoresheet_core::location::Base;

/// One column of the table of games.
pub trait Column: Sync {
    /// Its entry in the registry.
    fn spec(&self) -> &ColumnSpec;
    /// A builder for one value per game.
    fn builder(&self) -> Box<dyn ColumnBuilder>;
}

/// Collects the values of one column.
pub trait ColumnBuilder: Send {
    /// Adds the value of one game.
    fn append(&mut self, game: &Game<'_, '_>);
    /// Returns the values and starts again. `place` describes where the games are in the source.
    fn finish(&mut self, place: &BatchPlace<'_>) -> ArrayRef;
}

/// Where the games of a batch are in the source, known only when blocks are put in order.
#[derive(Clone, Copy, Debug)]
pub struct BatchPlace<'a> {
    /// The text before the block.
    pub base: &'a Base,
    /// The name of the file or archive member.
    pub source: &'a str,
    /// The number of games in the batch.
    pub games: usize,
}
