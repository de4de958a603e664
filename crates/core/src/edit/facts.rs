//! Tags that tell what the moves show.

use super::held::Tag;
use super::{Change, Changes};
use crate::position::fen;
use crate::read::{Ending, result_on_board};
use crate::rules::Position;
use crate::step::{Head, Step, Termination};
use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The tags that are filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fill {
    /// `PlyCount`: how many plies the mainline has.
    pub ply_count: bool,
    /// `FinalFEN`: the position after the last move of the mainline.
    pub final_fen: bool,
    /// `Result`, where there is none or it is unknown: from the marker behind the moves, else from the board.
    pub result: bool,
}

/// What is known of a game so far.
pub(super) struct Facts {
    fill: Fill,
    /// Whether the result is wanted of this game.
    wants_result: bool,
    known: bool,
    depth: u32,
    plies: u32,
    last: Position,
    marker: Option<Termination>,
    /// Whether the game is kept as it stood, because its moves could not be played at all.
    unplayed: bool,
}

impl Facts {
    pub(super) fn new(fill: Fill) -> Facts {
        Facts {
            fill,
            wants_result: false,
            known: true,
            depth: 0,
            plies: 0,
            last: Position::start(),
            marker: None,
            unplayed: false,
        }
    }

    /// Whether nothing is filled in, in any game.
    #[inline]
    pub(super) fn are_none(&self) -> bool {
        self.fill == Fill::default()
    }

    /// Whether everything is known that is to be filled in.
    #[inline]
    pub(super) fn are_known(&self) -> bool {
        self.known
    }

    pub(super) fn begin(&mut self, head: &Head<'_>) {
        let lacks_result = |value: Option<&str>| matches!(value, None | Some("" | "?" | "*"));
        self.wants_result = self.fill.result && lacks_result(head.tag("Result"));
        self.known = !(self.fill.ply_count || self.fill.final_fen || self.wants_result);
        if !self.known {
            (self.depth, self.plies, self.marker) = (0, 0, None);
            self.last.clone_from(head.start);
        }
    }

    pub(super) fn see(&mut self, step: &Step<'_>) {
        match step {
            Step::Open => self.depth += 1,
            Step::Close => self.depth = self.depth.saturating_sub(1),
            Step::Played(after) if self.depth == 0 => {
                self.plies += 1;
                self.last.clone_from(after);
            }
            Step::Termination(marker) => self.marker = Some(*marker),
            Step::End(unplayed) => (self.known, self.unplayed) = (true, unplayed.is_some()),
            _ => {}
        }
    }

    /// The tags to fill in.
    pub(super) fn tags(&self, changes: &mut Changes) -> Vec<Tag<'static>> {
        let mut tags = Vec::new();
        if self.unplayed {
            return tags;
        }
        let result = if self.wants_result { self.result() } else { None };
        if let Some(result) = result {
            tags.push((Cow::Borrowed("Result"), Cow::Borrowed(result.as_str())));
            changes.count(Change::Result, 1);
        }
        if self.fill.ply_count {
            tags.push((Cow::Borrowed("PlyCount"), Cow::Owned(self.plies.to_string())));
            changes.count(Change::PlyCount, 1);
        }
        if self.fill.final_fen {
            let fen = fen::write(&self.last, fen::Style::default());
            tags.push((Cow::Borrowed("FinalFEN"), Cow::Owned(fen)));
            changes.count(Change::FinalFen, 1);
        }
        tags
    }

    fn result(&self) -> Option<Termination> {
        let marker = self.marker.filter(|marker| *marker != Termination::Unknown);
        marker.or_else(|| result_on_board(Ending::of(&self.last), &self.last))
    }
}
