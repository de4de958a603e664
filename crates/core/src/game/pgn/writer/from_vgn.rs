//! Games that speak VGN, told in PGN. Their tags stand before the moves, but what Result and Termination say depends on how the
//! moves end: they are written for the end that the tags let expect, and once more where the game ends otherwise.

use super::Writer;
use crate::game::vgn::head::{self, Tags};
use crate::game::vgn::{nags, result};
use crate::game::{Dialect, Head, Termination};
use crate::loss::LossKind;
use crate::rules::Position;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// What is kept of such a game until it ends.
pub(super) struct FromVgn {
    /// The names and values of its tags, one after another, and where each ends.
    text: String,
    ends: Vec<(usize, usize)>,
    start: Position,
    usual: bool,
    /// Where the tags stand, and for which end they were written.
    section: Range<usize>,
    expected: Termination,
    /// What they lost.
    lost: Vec<LossKind>,
    /// Whether there is such a game.
    pub(super) told: bool,
}

impl Default for FromVgn {
    fn default() -> FromVgn {
        FromVgn {
            text: String::new(),
            ends: Vec::new(),
            start: Position::start(),
            usual: true,
            section: 0..0,
            expected: Termination::Unknown,
            lost: Vec::new(),
            told: false,
        }
    }
}

/// Takes the tags as PGN has them, to be put in order or written at once.
struct Told<'w> {
    writer: &'w mut Writer,
    ordered: bool,
    lost: Vec<LossKind>,
}

impl Tags for Told<'_> {
    fn tag(&mut self, name: &str, value: &str) {
        if self.ordered {
            self.writer.tag(name, value);
        } else {
            self.writer.bare = false;
            self.writer.push_tag(name, value);
        }
    }
    fn lose(&mut self, kind: LossKind) {
        self.lost.push(kind);
    }
}

impl Writer {
    /// Writes the tags of a game that speaks VGN.
    pub(super) fn vgn_head(&mut self, head: &Head<'_>) {
        let result = head.tags.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
        let expected = result.and_then(|(_, value)| result::read(value)).unwrap_or(Termination::Unknown);
        let start = self.out.len();
        let lost = self.write_told(head, expected);
        let game = &mut self.from_vgn;
        game.text.clear();
        game.ends.clear();
        for (name, value) in head.tags {
            game.text.push_str(name);
            let name_end = game.text.len();
            game.text.push_str(value);
            game.ends.push((name_end, game.text.len()));
        }
        game.start.clone_from(head.start);
        game.usual = head.usual;
        game.section = start..self.out.len();
        game.expected = expected;
        game.lost = lost;
        game.told = true;
    }

    /// Writes the tags as PGN has them; what that loses.
    pub(super) fn write_told(&mut self, head: &Head<'_>, marker: Termination) -> Vec<LossKind> {
        let ordered = self.options.export || self.options.sort_tags;
        self.in_tags = true;
        let mut told = Told { writer: self, ordered, lost: Vec::new() };
        head::to_pgn(head, marker, &mut told);
        let lost = told.lost;
        if ordered {
            self.end_tags();
        } else {
            self.in_tags = false;
            if !self.bare {
                self.out.push(b'\n');
            }
        }
        lost
    }

    /// The game ended so.
    pub(super) fn end_vgn_head(&mut self, termination: Termination) {
        if !core::mem::take(&mut self.from_vgn.told) {
            return;
        }
        if termination != self.from_vgn.expected {
            self.write_vgn_head_again(termination);
        }
        for kind in core::mem::take(&mut self.from_vgn.lost) {
            self.lose(kind);
        }
    }

    #[cold]
    fn write_vgn_head_again(&mut self, termination: Termination) {
        let game = core::mem::take(&mut self.from_vgn);
        let mut from = 0;
        let mut tags = Vec::with_capacity(game.ends.len());
        for (name_end, end) in &game.ends {
            let part = |from: usize, to: usize| Cow::Borrowed(game.text.get(from..to).unwrap_or_default());
            tags.push((part(from, *name_end), part(*name_end, *end)));
            from = *end;
        }
        let head = Head { dialect: Dialect::Vgn, tags: &tags, start: &game.start, usual: game.usual };
        // Whatever is lost in writing the same values once more was counted.
        let counted = self.losses.clone();
        let behind = self.out.split_off(game.section.end);
        self.out.truncate(game.section.start);
        self.bare = true;
        let lost = self.write_told(&head, termination);
        self.bare = false;
        self.losses = counted;
        let (before, after) = (game.section.end, self.out.len());
        self.out.extend_from_slice(&behind);
        self.token = (self.token + after).saturating_sub(before);
        self.from_vgn.lost = lost;
    }

    /// The simple NAG that says the same as a composite one, which PGN does not know; `Err` where there is none.
    pub(super) fn simple_nag(&mut self, value: Option<u8>, spelled: &[u8]) -> Result<Option<u8>, ()> {
        if value.is_some() || !self.from_vgn.told || !spelled.contains(&b'.') {
            return Ok(value);
        }
        match nags::as_simple(value, spelled) {
            Some(nag) => Ok(Some(nag)),
            None => {
                self.lose(LossKind::NagComposite);
                Err(())
            }
        }
    }
}
