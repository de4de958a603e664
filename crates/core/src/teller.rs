//! Stands between whoever tells a game and the writer that writes it down: keeps from the writer what its notation cannot
//! say, and counts that.
//!
//! A move that cannot be written ends its variation, or the mainline; what follows there is left out, and a variation of
//! which nothing is left is left out too. So writers know nothing of moves that they cannot write.

use crate::at::At;
use crate::game::{CommentForm, GameWriter, Head, Termination};
use crate::loss::{LossKind, Losses};
use crate::notation::{self, Named, Spec};
use crate::rules::Position;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Tells games to a writer.
pub struct Teller {
    writer: Box<dyn GameWriter>,
    place: At,
    /// The mainline and the variations open in it, the innermost last.
    open: Vec<Open>,
    /// What stands in a variation before its first move, which may turn out not to be written.
    early: Vec<(String, CommentForm)>,
    /// Whether the move being played is written.
    writes: bool,
    /// What this game's moves are written in.
    notation: &'static Spec,
}

/// A variation, or the mainline.
#[derive(Clone, Copy, Default)]
struct Open {
    /// Whether the writer was told that it opens.
    told: bool,
    /// Whether it has ended, for a move in it that cannot be written.
    ended: bool,
}

impl Teller {
    /// A teller before this writer.
    pub fn new(writer: Box<dyn GameWriter>) -> Teller {
        let notation = writer.notation();
        Teller { writer, place: At::default(), open: Vec::new(), early: Vec::new(), writes: true, notation }
    }

    /// A game starts.
    pub fn start_game(&mut self, place: At) {
        self.place = place;
        self.open.clear();
        self.open.push(Open { told: true, ended: false });
        self.early.clear();
        self.writer.start_game(place);
    }

    /// Its tags and start position.
    pub fn head(&mut self, head: &Head<'_>) {
        self.writer.head(head);
        self.notation = self.writer.notation();
    }

    /// Where what comes next came from.
    pub fn place(&mut self, place: At) {
        self.place = place;
        self.writer.place(place);
    }

    /// This move is about to be played in `before`.
    #[inline]
    pub fn moving(&mut self, before: &Position, named: &Named, spelled: Option<&[u8]>) {
        let unsaid = if self.ended() {
            Some(LossKind::Tail)
        } else {
            notation::loss_of(self.notation, before, named.mv, named.illegal)
        };
        self.writes = unsaid.is_none();
        match unsaid {
            None => {
                self.tell_open();
                self.writer.moving(before, named, spelled);
            }
            Some(kind) => self.leave_out(kind),
        }
    }

    /// It was played.
    #[inline]
    pub fn moved(&mut self, after: &Position) {
        if self.writes {
            self.writer.moved(after);
        }
    }

    /// A NAG of the last move.
    pub fn nag(&mut self, value: Option<u8>, spelled: &[u8]) {
        if self.ended() {
            self.lose(if value.is_some() { LossKind::Nag } else { LossKind::NagComposite }, 1);
        } else {
            self.tell_open();
            self.writer.nag(value, spelled);
        }
    }

    /// A comment.
    pub fn comment(&mut self, text: &str, form: CommentForm) {
        if self.ended() {
            self.lose_comment(text);
        } else if self.innermost().told {
            self.writer.comment(text, form);
        } else {
            self.early.push((text.into(), form));
        }
    }

    /// An escaped line.
    pub fn escape(&mut self, text: &str) {
        if self.ended() {
            self.lose(LossKind::EscapedLine, 1);
        } else {
            self.tell_open();
            self.writer.escape(text);
        }
    }

    /// A variation opens.
    pub fn open(&mut self) {
        let ended = self.ended();
        if !ended {
            self.tell_open();
        }
        self.open.push(Open { told: false, ended });
    }

    /// A variation closes.
    pub fn close(&mut self) {
        if self.open.len() < 2 {
            return;
        }
        if !self.ended() {
            // Empty as it stood: whether that is written is the writer's to say.
            self.tell_open();
        }
        if self.open.pop().is_some_and(|closed| closed.told) {
            return self.writer.close();
        }
        self.lose(LossKind::Variation, 1);
        for (text, _) in core::mem::take(&mut self.early) {
            self.lose_comment(&text);
        }
    }

    /// The marker at the end of the variation that is open.
    pub fn inner(&mut self, termination: Termination) {
        if !self.ended() && self.innermost().told {
            self.writer.inner(termination);
        }
    }

    /// The marker at the end of the moves.
    pub fn termination(&mut self, termination: Termination) {
        while self.open.len() > 1 {
            self.close();
        }
        self.writer.termination(termination);
    }

    /// The game ends.
    pub fn end_game(&mut self) {
        while self.open.len() > 1 {
            self.close();
        }
        self.writer.end_game();
    }

    /// The writer itself.
    pub fn writer(&mut self) -> &mut dyn GameWriter {
        &mut *self.writer
    }

    /// What was written since it was last taken away.
    pub fn bytes(&mut self) -> &mut Vec<u8> {
        self.writer.bytes()
    }

    /// How many of these bytes only part the last game from one behind it.
    pub fn gap(&self) -> usize {
        self.writer.gap()
    }

    /// What could not be said, all games together.
    pub fn losses(&mut self) -> &mut Losses {
        self.writer.losses()
    }

    #[inline]
    fn innermost(&self) -> Open {
        self.open.last().copied().unwrap_or(Open { told: true, ended: false })
    }

    #[inline]
    fn ended(&self) -> bool {
        self.innermost().ended
    }

    /// Tells the writer that the innermost variation opens, unless it knows.
    #[inline]
    fn tell_open(&mut self) {
        if !self.innermost().told {
            self.tell_open_now();
        }
    }

    #[cold]
    fn tell_open_now(&mut self) {
        self.writer.open();
        for (text, form) in core::mem::take(&mut self.early) {
            self.writer.comment(&text, form);
        }
        if let Some(innermost) = self.open.last_mut() {
            innermost.told = true;
        }
    }

    /// A move that is not written ends its variation.
    #[cold]
    fn leave_out(&mut self, kind: LossKind) {
        if kind != LossKind::Tail {
            self.lose(kind, 1);
        }
        self.lose(LossKind::Tail, 1);
        if let Some(innermost) = self.open.last_mut() {
            innermost.ended = true;
        }
    }

    #[cold]
    fn lose_comment(&mut self, text: &str) {
        let place = self.place;
        self.writer.losses().add_comment(text, place);
    }

    fn lose(&mut self, kind: LossKind, count: u64) {
        let place = self.place;
        self.writer.losses().add(kind, count, place);
    }
}
