//! The state of reading: the open elements, and the JSON emitted for them.

use super::shapes::{List, MOVE, Object};
use super::telling::Telling;
use crate::error::Code;
use crate::limits::Limits;
use crate::xml::{Flaw, Token, token};
use alloc::vec::Vec;
use core::ops::Range;

/// What an open element is in JSON.
#[derive(Clone, Copy)]
pub(super) enum Inner {
    Object(&'static Object),
    List(&'static List),
    /// The members are tags.
    Tags,
}

impl Inner {
    /// Whether it is a line of moves.
    pub(super) fn is_line(self) -> bool {
        matches!(self, Inner::Object(object) if object.is_line())
    }
}

/// An element that is open.
pub(super) struct Open {
    pub(super) name: &'static str,
    pub(super) inner: Inner,
    /// Where it starts in what was told, with what parts it from the text before.
    pub(super) start: usize,
    /// Whether it holds something.
    begun: bool,
}

/// A start tag: where it is, and whether it ends its element, too.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) span: Range<usize>,
    pub(super) attributes: Range<usize>,
    pub(super) empty: bool,
}

/// A game on its way.
pub(super) struct Reading<'b> {
    pub(super) block: &'b [u8],
    /// The block up to where the game ends at the latest.
    pub(super) text: &'b [u8],
    pub(super) at: usize,
    pub(super) limits: &'b Limits,
    pub(super) telling: Telling,
    pub(super) open: Vec<Open>,
    /// How many lines are open.
    pub(super) lines: u64,
}

impl<'b> Reading<'b> {
    pub(super) fn new(block: &'b [u8], limits: &'b Limits) -> Reading<'b> {
        Reading { block, text: block, at: 0, limits, telling: Telling::default(), open: Vec::new(), lines: 0 }
    }

    /// Tells of something that means nothing if it stands.
    #[cold]
    pub(super) fn flaw(&mut self, part: Range<usize>, code: Code) {
        self.telling.flaws.push((part, code));
    }

    /// The next token, and where it stands.
    ///
    /// # Errors
    /// If the game ends before, or where none stands.
    pub(super) fn next(&mut self) -> Result<(Token, Range<usize>), Flaw> {
        let start = self.at;
        let Some((token, end)) = token(self.text, start)? else {
            return Err(Flaw { at: self.text.len(), code: Code::XmlSyntax });
        };
        self.at = end;
        Ok((token, start..end))
    }

    /// Tells the text between two members or elements, where something precedes; returns where that starts.
    pub(super) fn separate(&mut self) -> usize {
        let start = self.telling.json.len();
        if let Some(open) = self.open.last_mut()
            && core::mem::replace(&mut open.begun, true)
        {
            self.telling.json.push(b',');
        }
        start
    }

    /// What was told last is taken back, so that `begun` is again as it was before.
    pub(super) fn unseparate(&mut self, begun: bool) {
        if let Some(open) = self.open.last_mut() {
            open.begun = begun;
        }
    }

    /// Whether the innermost element holds something.
    pub(super) fn has_begun(&self) -> bool {
        self.open.last().is_some_and(|open| open.begun)
    }

    /// An element begins that holds others, and which stands from `start` on in what is told.
    pub(super) fn enter(&mut self, name: &'static str, inner: Inner, tag: &Tag, start: usize) {
        self.lines += u64::from(inner.is_line());
        self.telling.mark(if matches!(inner, Inner::List(_)) { b"[" } else { b"{" }, tag.span.start);
        let open = Open { name, inner, start, begun: false };
        if tag.empty {
            self.close(&open, tag.span.start);
        } else {
            self.open.push(open);
        }
    }

    /// An element ends that held others.
    pub(super) fn close(&mut self, open: &Open, place: usize) {
        self.lines = self.lines.saturating_sub(u64::from(open.inner.is_line()));
        self.telling.mark(if matches!(open.inner, Inner::List(_)) { b"]" } else { b"}" }, place);
    }

    /// Closes all that is open where the game cannot be read on. A move that is not whole is left out, and so is what
    /// else is in an array without one.
    pub(super) fn break_off(&mut self, place: usize) {
        let elements: Vec<usize> =
            (1..self.open.len()).filter(|at| matches!(self.open[at - 1].inner, Inner::List(_))).collect();
        let last_move = elements.iter().rev().find(|at| self.open[**at].name == MOVE);
        if let Some(&broken) = last_move.or(elements.last()) {
            let start = self.open[broken].start;
            self.open.truncate(broken);
            self.telling.take_back(start);
        }
        while let Some(open) = self.open.pop() {
            self.close(&open, place);
        }
        if self.telling.json.is_empty() {
            self.telling.mark(b"{}", place);
        }
    }

    /// Tells of an element that means nothing where it stands, and reads to its end.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn leave_out(&mut self, tag: &Tag) -> Result<(), Flaw> {
        self.flaw(tag.span.clone(), Code::XmlElement);
        if tag.empty { Ok(()) } else { self.skip() }
    }

    /// Reads to the end of an element whose start tag was read.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn skip(&mut self) -> Result<(), Flaw> {
        let mut open = 1u64;
        while open > 0 {
            let (token, span) = self.next()?;
            match token {
                Token::Start { empty: false, .. } => open += 1,
                Token::End { .. } => open -= 1,
                Token::Doctype => self.flaw(span, Code::XmlDoctype),
                _ => {}
            }
        }
        Ok(())
    }
}
