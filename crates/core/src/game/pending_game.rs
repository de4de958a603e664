//! What a writer keeps of a game until it ends, for tags precede the moves and depend on how these end.

use crate::location::Location;
use crate::notation::{self, NotationSpec};
use crate::rules::Position;
use crate::step::{Dialect, Head};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The tags and the start of a game, in buffers that are used again for the next one.
pub(super) struct PendingGame {
    /// One text after the other.
    texts: String,
    /// Where each name and each value ends.
    ends: Vec<(usize, usize)>,
    place: Location,
    dialect: Dialect,
    notation: &'static NotationSpec,
    start: Position,
    standard_start: bool,
}

impl Default for PendingGame {
    fn default() -> PendingGame {
        PendingGame {
            texts: String::new(),
            ends: Vec::new(),
            place: Location::default(),
            dialect: Dialect::Pgn,
            notation: notation::ALL[0].spec(),
            start: Position::start(),
            standard_start: true,
        }
    }
}

impl PendingGame {
    /// Keeps another game.
    pub(super) fn keep(&mut self, head: &Head<'_>) {
        self.texts.clear();
        self.ends.clear();
        for (name, value) in head.tags {
            self.push(name, value);
        }
        (self.place, self.dialect, self.notation) = (head.place, head.dialect, head.notation);
        if !(self.standard_start && head.standard_start) {
            self.start.clone_from(head.start);
        }
        self.standard_start = head.standard_start;
    }

    /// Adds a tag.
    fn push(&mut self, name: &str, value: &str) {
        self.texts.push_str(name);
        let end = self.texts.len();
        self.texts.push_str(value);
        self.ends.push((end, self.texts.len()));
    }

    /// Adds those of these tags that are missing.
    pub(super) fn complete(&mut self, roster: &[(&str, &str)]) {
        for (name, unknown) in roster {
            if !self.tags().iter().any(|(known, _)| known == name) {
                self.push(name, unknown);
            }
        }
    }

    fn tags(&self) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
        let mut start = 0;
        let text = |from: usize, to: usize| Cow::Borrowed(self.texts.get(from..to).unwrap_or_default());
        let tag = |&(name, value): &(usize, usize)| {
            let from = core::mem::replace(&mut start, value);
            (text(from, name), text(name, value))
        };
        self.ends.iter().map(tag).collect()
    }

    /// Emits what was kept.
    pub(super) fn tell<T>(&self, told: impl FnOnce(&Head<'_>) -> T) -> T {
        told(&Head {
            place: self.place,
            dialect: self.dialect,
            notation: self.notation,
            tags: &self.tags(),
            section: None,
            odd_tags: &[],
            start: &self.start,
            standard_start: self.standard_start,
        })
    }
}
