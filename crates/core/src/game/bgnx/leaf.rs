//! Elements that hold a text: strings, numbers and JSON.

use super::shapes::{NONE, OTHER, Shape};
use super::state::{Reading, Tag};
use super::telling::{Content, Word};
use crate::error::Code;
use crate::xml::{Flaw, Token, Within};
use core::ops::Range;

/// What an element is that holds a text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leaf {
    /// The member with this key.
    Member(&'static str, Shape),
    /// A member whose key is its attribute `name`; the element has this name.
    Named(&'static str, Shape),
    /// An element of an array, as JSON.
    Element,
    /// `null`.
    Null,
}

impl Leaf {
    /// The name of the element, and what it holds.
    fn parts(self) -> (&'static str, Shape) {
        match self {
            Leaf::Member(name, shape) | Leaf::Named(name, shape) => (name, shape),
            Leaf::Element => (OTHER, Shape::Json),
            Leaf::Null => (NONE, Shape::Text),
        }
    }
}

/// What the text of an element cannot be.
enum Refused {
    /// The game cannot be read on.
    Broken(Flaw),
    /// The element is left out, for this reason.
    Left(Range<usize>, Code),
}

impl From<Flaw> for Refused {
    fn from(flaw: Flaw) -> Refused {
        Refused::Broken(flaw)
    }
}

impl Reading<'_> {
    /// Reads an element that holds a text. What is wrong with it is told, and then it is left out.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn leaf(&mut self, leaf: Leaf, tag: &Tag) -> Result<(), Flaw> {
        let (start, begun) = (self.telling.json.len(), self.has_begun());
        self.separate();
        let refused = match self.tell_leaf(leaf, tag) {
            Ok(()) => return Ok(()),
            Err(refused) => refused,
        };
        self.telling.take_back(start);
        self.unseparate(begun);
        match refused {
            Refused::Broken(flaw) => Err(flaw),
            Refused::Left(part, code) => {
                self.flaw(part, code);
                Ok(())
            }
        }
    }

    fn tell_leaf(&mut self, leaf: Leaf, tag: &Tag) -> Result<(), Refused> {
        let (name, shape) = leaf.parts();
        let attributes = self.take_attributes(&tag.attributes, matches!(leaf, Leaf::Named(..)));
        let mut left = None;
        match leaf {
            Leaf::Member(key, _) => self.telling.key(key, tag.span.start),
            Leaf::Named(..) => left = self.tell_key(attributes.name, attributes.json, tag),
            Leaf::Element | Leaf::Null => {}
        }
        let at = self.telling.json.len();
        if let Shape::Dates = shape {
            return Ok(self.tell_dates(name, tag)?);
        }
        // The text of an element that holds JSON anyway needs no attribute for that.
        let is_json = matches!(shape, Shape::Json) || attributes.json;
        self.tell_text(name, tag, if is_json { Content::Json } else { Content::String })?;
        if let Some((part, code)) = left {
            return Err(Refused::Left(part, code));
        }
        if is_json {
            let string = !matches!(shape, Shape::Json);
            let wrong = |place: usize| Refused::Left(place..self.at.min(place + 1), Code::JsonSyntax);
            return self.telling.hold_json(at, string).map_err(wrong);
        }
        match (leaf, shape) {
            (Leaf::Null, _) if self.telling.json.len() == at + 2 => {
                self.telling.take_back(at);
                self.telling.mark(b"null", tag.span.start);
            }
            (Leaf::Null, _) => return Err(Refused::Left(tag.span.end..self.at, Code::XmlElement)),
            (_, Shape::Number) => self.telling.make_word(at, Word::Number),
            (_, Shape::Flag) => self.telling.make_word(at, Word::Flag),
            (_, Shape::Nag) => self.telling.make_word(at, Word::Nag),
            _ => {}
        }
        Ok(())
    }

    /// Tells the key of a member from an attribute; returns what is wrong with it. Where the attribute `json` is there, a name
    /// that starts with a quote is a string of JSON.
    fn tell_key(&mut self, name: Option<Range<usize>>, json: bool, tag: &Tag) -> Option<(Range<usize>, Code)> {
        let Some(name) = name else { return Some((tag.span.clone(), Code::XmlElement)) };
        let at = self.telling.json.len();
        let text = self.text;
        self.telling.content(text, name.clone(), (Within::Attribute, Content::Json));
        if !json || self.telling.json.get(at) != Some(&b'"') {
            self.telling.take_back(at);
            self.telling.mark(b"\"", name.start);
            self.telling.content(text, name.clone(), (Within::Attribute, Content::String));
            self.telling.mark(b"\"", name.end);
        } else if let Err(place) = self.telling.hold_json(at, true) {
            return Some((place..name.end, Code::JsonSyntax));
        }
        self.telling.json.push(b':');
        None
    }

    /// Tells what stands in the element of this name, up to its end tag.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn tell_text(&mut self, name: &str, tag: &Tag, content: Content) -> Result<(), Flaw> {
        let quote: &[u8] = if content == Content::String { b"\"" } else { b"" };
        self.telling.mark(quote, tag.span.end);
        let end = if tag.empty { tag.span.end } else { self.tell_inside(name, content)? };
        self.telling.mark(quote, end);
        Ok(())
    }

    /// The same without quotes; returns where the end tag starts.
    fn tell_inside(&mut self, name: &str, content: Content) -> Result<usize, Flaw> {
        loop {
            let (token, span) = self.next()?;
            let text = self.text;
            match token {
                Token::Text => self.telling.content(text, span, (Within::Element, content)),
                Token::Data { inside } => self.telling.content(text, inside, (Within::Data, content)),
                Token::Start { attributes, empty, .. } => self.leave_out(&Tag { span, attributes, empty })?,
                Token::Doctype => self.flaw(span, Code::XmlDoctype),
                Token::Comment | Token::Instruction { .. } => {}
                Token::End { name: ends } if &text[ends.clone()] == name.as_bytes() => return Ok(span.start),
                Token::End { .. } => return Err(Flaw { at: span.start, code: Code::XmlSyntax }),
            }
        }
    }
}
