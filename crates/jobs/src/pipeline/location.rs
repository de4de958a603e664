//! The place of games.

use scoresheet_core::location::Base;

/// What the reports call the input of games that were not read.
pub(crate) const SOURCE: &str = "games";

/// Where the games of a block are.
pub(crate) struct BlockLocation<'b> {
    /// The place of the input among the others.
    pub(crate) input: usize,
    /// The input, as it was named.
    pub(crate) source: &'b str,
    /// Whether people know it by this name.
    pub(crate) is_named: bool,
    /// The text before the block.
    pub(crate) base: Base,
}

impl<'b> BlockLocation<'b> {
    /// The start of an input.
    pub(crate) fn start_of(input: usize, source: &'b str) -> BlockLocation<'b> {
        BlockLocation { input, source, is_named: true, base: Base::default() }
    }

    /// The start of an input that is a part, after everything before it.
    pub(crate) fn behind(self, base: Base) -> BlockLocation<'b> {
        BlockLocation { base, ..self }
    }

    /// The place of a game, by its number in the input.
    pub(crate) fn game(&self, number: u64) -> String {
        if self.is_named { format!("{}, game {number}", self.source) } else { format!("game {number}") }
    }
}
