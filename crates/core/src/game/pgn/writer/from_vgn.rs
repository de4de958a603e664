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
    tags: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    start: Position,
    usual: bool,
    /// Where the tags stand, and for which end they were written.
    section: Range<usize>,
    expected: Termination,
    /// What they lost.
    lost: Vec<LossKind>,
}

/// Takes the tags as PGN has them.
#[derive(Default)]
struct Told {
    tags: Vec<(String, String)>,
    lost: Vec<LossKind>,
}

impl Tags for Told {
    fn tag(&mut self, name: &str, value: &str) {
        self.tags.push((name.into(), value.into()));
    }
    fn lose(&mut self, kind: LossKind) {
        self.lost.push(kind);
    }
}

impl Writer {
    /// Writes the tags of a game that speaks VGN.
    #[cold]
    pub(super) fn vgn_head(&mut self, head: &Head<'_>) {
        let result = head.tags.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
        let expected = result.and_then(|(_, value)| result::read(value)).unwrap_or(Termination::Unknown);
        let start = self.out.len();
        let lost = self.write_told(head, expected);
        self.from_vgn = Some(FromVgn {
            tags: head.tags.iter().map(|(name, value)| (owned(name), owned(value))).collect(),
            start: head.start.clone(),
            usual: head.usual,
            section: start..self.out.len(),
            expected,
            lost,
        });
    }

    /// Writes the tags as PGN has them; what that loses.
    pub(super) fn write_told(&mut self, head: &Head<'_>, marker: Termination) -> Vec<LossKind> {
        let mut told = Told::default();
        head::to_pgn(head, marker, &mut told);
        self.tags = told.tags;
        self.in_tags = true;
        self.end_tags();
        told.lost
    }

    /// The game ended so.
    pub(super) fn end_vgn_head(&mut self, termination: Termination) {
        if let Some(game) = self.from_vgn.take() {
            self.end_kept_head(game, termination);
        }
    }

    #[cold]
    fn end_kept_head(&mut self, game: FromVgn, termination: Termination) {
        let mut lost = game.lost;
        if termination != game.expected {
            let head = Head { dialect: Dialect::Vgn, tags: &game.tags, start: &game.start, usual: game.usual };
            // Whatever is lost in writing the same values once more was counted.
            let counted = self.losses.clone();
            let behind = self.out.split_off(game.section.end);
            self.out.truncate(game.section.start);
            lost = self.write_told(&head, termination);
            self.losses = counted;
            let (before, after) = (game.section.end, self.out.len());
            self.out.extend_from_slice(&behind);
            self.token = (self.token + after).saturating_sub(before);
        }
        lost.into_iter().for_each(|kind| self.lose(kind));
    }

    /// The simple NAG that says the same as a composite one, which PGN does not know; `Err` where there is none.
    pub(super) fn simple_nag(&mut self, value: Option<u8>, spelled: &[u8]) -> Result<Option<u8>, ()> {
        if value.is_some() || self.from_vgn.is_none() || !spelled.contains(&b'.') {
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

fn owned(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.into())
}
