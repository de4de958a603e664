//! The names of a game's tags, to find those that occur twice.

use crate::event::{Bytes, TagStart, UsualTag};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The names of a game's tags. Mostly they are those of the game before, in the same order, and then one comparison each
/// is enough.
#[derive(Default)]
pub(super) struct TagNames<'a> {
    /// The names of the last game that had its own, each once.
    usual: Vec<UsualTag<'a>>,
    /// How many of them this game had so far.
    same: usize,
    /// Those of this game, once they differ.
    own: BTreeSet<Bytes<'a>>,
}

impl<'a> TagNames<'a> {
    /// The next game starts.
    pub(super) fn clear(&mut self) {
        self.same = 0;
        if !self.own.is_empty() {
            self.own.clear();
        }
    }

    /// The next tags in all likelihood; none if that is not known.
    #[inline(always)]
    pub(super) fn all_expected(&self) -> &[UsualTag<'a>] {
        if self.own.is_empty() { self.usual.get(self.same..).unwrap_or_default() } else { &[] }
    }

    /// Adds this many of the names that were expected.
    #[inline(always)]
    pub(super) fn add_all_expected(&mut self, count: usize) {
        self.same += count;
    }

    /// How the next tag opens in all likelihood; empty if that is not known.
    #[inline(always)]
    pub(super) fn expected(&self) -> &TagStart<'a> {
        match self.usual.get(self.same) {
            Some(usual) if self.own.is_empty() => &usual.opening,
            _ => &TagStart::NONE,
        }
    }

    /// Adds the name that was expected, which is new; returns whether it may decide how the game is read.
    #[inline(always)]
    pub(super) fn add_expected(&mut self) -> bool {
        let decides = self.usual.get(self.same).is_none_or(|usual| usual.decides);
        self.same += 1;
        decides
    }

    /// Adds a name; `false` if it was there. `decides` returns whether a name may decide how its game is read.
    pub(super) fn add(&mut self, name: &Bytes<'a>, opening: &'a [u8], decides: bool) -> bool {
        if self.own.is_empty()
            && let Some(usual) = self.usual.get_mut(self.same).filter(|usual| usual.name == *name)
        {
            self.same += 1;
            // What the tag of another game did not show, which may be one of another dialect.
            if usual.opening.length() == 0 && !opening.is_empty() {
                (usual.opening, usual.decides) = (TagStart::of(opening), decides);
            }
            return true;
        }
        if self.own.is_empty() {
            self.usual.truncate(self.same);
            self.own.extend(self.usual.iter().map(|usual| usual.name.clone()));
        }
        let new = self.own.insert(name.clone());
        if new {
            self.usual.push(UsualTag { name: name.clone(), opening: TagStart::of(opening), decides });
            self.same = self.usual.len();
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::Cow;

    /// A file may hold games of two dialects, and only one of them shows how its tags open: that one counts from then
    /// on.
    #[test]
    fn how_a_tag_opens_is_learnt_from_a_later_game() {
        let mut names = TagNames::default();
        let name: Bytes<'_> = Cow::Borrowed(b"Rules");
        assert!(names.add(&name, b"", false));
        names.clear();
        assert_eq!(names.expected().length(), 0);
        assert!(names.add(&name, b"\n[Rules \"", true));
        names.clear();
        assert!(names.expected().starts(b"\n[Rules \"Chess960\"]"));
        assert!(names.add_expected());
    }
}
