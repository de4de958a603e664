//! A column: its entry in the registry, and the builder that collects its values.

use super::spec::ColumnSpec;
use crate::game::Game;
use arrow_array::ArrayRef;
use scoresheet_core::at::Base;

/// One column of the table of games.
pub trait Column: Sync {
    /// What the registry says of it.
    fn spec(&self) -> &ColumnSpec;
    /// Something to fill with one value a game.
    fn builder(&self) -> Box<dyn ColumnBuilder>;
}

/// Collects the values of one column.
pub trait ColumnBuilder: Send {
    /// Adds the value of one game.
    fn append(&mut self, game: &Game<'_, '_>);
    /// Hands over what was collected and starts afresh. `place` says where the games stand.
    fn finish(&mut self, place: &BatchPlace<'_>) -> ArrayRef;
}

/// Where the games of a batch stand, known only when blocks are put in order.
#[derive(Clone, Copy, Debug)]
pub struct BatchPlace<'a> {
    /// The text before the block.
    pub base: &'a Base,
    /// The name of the file or archive member.
    pub source: &'a str,
    /// How many games the batch has.
    pub games: usize,
}
