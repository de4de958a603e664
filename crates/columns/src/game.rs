//! A game as input for columns: the record, and values that several columns need, computed once.

use crate::game_notes::GameNotes;
use crate::game_opening::GameOpening;
use crate::game_summary::GameSummary;
use crate::game_tags::GameTags;
use scoresheet_core::read::Record;
use std::cell::OnceCell;

/// One game as input for columns.
#[derive(Clone, Copy)]
pub struct Game<'r, 'a> {
    /// The record of the game.
    pub record: &'r Record<'a>,
    /// Its tags by meaning. Empty if no column needs them.
    pub tags: &'r GameTags,
    /// The counts of its mainline, computed when a column first needs them.
    pub(crate) summary: &'r OnceCell<GameSummary>,
    /// Its opening by position, looked up when a column first needs it.
    pub(crate) opening: &'r OnceCell<GameOpening>,
    /// The clocks and evaluations of its mainline. Empty if no column needs them.
    pub notes: &'r GameNotes,
    /// Its text to store.
    pub text: &'r [u8],
    /// Its document. Empty if no column holds it.
    pub doc: &'r [u8],
    /// Its document as JSON, from which annotations are taken. Empty if no column needs them.
    pub annotated: &'r [u8],
}

impl<'r> Game<'r, '_> {
    /// The counts of its mainline.
    pub(crate) fn summary(&self) -> &'r GameSummary {
        self.summary.get_or_init(|| GameSummary::of(self.record))
    }

    /// Its opening by position.
    pub(crate) fn opening(&self) -> &'r GameOpening {
        self.opening.get_or_init(|| GameOpening::of(self.record))
    }
}
