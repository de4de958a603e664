//! Games that speak VGN, told in PGN. Their tags stand before the moves, but what Result and Termination say depends on how the
//! moves end: they are written for the end that the tags let expect, and once more where the game ends otherwise.

use super::Writer;
use crate::dialect::convert::{self, Tags};
use crate::dialect::vgn::{nags, result};
use crate::game::kept::Kept;
use crate::loss::LossKind;
use crate::step::{Head, Termination};
use alloc::vec::Vec;
use core::ops::Range;

/// What is kept of such a game until it ends.
#[derive(Default)]
pub(super) struct FromVgn {
    kept: Kept,
    /// Where the tags stand, and for which end they were written.
    section: Range<usize>,
    expected: Option<Termination>,
    /// What they lost.
    lost: Vec<LossKind>,
    /// Whether there is such a game.
    pub(super) told: bool,
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
        let expected = head.last_tag("Result").and_then(result::read).unwrap_or(Termination::Unknown);
        let start = self.page.out.len();
        let lost = self.write_told(head, expected);
        let game = &mut self.from_vgn;
        game.kept.keep(head);
        game.section = start..self.page.out.len();
        game.expected = Some(expected);
        game.lost = lost;
        game.told = true;
    }

    /// Writes the tags as PGN has them; what that loses.
    pub(super) fn write_told(&mut self, head: &Head<'_>, marker: Termination) -> Vec<LossKind> {
        let ordered = self.options.export || self.options.sort_tags;
        self.in_tags = true;
        let mut told = Told { writer: self, ordered, lost: Vec::new() };
        convert::to_pgn(head, marker, &mut told);
        let lost = told.lost;
        if ordered {
            self.end_tags();
        } else {
            self.in_tags = false;
            if !self.bare {
                self.page.out.push(b'\n');
            }
        }
        lost
    }

    /// The game ended so.
    pub(super) fn end_vgn_head(&mut self, termination: Termination) {
        if !core::mem::take(&mut self.from_vgn.told) {
            return;
        }
        if Some(termination) != self.from_vgn.expected {
            self.write_vgn_head_again(termination);
        }
        for kind in core::mem::take(&mut self.from_vgn.lost) {
            self.lose(kind);
        }
    }

    #[cold]
    fn write_vgn_head_again(&mut self, termination: Termination) {
        let FromVgn { kept, section, .. } = core::mem::take(&mut self.from_vgn);
        // Whatever is lost in writing the same values once more was counted.
        let counted = self.page.losses.clone();
        let behind = self.page.out.split_off(section.end);
        self.page.out.truncate(section.start);
        self.bare = true;
        let lost = kept.tell(|head| self.write_told(head, termination));
        self.bare = false;
        self.page.losses = counted;
        let (before, after) = (section.end, self.page.out.len());
        self.page.out.extend_from_slice(&behind);
        self.token = (self.token + after).saturating_sub(before);
        (self.from_vgn.kept, self.from_vgn.lost) = (kept, lost);
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
