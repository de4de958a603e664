//! A game as a bare stream.

use crate::game::stream::{NO_BOARD, NO_MOVES, OVER, Unit};
use crate::loss::LossKind;
use crate::notation::{self, Claim, Last, MoveNotation, ParsedMove};
use crate::position::{PositionNotation, bcfen};
use crate::rules::Position;
use crate::step::{Head, Spelling, Step, Termination};
use crate::write::{GameWriter, Lacks, Page};

/// Writes the moves of games, or their boards.
pub(super) struct StreamWriter {
    notation: &'static dyn MoveNotation,
    unit: Unit,
    lacks: Lacks,
    page: Page,
    /// Where this game starts.
    start: usize,
    termination: Termination,
    /// Whether it was counted that boards of this game lack a hand.
    lost_hand: bool,
}

impl StreamWriter {
    /// A writer of moves in this notation.
    pub(super) fn new(notation: &'static dyn MoveNotation, unit: Unit, lacks: Lacks) -> StreamWriter {
        StreamWriter {
            notation,
            unit,
            lacks,
            page: Page::default(),
            start: 0,
            termination: Termination::Unknown,
            lost_hand: false,
        }
    }

    fn head(&mut self, head: &Head<'_>) {
        self.start = self.page.out.len();
        self.termination = Termination::Unknown;
        let rules = head.start.rules();
        let is_other = !rules.is_chess();
        self.page.lose(LossKind::Variant, u64::from(is_other));
        let is_usual = is_other && !rules.has_own_start() && *head.start == Position::start_of(rules);
        self.page.lose(LossKind::Start, u64::from(!(head.standard_start || is_usual)));
        self.lost_hand = false;
        self.see_hand(head.start);
    }

    /// Counts once a game what boards do not hold.
    fn see_hand(&mut self, position: &Position) {
        let is_due = self.unit == Unit::Board && !self.lost_hand && !position.rules().is_chess();
        if is_due && bcfen::BCFEN.losses(position).contains(&LossKind::Hand) {
            self.lost_hand = true;
            self.page.lose(LossKind::Hand, 1);
        }
    }

    fn end(&mut self) {
        // An empty file would hold no game at all.
        let unmoved = self.page.out.len() == self.start;
        if self.termination == Termination::Unknown && !unmoved {
            return;
        }
        if self.termination != Termination::Unknown {
            // That the game is over can be said, but not how, unless its last board shows it.
            self.page.lose(LossKind::Result, 1);
        }
        let out = &mut self.page.out;
        match self.unit {
            Unit::Board => out.push(NO_BOARD),
            Unit::Word if unmoved => out.extend_from_slice(&NO_MOVES),
            Unit::Word => {
                if let Some(low) = out.last_mut() {
                    *low |= OVER;
                }
            }
        }
    }
}

impl GameWriter for StreamWriter {
    #[inline]
    fn write(&mut self, step: &Step<'_>) {
        match *step {
            Step::Head(head) => self.head(head),
            Step::Termination(termination) => self.termination = termination,
            Step::End(_) => self.end(),
            _ => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &ParsedMove, _spelled: Option<Spelling<'_>>) {
        if self.unit == Unit::Word {
            // The filter drops moves that the notation cannot express.
            let _ = self.notation.write(before, named.mv, Last::No, &mut self.page.out);
        }
    }

    #[inline]
    fn played(&mut self, after: &Position) {
        if self.unit == Unit::Board {
            bcfen::BCFEN.write(after, Claim::Any, &mut self.page.out);
            self.see_hand(after);
        }
    }

    fn notation(&self) -> &'static notation::NotationSpec {
        self.notation.spec()
    }

    fn lacks(&self) -> Lacks {
        self.lacks
    }

    fn keeps_tag(&self, head: &Head<'_>, name: &str) -> bool {
        // Other rules are counted by themselves.
        name == "Variant" && !head.start.rules().is_chess()
    }

    fn starts_anywhere(&self) -> bool {
        true
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}
