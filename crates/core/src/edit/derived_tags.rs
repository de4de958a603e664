//! Tags derived from the moves.

use super::changes::{Change, ChangeCounts};
use crate::edit::tags::HeadTag;
use crate::openings::Namer;
use crate::position::fen;
use crate::read::Ending;
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
    /// `Result`, if it is missing or unknown: from the marker after the moves, else from the board.
    pub result: bool,
    /// `ECO`, `Opening` and `Variation`: the opening of the last position of the mainline that has a name. A game without
    /// such a position keeps its tags.
    pub eco: bool,
}

/// What is known of a game so far.
pub(super) struct GameFacts {
    fill: Fill,
    /// Whether the result of this game is wanted, and whether anything that is known only at its end is.
    wants_result: bool,
    wants_end: bool,
    known: bool,
    namer: Namer,
    depth: u32,
    plies: u32,
    marker: Option<Termination>,
    /// Whether the game is kept unchanged, because its moves could not be played at all.
    unplayed: bool,
}

impl GameFacts {
    pub(super) fn new(fill: Fill) -> GameFacts {
        GameFacts {
            fill,
            wants_result: false,
            wants_end: false,
            known: true,
            namer: Namer::new(),
            depth: 0,
            plies: 0,
            marker: None,
            unplayed: false,
        }
    }

    /// Whether everything is known that is to be filled in.
    #[inline]
    pub(super) fn are_known(&self) -> bool {
        self.known
    }

    pub(super) fn begin(&mut self, head: &Head<'_>) {
        let lacks_result = |value: Option<&str>| matches!(value, None | Some("" | "?" | "*"));
        self.wants_result = self.fill.result && lacks_result(head.tag("Result"));
        self.wants_end = self.fill.ply_count || self.fill.final_fen || self.wants_result;
        self.known = !(self.wants_end || self.fill.eco);
        self.namer = Namer::new();
        if self.fill.eco {
            self.namer.see(head.start);
        }
        if !self.known {
            (self.depth, self.plies, self.marker, self.unplayed) = (0, 0, None, false);
        }
    }

    /// Takes note of a move.
    #[inline]
    pub(super) fn see_move(&mut self, step: &Step<'_>) {
        if let (0, Step::Played(after)) = (self.depth, step) {
            self.plies += 1;
            if self.fill.eco {
                self.namer.see(after);
                self.known = !self.wants_end && self.namer.is_over();
            }
        }
    }

    /// Takes note of any other step.
    pub(super) fn see(&mut self, step: &Step<'_>) {
        match step {
            Step::Open => self.depth += 1,
            Step::Close => self.depth = self.depth.saturating_sub(1),
            Step::Termination(marker) => self.marker = Some(*marker),
            Step::End(unplayed) => (self.known, self.unplayed) = (true, unplayed.is_some()),
            _ => {}
        }
    }

    /// The tags to fill in of a game that ends in this position.
    pub(super) fn tags(&self, last: &Position, changes: &mut ChangeCounts) -> Vec<HeadTag<'static>> {
        let mut tags = Vec::new();
        if self.unplayed {
            return tags;
        }
        if let Some(opening) = self.namer.found().filter(|_| self.fill.eco) {
            tags.push((Cow::Borrowed("ECO"), Cow::Borrowed(opening.eco())));
            tags.push((Cow::Borrowed("Opening"), Cow::Borrowed(opening.family())));
            // Without one, a variation that was there before is another opening's.
            tags.push((Cow::Borrowed("Variation"), Cow::Borrowed(opening.variation().unwrap_or_default())));
            changes.count(Change::Opening, 1);
        }
        let result = if self.wants_result { self.result(last) } else { None };
        if let Some(result) = result {
            tags.push((Cow::Borrowed("Result"), Cow::Borrowed(result.as_str())));
            changes.count(Change::Result, 1);
        }
        if self.fill.ply_count {
            tags.push((Cow::Borrowed("PlyCount"), Cow::Owned(self.plies.to_string())));
            changes.count(Change::PlyCount, 1);
        }
        if self.fill.final_fen {
            let fen = fen::write(last, fen::Style::default());
            tags.push((Cow::Borrowed("FinalFEN"), Cow::Owned(fen)));
            changes.count(Change::FinalFen, 1);
        }
        tags
    }

    fn result(&self, last: &Position) -> Option<Termination> {
        let marker = self.marker.filter(|marker| *marker != Termination::Unknown);
        marker.or_else(|| Ending::of(last).result())
    }
}
