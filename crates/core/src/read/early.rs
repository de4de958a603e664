//! Variations before the first move of the mainline: they replace that move, and so they are read after it.

use super::{GameReader, Games};
use crate::error::Code;
use crate::event::{Event, Item, What};
use alloc::vec::Vec;

impl<'a, R: GameReader<'a>> Games<'a, R> {
    /// Whether a variation that opens now precedes the first move.
    #[inline]
    pub(super) fn holds_variations(&self) -> bool {
        self.player.is_before_first_move() && !self.early.is_too_late
    }

    /// Puts a variation that opens at `start` aside.
    #[cold]
    pub(super) fn hold_variation(&mut self, start: usize) {
        self.player.fault(start, Code::VariationEmpty, b"(");
        self.early.items.push(Item::event(start, Event::Open));
        let mut depth = 1u64;
        while depth > 0 {
            let Some(item) = self.ahead.pop().or_else(|| self.next_item()) else { return };
            match item.what {
                What::Event(Event::Open) => depth += 1,
                What::Event(Event::Close) => depth -= 1,
                _ => {}
            }
            self.early.items.push(item);
        }
    }

    /// The first move was played, if it was: the variations that replace it come next.
    #[inline]
    pub(super) fn release_variations(&mut self) {
        if !self.early.is_empty() && !self.player.is_before_first_move() {
            self.read_held();
        }
    }

    /// The next event while variations are put aside. The end of a game without moves sets them free.
    #[cold]
    pub(super) fn next_before_first_move(&mut self) -> Option<Item<'a>> {
        let next = self.next_item();
        if next.as_ref().is_none_or(|item| matches!(item.what, What::Event(Event::Termination(_)))) {
            self.early.is_too_late = true;
            self.ahead.extend(next);
            self.read_held();
            return self.ahead.pop();
        }
        next
    }

    /// Puts what was held before what was read ahead.
    #[cold]
    fn read_held(&mut self) {
        let mut said = Vec::new();
        // The move's own NAGs come before the variations that replace it.
        while let Some(item) = self.ahead.pop().or_else(|| self.next_item()) {
            if !matches!(item.what, What::Event(Event::Nag { .. })) {
                self.ahead.push(item);
                break;
            }
            said.push(item);
        }
        self.ahead.extend(self.early.items.drain(..).rev());
        self.ahead.extend(said.into_iter().rev());
    }
}
