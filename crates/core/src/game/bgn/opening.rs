//! Reads the part of a document before its moves, and plans the order in which the rest is read.

use super::head::Heading;
use super::reading::Reader;
use super::source::Source;
use super::tasks::{Moves, Notes, Task};
use crate::error::Code;
use crate::event::{Event, Item};
use crate::json::{Flaw, Kind, Member, Members, elements, kind, value};
use core::ops::Range;

impl<'a> Reader<'a> {
    /// Reads the text before the moves, and where what follows it stands.
    pub(super) fn open(&mut self) {
        self.opened = true;
        let source = self.source();
        let span = self.place();
        if span.len() as u64 > self.limits.game {
            return self.queue.push_back(Item::fault(span.start, Code::LimitGame, b""));
        }
        match &mut self.told {
            None => {
                if let Err(error) = core::str::from_utf8(&self.block[span.clone()]) {
                    let at = span.start + error.valid_up_to();
                    self.fault(&source, at..at + 1, Code::JsonEncoding);
                }
            }
            Some(told) => {
                for (part, code) in core::mem::take(&mut told.flaws) {
                    self.tell_left_out(part, code);
                }
            }
        }
        for key in core::mem::take(&mut self.document.doubles) {
            self.fault(&source, key, Code::JsonDuplicate);
        }
        let broken = self.document.flaw.is_some() || self.told.as_ref().is_some_and(|told| told.broken.is_some());
        let heading = Heading::read(self, &source);
        for member in core::mem::take(&mut self.document.others) {
            match value_of(source.bytes(), &member, self.limits.depth) {
                Ok(()) => self.add_member(&source, member),
                Err(flaw) => self.tell_flaw(&source, flaw),
            }
        }
        self.queue.push_back(Item::event(span.start, Event::Begin));
        self.plan(source, heading, broken);
    }

    /// Puts what is to be read on the stack. `broken` says that parts of the document could not be found.
    fn plan(&mut self, source: Source<'a>, heading: Heading<'a>, broken: bool) {
        if let Some(notes) = heading.end_notes {
            self.stack.push(Task::Notes(Notes::new(source.clone(), notes, [0; 2])));
        }
        self.stack.extend(heading.termination.map(Task::Say));
        if let Some(tail) = heading.tail {
            self.stack.push(Task::Tail(source.clone(), tail));
        }
        let text = source.bytes();
        match self.document.moves.map(|moves| (moves, kind(text, moves))) {
            Some((moves, Ok(Kind::Array))) => {
                self.opening = first_element(text, moves);
                let mut moves = Moves::main(source.clone(), moves);
                if let Some((element, true)) = &self.opening {
                    (moves.at, moves.first) = (element.end, false);
                }
                self.stack.push(Task::Moves(moves));
            }
            Some((moves, _)) => {
                let end = value(text, moves, u64::MAX).map_or(moves, |value| value.span.end);
                self.fault(&source, moves..end, Code::FieldValue);
            }
            None if !broken => {
                let start = self.document.span.start;
                self.fault(&source, start..start + 1, Code::FieldMissing);
            }
            None => {}
        }
        if let Some(notes) = heading.notes {
            self.stack.push(Task::Notes(Notes::new(source, notes, [0; 2])));
        }
    }
}

/// Whether the value of a member is as JSON has it.
fn value_of(text: &[u8], member: &Range<usize>, deepest: u64) -> Result<(), Flaw> {
    let mut members = Members::behind(member.start);
    let Some(Member { value: at, .. }) = members.next(text)? else { return Ok(()) };
    value(text, at, deepest).map(|_| ())
}

/// The first element of an array, and whether it is `null`.
fn first_element(text: &[u8], array: usize) -> Option<(Range<usize>, bool)> {
    let at = elements(text, array + 1, true).ok()?.ok()?;
    match kind(text, at).ok()? {
        Kind::Null => value(text, at, 0).ok().map(|value| (value.span, true)),
        _ => Some((at..at + 1, false)),
    }
}
