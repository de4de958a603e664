//! Reads the documents of a block, each as the events of a game.

use super::commands::NAMESPACES;
use super::derived::DEFAULT_SOURCE;
use super::explicit::Explicit;
use super::moves;
use super::reading::Reader;
use super::tasks::Task;
use crate::error::Code;
use crate::event::{Event, Item};
use crate::notation::MoveNotation;
use crate::read::{GameReader, Player, Record};
use crate::rules::{Color, Position};
use crate::step::Sink;
use alloc::borrow::Cow;
use core::cell::OnceCell;
use core::ops::Range;

impl<'a> GameReader<'a> for Reader<'a> {
    fn next_game(&mut self) -> bool {
        if !self.find_document() {
            return false;
        }
        self.opened = false;
        self.queue.clear();
        self.stack.clear();
        (self.depth, self.pending, self.held, self.opening) = (0, false, None, None);
        self.usual_source = Cow::Borrowed(DEFAULT_SOURCE.as_bytes());
        (self.namespace, self.control) = (NAMESPACES[0], None);
        self.clock.elapsed().restart(Color::White, None);
        self.sources.clear();
        self.brackets = OnceCell::new();
        true
    }

    fn next_event(&mut self) -> Option<Item<'a>> {
        self.pending = false;
        loop {
            if let Some(item) = self.queue.pop_front() {
                return Some(item);
            }
            if !self.opened {
                self.open();
                continue;
            }
            match self.stack.pop() {
                Some(Task::Moves(moves)) => self.next_move(moves),
                Some(Task::Notes(notes)) => self.next_note(notes),
                Some(Task::Tail(source, span)) => self.tell_tail(&source, &span),
                Some(Task::Close(at)) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Some(Item::event(at, Event::Close));
                }
                Some(Task::Say(item)) => return Some(item),
                None => {
                    if let Some(flaw) = self.document.flaw.take() {
                        self.tell_flaw(&self.source(), flaw);
                    } else {
                        let (part, code) = self.told.as_mut()?.broken.take()?;
                        self.tell_left_out(part, code);
                    }
                }
            }
        }
    }

    fn span(&self) -> Range<usize> {
        self.place()
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        Some(&Explicit)
    }

    fn starts_at(&mut self, position: &Position) {
        self.clock.elapsed().restart(position.turn(), self.control);
        let Some((element, null)) = self.opening.clone() else { return };
        if null != (position.turn() == Color::Black) {
            let source = self.source();
            self.fault(&source, element, Code::FieldValue);
        }
    }

    fn stands_alone(&self) -> bool {
        false
    }

    /// A document says all that there is to be said, unless somebody wrote no more than the moves.
    fn has_marker(&self) -> bool {
        self.document.bgn.is_some()
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
    }

    fn skip(&mut self, _fault: &mut dyn FnMut(usize, Code, &[u8])) {
        self.opened = true;
        self.queue.clear();
        self.stack.clear();
        self.document.flaw = None;
        self.told.iter_mut().for_each(|told| told.broken = None);
    }

    #[inline(always)]
    fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        moves::play(self, player, record, sink);
    }
}
