//! The names of a game's tags, to find those that stand twice.

use crate::event::Bytes;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The names of a game's tags. Mostly they are those of the game before, in the same order, and then one comparison each
/// is enough.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// The names of the last game that had its own, each once, and how its tags opened.
    usual: Vec<(Bytes<'a>, &'a [u8])>,
    /// How many of them this game had so far.
    same: usize,
    /// Those of this game, once they differ.
    own: BTreeSet<Bytes<'a>>,
}

impl<'a> Names<'a> {
    /// The next game starts.
    pub(super) fn clear(&mut self) {
        self.same = 0;
        self.own.clear();
    }

    /// How the next tag opens in all likelihood; empty where that is not known.
    #[inline(always)]
    pub(super) fn expected(&self) -> &'a [u8] {
        if self.own.is_empty() { self.usual.get(self.same).map_or(b"", |(_, opening)| opening) } else { b"" }
    }

    /// Adds the name that was expected, which is new.
    #[inline(always)]
    pub(super) fn add_expected(&mut self) -> bool {
        self.same += 1;
        true
    }

    /// Adds a name; `false` where it was there.
    pub(super) fn add(&mut self, name: &Bytes<'a>, opening: &'a [u8]) -> bool {
        if self.own.is_empty() && self.usual.get(self.same).is_some_and(|(usual, _)| usual == name) {
            return self.add_expected();
        }
        if self.own.is_empty() {
            self.usual.truncate(self.same);
            self.own.extend(self.usual.iter().map(|(name, _)| name.clone()));
        }
        let new = self.own.insert(name.clone());
        if new {
            self.usual.push((name.clone(), opening));
            self.same = self.usual.len();
        }
        new
    }
}
