//! Transcribes the games of a block to JSON: element by element, without recursion.

use super::frame::{self, BYTE_ORDER_MARK};
use super::leaf::Leaf;
use super::shapes::{DOCUMENT, GAME, GAMES, MOVE, NONE, OTHER, Shape, TAG};
use super::state::{Inner, Reading, Tag};
use super::telling::Telling;
use crate::error::Code;
use crate::game::bgn::Transcript;
use crate::limits::Limits;
use crate::xml::{Flaw, Token, is_blank, token};
use core::ops::Range;

/// Tells the next game of a block, with the text before it and means nothing there.
pub(super) fn transcribe(block: &[u8], at: usize, limits: &Limits) -> Option<Transcript> {
    let mut reading = Reading::new(block, limits);
    let (span, broken) = match reading.find_game(at) {
        Some(start) => reading.game(start),
        // No game, but perhaps something that must be told of.
        None => {
            let flaw = reading.telling.flaws.pop()?;
            reading.telling.mark(b"{}", at);
            (at..block.len(), Some(flaw))
        }
    };
    let Telling { json, places, flaws } = reading.telling;
    Some(Transcript { span, json, places, flaws, broken })
}

/// Where something is broken, and what.
type Broken = (Range<usize>, Code);

impl Reading<'_> {
    /// Goes to the start tag of the next game. The tags of the root are before and after games, and nothing else.
    fn find_game(&mut self, at: usize) -> Option<usize> {
        let start = frame::next_start(self.block, at);
        self.text = &self.block[..start.unwrap_or(self.block.len())];
        self.at = at;
        if self.text[at..].starts_with(BYTE_ORDER_MARK) {
            self.at += BYTE_ORDER_MARK.len();
        }
        loop {
            let at = self.at;
            match token(self.text, at) {
                Ok(None) => return start,
                Ok(Some((token, end))) => {
                    self.at = end;
                    self.outside(&token, at..end);
                }
                Err(flaw) => {
                    self.flaw(flaw.at..self.text.len().min(flaw.at + 1), flaw.code);
                    return start;
                }
            }
        }
    }

    /// Takes a token that stands outside games.
    fn outside(&mut self, token: &Token, span: Range<usize>) {
        let text = self.text;
        match token {
            Token::Start { name, attributes, .. } if &text[name.clone()] == GAMES.as_bytes() => {
                self.refuse_attributes(attributes);
            }
            Token::End { name } if &text[name.clone()] == GAMES.as_bytes() => {}
            Token::Comment => {}
            Token::Instruction { inside } => self.declaration(inside),
            Token::Doctype => self.flaw(span, Code::XmlDoctype),
            Token::Text if text[span.clone()].iter().all(|byte| is_blank(*byte)) => {}
            _ => self.flaw(span, Code::XmlElement),
        }
    }

    /// Reads the game that starts at `start`; says where it is, and where it is broken.
    fn game(&mut self, start: usize) -> (Range<usize>, Option<Broken>) {
        self.text = &self.block[..frame::latest_end(self.block, start)];
        self.at = start;
        if let Err(error) = core::str::from_utf8(&self.text[start..]) {
            let at = start + error.valid_up_to();
            self.flaw(at..at + 1, Code::XmlEncoding);
        }
        let Err(flaw) = self.root() else { return (start..self.at, None) };
        // What is missing is missing after the last thing that is there.
        let last = self.text.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
        let at_end = flaw.at >= self.block.len() && flaw.code == Code::XmlSyntax;
        let at = flaw.at.min(last);
        self.break_off(at);
        let code = if at_end { Code::DataTruncated } else { flaw.code };
        (start..self.text.len(), Some((at..last.min(at + 1), code)))
    }

    /// Reads the element of the game.
    fn root(&mut self) -> Result<(), Flaw> {
        let (token, span) = self.next()?;
        let Token::Start { attributes, empty, .. } = token else {
            return Err(Flaw { at: span.start, code: Code::XmlSyntax });
        };
        self.refuse_attributes(&attributes);
        self.enter(GAME, Inner::Object(&DOCUMENT), &Tag { span, attributes, empty }, 0);
        while !self.open.is_empty() {
            let (token, span) = self.next()?;
            self.inside(token, span)?;
        }
        Ok(())
    }

    /// Takes a token that is in an element with children.
    fn inside(&mut self, token: Token, span: Range<usize>) -> Result<(), Flaw> {
        let text = self.text;
        match token {
            Token::Start { name, attributes, empty } => {
                return self.child(&text[name], &Tag { span, attributes, empty });
            }
            Token::End { name } => {
                let Some(open) = self.open.pop_if(|open| open.name.as_bytes() == &text[name]) else {
                    return Err(Flaw { at: span.start, code: Code::XmlSyntax });
                };
                self.close(&open, span.start);
            }
            Token::Doctype => self.flaw(span, Code::XmlDoctype),
            Token::Text | Token::Data { .. } => {
                let blanks = text[span.clone()].iter().take_while(|byte| is_blank(**byte)).count();
                if blanks < span.len() {
                    self.flaw(span.start + blanks..span.end, Code::XmlElement);
                }
            }
            Token::Comment | Token::Instruction { .. } => {}
        }
        Ok(())
    }

    /// Reads a child of the innermost element that is open.
    fn child(&mut self, name: &[u8], tag: &Tag) -> Result<(), Flaw> {
        let Some(inner) = self.open.last().map(|open| open.inner) else { return Ok(()) };
        let other = (name == OTHER.as_bytes()).then_some(Leaf::Named(OTHER, Shape::Json));
        let leaf = match inner {
            Inner::Object(object) => match object.member(name) {
                Some((name, Shape::Object(object))) => return self.member(name, Inner::Object(object), tag),
                Some((name, Shape::List(list))) => return self.member(name, Inner::List(list), tag),
                Some((name, Shape::Tags)) => return self.member(name, Inner::Tags, tag),
                Some((name, shape)) => Some(Leaf::Member(name, shape)),
                None => other,
            },
            Inner::Tags if name == TAG.as_bytes() => Some(Leaf::Named(TAG, Shape::Text)),
            Inner::Tags => other,
            Inner::List(list) if name == list.name.as_bytes() => {
                self.refuse_attributes(&tag.attributes);
                let start = self.separate();
                self.enter(list.name, Inner::Object(list.object), tag, start);
                if list.name == MOVE && !tag.empty {
                    self.usual_fields();
                }
                return Ok(());
            }
            Inner::List(list) if list.has_null && name == NONE.as_bytes() => Some(Leaf::Null),
            Inner::List(_) => other.map(|_| Leaf::Element),
        };
        match leaf {
            Some(leaf) => self.leaf(leaf, tag),
            None => self.leave_out(tag),
        }
    }

    /// Enters an element that is a member of an object and holds others.
    ///
    /// # Errors
    /// If too many lines stand in each other.
    fn member(&mut self, name: &'static str, inner: Inner, tag: &Tag) -> Result<(), Flaw> {
        if inner.is_line() && self.lines >= self.limits.nesting {
            return Err(Flaw { at: tag.span.start, code: Code::LimitNesting });
        }
        self.refuse_attributes(&tag.attributes);
        let start = self.separate();
        self.telling.key(name, tag.span.start);
        self.enter(name, inner, tag, start);
        Ok(())
    }
}
