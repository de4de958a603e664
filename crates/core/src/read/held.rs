//! Deferred variations: `early` fills the list, and every game empties it.

use crate::event::Item;
use alloc::vec::Vec;

/// The variations before the first move, until that was played.
#[derive(Default)]
pub(super) struct EarlyVariations<'a> {
    pub(super) items: Vec<Item<'a>>,
    /// Whether the game has no first move: then they are read all the same, so that their text is kept.
    pub(super) is_too_late: bool,
}

impl EarlyVariations<'_> {
    /// Whether none was put aside.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The next game starts.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.is_too_late = false;
    }
}
