//! A game as the columns see it: the record and what several columns need from it, worked out once.

use crate::column::notes::Notes;
use crate::column::summary::Summary;
use crate::game_tags::Tags;
use scoresheet_core::read::Record;

/// One game to take columns from.
#[derive(Clone, Copy)]
pub struct Game<'r, 'a> {
    /// The game as it was read.
    pub record: &'r Record<'a>,
    /// Its tags by meaning. Empty where no column needs them.
    pub tags: &'r Tags,
    /// The counts of its mainline. Empty where no column needs them.
    pub summary: &'r Summary,
    /// The clocks and evaluations of its mainline. Empty where no column needs them.
    pub notes: &'r Notes,
}
