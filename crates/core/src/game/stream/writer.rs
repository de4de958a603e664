//! A game as a bare stream.

use super::{NO_BOARD, NO_MOVES, OVER, Unit};
use crate::at::At;
use crate::game::lines::add_tags;
use crate::game::{CommentForm, GameWriter, Head, Termination};
use crate::loss::{LossKind, Losses};
use crate::notation::Claim;
use crate::notation::{Last, MoveNotation, Named, Spec};
use crate::position::PositionNotation;
use crate::position::bcfen;
use crate::rules::Position;
use alloc::vec::Vec;

/// Writes the moves of games, or their boards.
pub(in crate::game) struct StreamWriter {
    notation: &'static dyn MoveNotation,
    unit: Unit,
    out: Vec<u8>,
    losses: Losses,
    place: At,
    /// Variations open; nothing of them is written.
    depth: usize,
    /// Where this game starts.
    start: usize,
    termination: Termination,
}

impl StreamWriter {
    /// A writer of moves in this notation.
    pub(in crate::game) fn new(notation: &'static dyn MoveNotation, unit: Unit) -> StreamWriter {
        StreamWriter {
            notation,
            unit,
            out: Vec::new(),
            losses: Losses::default(),
            place: At::default(),
            depth: 0,
            start: 0,
            termination: Termination::Unknown,
        }
    }

    fn lose(&mut self, kind: LossKind) {
        self.losses.add(kind, 1, self.place);
    }
}

impl GameWriter for StreamWriter {
    fn start_game(&mut self, place: At) {
        self.place = place;
        self.depth = 0;
        self.start = self.out.len();
        self.termination = Termination::Unknown;
    }

    fn head(&mut self, head: &Head<'_>) {
        let tags = head.tags.iter().map(|(name, value)| (&**name, &**value));
        add_tags(&mut self.losses, tags, self.place, |_| false);
        if !head.usual {
            self.lose(LossKind::Start);
        }
    }

    fn notation(&self) -> &'static Spec {
        self.notation.spec()
    }

    fn place(&mut self, place: At) {
        self.place = place;
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &Named, _spelled: Option<&[u8]>) {
        if self.depth == 0 && self.unit == Unit::Word {
            // What it has no text for it is never asked to write.
            let _ = self.notation.write(before, named.mv, Last::No, &mut self.out);
        }
    }

    #[inline]
    fn moved(&mut self, after: &Position) {
        if self.depth == 0 && self.unit == Unit::Board {
            bcfen::BCFEN.write(after, Claim::Any, &mut self.out);
        }
    }

    fn nag(&mut self, value: Option<u8>, _spelled: &[u8]) {
        self.lose(if value.is_some() { LossKind::Nag } else { LossKind::NagComposite });
    }

    fn comment(&mut self, text: &str, _form: CommentForm) {
        self.losses.add_comment(text, self.place);
    }

    fn escape(&mut self, _text: &str) {
        self.lose(LossKind::EscapedLine);
    }

    fn open(&mut self) {
        self.depth += 1;
        self.lose(LossKind::Variation);
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn termination(&mut self, termination: Termination) {
        self.termination = termination;
    }

    fn end_game(&mut self) {
        if self.termination == Termination::Unknown {
            return;
        }
        // That the game is over can be said, but not how, unless its last board shows it.
        self.lose(LossKind::Result);
        match self.unit {
            Unit::Board => self.out.push(NO_BOARD),
            Unit::Word if self.out.len() == self.start => self.out.extend_from_slice(&NO_MOVES),
            Unit::Word => {
                if let Some(low) = self.out.last_mut() {
                    *low |= OVER;
                }
            }
        }
        // Nothing more is said, should the end be told again.
        self.termination = Termination::Unknown;
    }

    fn trailing(&mut self, comments: &[&str]) {
        for text in comments {
            self.losses.add_comment(text, self.place);
        }
    }

    fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn losses(&mut self) -> &mut Losses {
        &mut self.losses
    }
}
