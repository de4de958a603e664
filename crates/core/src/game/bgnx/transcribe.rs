//! Transcribes the games of a block to JSON: element by element, without recursion.

use crate::error::Code;
use crate::game::bgn::Transcript;
use crate::game::bgnx::frame::{self, BYTE_ORDER_MARK};
use crate::game::bgnx::json_output::{Content, JsonOutput, JsonWord};
use crate::game::bgnx::schema::{
    DATES, DOCUMENT, ElementSchema, GAME, GAMES, ListSchema, MOVE, NONE, OTHER, ObjectSchema, TAG,
};
use crate::limits::Limits;
use crate::xml::{Within, XmlFlaw, XmlToken, attribute, is_blank, token};
use alloc::vec::Vec;
use core::ops::Range;

/// Returns the next game of a block, and the text before it, which has no meaning there.
pub(super) fn transcribe(block: &[u8], at: usize, limits: &Limits) -> Option<Transcript> {
    let mut reading = Transcriber::new(block, limits);
    let (span, broken) = match reading.find_game(at) {
        Some(start) => reading.game(start),
        // No game, but perhaps something that must be reported.
        None => {
            let flaw = reading.telling.flaws.pop()?;
            reading.telling.mark(b"{}", at);
            (at..block.len(), Some(flaw))
        }
    };
    let JsonOutput { json, places, flaws } = reading.telling;
    Some(Transcript { span, json, places, flaws, broken })
}

/// Where something is broken, and what.
type Broken = (Range<usize>, Code);

impl Transcriber<'_> {
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

    /// Takes a token outside games.
    fn outside(&mut self, token: &XmlToken, span: Range<usize>) {
        let text = self.text;
        match token {
            XmlToken::Start { name, attributes, .. } if &text[name.clone()] == GAMES.as_bytes() => {
                self.refuse_attributes(attributes);
            }
            XmlToken::End { name } if &text[name.clone()] == GAMES.as_bytes() => {}
            XmlToken::Comment => {}
            XmlToken::Instruction { inside } => self.declaration(inside),
            XmlToken::Doctype => self.flaw(span, Code::XmlDoctype),
            XmlToken::Text if text[span.clone()].iter().all(|byte| is_blank(*byte)) => {}
            _ => self.flaw(span, Code::XmlElement),
        }
    }

    /// Reads the game that starts at `start`; returns where it is, and where it is broken.
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
    fn root(&mut self) -> Result<(), XmlFlaw> {
        let (token, span) = self.next()?;
        let XmlToken::Start { attributes, empty, .. } = token else {
            return Err(XmlFlaw { at: span.start, code: Code::XmlSyntax });
        };
        self.refuse_attributes(&attributes);
        self.enter(GAME, ElementKind::Object(&DOCUMENT), &StartTag { span, attributes, empty }, 0);
        while !self.open.is_empty() {
            let (token, span) = self.next()?;
            self.inside(token, span)?;
        }
        Ok(())
    }

    /// Takes a token that is in an element with children.
    fn inside(&mut self, token: XmlToken, span: Range<usize>) -> Result<(), XmlFlaw> {
        let text = self.text;
        match token {
            XmlToken::Start { name, attributes, empty } => {
                return self.child(&text[name], &StartTag { span, attributes, empty });
            }
            XmlToken::End { name } => {
                let Some(open) = self.open.pop_if(|open| open.name.as_bytes() == &text[name]) else {
                    return Err(XmlFlaw { at: span.start, code: Code::XmlSyntax });
                };
                self.close(&open, span.start);
            }
            XmlToken::Doctype => self.flaw(span, Code::XmlDoctype),
            XmlToken::Text | XmlToken::Data { .. } => {
                let blanks = text[span.clone()].iter().take_while(|byte| is_blank(**byte)).count();
                if blanks < span.len() {
                    self.flaw(span.start + blanks..span.end, Code::XmlElement);
                }
            }
            XmlToken::Comment | XmlToken::Instruction { .. } => {}
        }
        Ok(())
    }

    /// Reads a child of the innermost element that is open.
    fn child(&mut self, name: &[u8], tag: &StartTag) -> Result<(), XmlFlaw> {
        let Some(inner) = self.open.last().map(|open| open.inner) else { return Ok(()) };
        let other = (name == OTHER.as_bytes()).then_some(Leaf::Named(OTHER, ElementSchema::Json));
        let leaf = match inner {
            ElementKind::Object(object) => match object.member(name) {
                Some((name, ElementSchema::Object(object))) => {
                    return self.member(name, ElementKind::Object(object), tag);
                }
                Some((name, ElementSchema::List(list))) => return self.member(name, ElementKind::List(list), tag),
                Some((name, ElementSchema::Tags)) => return self.member(name, ElementKind::Tags, tag),
                Some((name, shape)) => Some(Leaf::Member(name, shape)),
                None => other,
            },
            ElementKind::Tags if name == TAG.as_bytes() => Some(Leaf::Named(TAG, ElementSchema::Text)),
            ElementKind::Tags => other,
            ElementKind::List(list) if name == list.name.as_bytes() => {
                self.refuse_attributes(&tag.attributes);
                let start = self.separate();
                self.enter(list.name, ElementKind::Object(list.object), tag, start);
                if list.name == MOVE && !tag.empty {
                    self.usual_fields();
                }
                return Ok(());
            }
            ElementKind::List(list) if list.has_null && name == NONE.as_bytes() => Some(Leaf::Null),
            ElementKind::List(_) => other.map(|_| Leaf::Element),
        };
        match leaf {
            Some(leaf) => self.leaf(leaf, tag),
            None => self.leave_out(tag),
        }
    }

    /// Enters an element that is a member of an object and holds others.
    ///
    /// # Errors
    /// If lines are nested too deeply.
    fn member(&mut self, name: &'static str, inner: ElementKind, tag: &StartTag) -> Result<(), XmlFlaw> {
        if inner.is_line() && self.lines >= self.limits.nesting {
            return Err(XmlFlaw { at: tag.span.start, code: Code::LimitNesting });
        }
        self.refuse_attributes(&tag.attributes);
        let start = self.separate();
        self.telling.key(name, tag.span.start);
        self.enter(name, inner, tag, start);
        Ok(())
    }
}

/// What an open element is in JSON.
#[derive(Clone, Copy)]
pub(super) enum ElementKind {
    Object(&'static ObjectSchema),
    List(&'static ListSchema),
    /// The members are tags.
    Tags,
}

impl ElementKind {
    /// Whether it is a line of moves.
    pub(super) fn is_line(self) -> bool {
        matches!(self, ElementKind::Object(object) if object.is_line())
    }
}

/// An element that is open.
pub(super) struct OpenElement {
    name: &'static str,
    inner: ElementKind,
    /// Where it starts in the output, with the separator before it.
    start: usize,
    /// Whether it holds something.
    begun: bool,
}

/// A start tag: where it is, and whether it ends its element, too.
#[derive(Clone, Debug)]
pub(super) struct StartTag {
    span: Range<usize>,
    attributes: Range<usize>,
    empty: bool,
}

/// A game on its way.
pub(super) struct Transcriber<'b> {
    block: &'b [u8],
    /// The block up to where the game ends at the latest.
    text: &'b [u8],
    at: usize,
    limits: &'b Limits,
    telling: JsonOutput,
    open: Vec<OpenElement>,
    /// How many lines are open.
    lines: u64,
}

impl<'b> Transcriber<'b> {
    pub(super) fn new(block: &'b [u8], limits: &'b Limits) -> Transcriber<'b> {
        Transcriber { block, text: block, at: 0, limits, telling: JsonOutput::default(), open: Vec::new(), lines: 0 }
    }

    /// Reports something that has no meaning in its place.
    #[cold]
    pub(super) fn flaw(&mut self, part: Range<usize>, code: Code) {
        self.telling.flaws.push((part, code));
    }

    /// The next token, and its place.
    ///
    /// # Errors
    /// If the game ends before it, or there is no valid token.
    pub(super) fn next(&mut self) -> Result<(XmlToken, Range<usize>), XmlFlaw> {
        let start = self.at;
        let Some((token, end)) = token(self.text, start)? else {
            return Err(XmlFlaw { at: self.text.len(), code: Code::XmlSyntax });
        };
        self.at = end;
        Ok((token, start..end))
    }

    /// Emits the text between two members or elements, if there is any; returns where it starts.
    pub(super) fn separate(&mut self) -> usize {
        let start = self.telling.json.len();
        if let Some(open) = self.open.last_mut()
            && core::mem::replace(&mut open.begun, true)
        {
            self.telling.json.push(b',');
        }
        start
    }

    /// Takes back the last output, so `begun` has its earlier value again.
    pub(super) fn unseparate(&mut self, begun: bool) {
        if let Some(open) = self.open.last_mut() {
            open.begun = begun;
        }
    }

    /// Whether the innermost element holds something.
    pub(super) fn has_begun(&self) -> bool {
        self.open.last().is_some_and(|open| open.begun)
    }

    /// Enters an element that holds others; its output starts at `start`.
    pub(super) fn enter(&mut self, name: &'static str, inner: ElementKind, tag: &StartTag, start: usize) {
        self.lines += u64::from(inner.is_line());
        self.telling.mark(if matches!(inner, ElementKind::List(_)) { b"[" } else { b"{" }, tag.span.start);
        let open = OpenElement { name, inner, start, begun: false };
        if tag.empty {
            self.close(&open, tag.span.start);
        } else {
            self.open.push(open);
        }
    }

    /// An element ends that held others.
    pub(super) fn close(&mut self, open: &OpenElement, place: usize) {
        self.lines = self.lines.saturating_sub(u64::from(open.inner.is_line()));
        self.telling.mark(if matches!(open.inner, ElementKind::List(_)) { b"]" } else { b"}" }, place);
    }

    /// Closes everything that is open when the rest of the game cannot be read. A move that is not whole is left out,
    /// and so is what else is in an array without one.
    pub(super) fn break_off(&mut self, place: usize) {
        let elements: Vec<usize> =
            (1..self.open.len()).filter(|at| matches!(self.open[at - 1].inner, ElementKind::List(_))).collect();
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

    /// Reports an element that has no meaning in its place, and reads to its end.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn leave_out(&mut self, tag: &StartTag) -> Result<(), XmlFlaw> {
        self.flaw(tag.span.clone(), Code::XmlElement);
        if tag.empty { Ok(()) } else { self.skip() }
    }

    /// Reads to the end of an element whose start tag was read.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn skip(&mut self) -> Result<(), XmlFlaw> {
        let mut open = 1u64;
        while open > 0 {
            let (token, span) = self.next()?;
            match token {
                XmlToken::Start { empty: false, .. } => open += 1,
                XmlToken::End { .. } => open -= 1,
                XmlToken::Doctype => self.flaw(span, Code::XmlDoctype),
                _ => {}
            }
        }
        Ok(())
    }
}

/// What an element is that holds a text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leaf {
    /// The member with this key.
    Member(&'static str, ElementSchema),
    /// A member whose key is its attribute `name`; the element has this name.
    Named(&'static str, ElementSchema),
    /// An element of an array, as JSON.
    Element,
    /// `null`.
    Null,
}

impl Leaf {
    /// The name of the element, and what it holds.
    fn parts(self) -> (&'static str, ElementSchema) {
        match self {
            Leaf::Member(name, shape) | Leaf::Named(name, shape) => (name, shape),
            Leaf::Element => (OTHER, ElementSchema::Json),
            Leaf::Null => (NONE, ElementSchema::Text),
        }
    }
}

/// What the text of an element cannot be.
enum Refused {
    /// The game cannot be read on.
    Broken(XmlFlaw),
    /// The element is left out, for this reason.
    Left(Range<usize>, Code),
}

impl From<XmlFlaw> for Refused {
    fn from(flaw: XmlFlaw) -> Refused {
        Refused::Broken(flaw)
    }
}

impl Transcriber<'_> {
    /// Reads an element that holds a text. If it is invalid, this is reported and it is left out.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn leaf(&mut self, leaf: Leaf, tag: &StartTag) -> Result<(), XmlFlaw> {
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

    fn tell_leaf(&mut self, leaf: Leaf, tag: &StartTag) -> Result<(), Refused> {
        let (name, shape) = leaf.parts();
        let attributes = self.take_attributes(&tag.attributes, matches!(leaf, Leaf::Named(..)));
        let mut left = None;
        match leaf {
            Leaf::Member(key, _) => self.telling.key(key, tag.span.start),
            Leaf::Named(..) => left = self.tell_key(attributes.name, attributes.json, tag),
            Leaf::Element | Leaf::Null => {}
        }
        let at = self.telling.json.len();
        if let ElementSchema::Dates = shape {
            return Ok(self.tell_dates(name, tag)?);
        }
        // The text of an element that holds JSON anyway needs no attribute for that.
        let is_json = matches!(shape, ElementSchema::Json) || attributes.json;
        self.tell_text(name, tag, if is_json { Content::Json } else { Content::String })?;
        if let Some((part, code)) = left {
            return Err(Refused::Left(part, code));
        }
        if is_json {
            let string = !matches!(shape, ElementSchema::Json);
            let wrong = |place: usize| Refused::Left(place..self.at.min(place + 1), Code::JsonSyntax);
            return self.telling.hold_json(at, string).map_err(wrong);
        }
        match (leaf, shape) {
            (Leaf::Null, _) if self.telling.json.len() == at + 2 => {
                self.telling.take_back(at);
                self.telling.mark(b"null", tag.span.start);
            }
            (Leaf::Null, _) => return Err(Refused::Left(tag.span.end..self.at, Code::XmlElement)),
            (_, ElementSchema::Number) => self.telling.make_word(at, JsonWord::Number),
            (_, ElementSchema::Flag) => self.telling.make_word(at, JsonWord::Flag),
            (_, ElementSchema::Nag) => self.telling.make_word(at, JsonWord::Nag),
            _ => {}
        }
        Ok(())
    }

    /// Transcribes the key of a member from an attribute; returns its fault. With the attribute `json`, a name
    /// that starts with a quote is a string of JSON.
    fn tell_key(&mut self, name: Option<Range<usize>>, json: bool, tag: &StartTag) -> Option<(Range<usize>, Code)> {
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

    /// Transcribes the content of the element of this name, up to its end tag.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn tell_text(&mut self, name: &str, tag: &StartTag, content: Content) -> Result<(), XmlFlaw> {
        let quote: &[u8] = if content == Content::String { b"\"" } else { b"" };
        self.telling.mark(quote, tag.span.end);
        let end = if tag.empty { tag.span.end } else { self.tell_inside(name, content)? };
        self.telling.mark(quote, end);
        Ok(())
    }

    /// The same without quotes; returns where the end tag starts.
    fn tell_inside(&mut self, name: &str, content: Content) -> Result<usize, XmlFlaw> {
        loop {
            let (token, span) = self.next()?;
            let text = self.text;
            match token {
                XmlToken::Text => self.telling.content(text, span, (Within::Element, content)),
                XmlToken::Data { inside } => self.telling.content(text, inside, (Within::Data, content)),
                XmlToken::Start { attributes, empty, .. } => self.leave_out(&StartTag { span, attributes, empty })?,
                XmlToken::Doctype => self.flaw(span, Code::XmlDoctype),
                XmlToken::Comment | XmlToken::Instruction { .. } => {}
                XmlToken::End { name: ends } if &text[ends.clone()] == name.as_bytes() => return Ok(span.start),
                XmlToken::End { .. } => return Err(XmlFlaw { at: span.start, code: Code::XmlSyntax }),
            }
        }
    }
}

/// The attributes of an element that mean something.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    /// What is in the quotes of `name`.
    name: Option<Range<usize>>,
    /// Whether there is `json="true"`.
    json: bool,
}

/// Prefixes of attributes that have nothing to do with a game: where the schema is, and the like.
const BESIDE: [&[u8]; 3] = [b"xml:", b"xmlns:", b"xsi:"];

impl Transcriber<'_> {
    /// Takes the attributes of an element. Those without a meaning there are reported.
    pub(super) fn take_attributes(&mut self, span: &Range<usize>, named: bool) -> Attributes {
        let mut found = Attributes::default();
        self.each_attribute(span, |name, text, value| match name {
            b"name" if named && found.name.is_none() => {
                found.name = Some(value);
                true
            }
            b"json" if !found.json => {
                found.json = &text[value] == b"true";
                found.json
            }
            _ => false,
        });
        found
    }

    /// Takes the attributes of an element that cannot have any.
    pub(super) fn refuse_attributes(&mut self, span: &Range<usize>) {
        self.each_attribute(span, |_, _, _| false);
    }

    /// Iterates over attributes; `take` returns whether it could take one.
    fn each_attribute(&mut self, span: &Range<usize>, mut take: impl FnMut(&[u8], &[u8], Range<usize>) -> bool) {
        let (text, mut at) = (self.text, span.start);
        while let Ok(Some(found)) = attribute(text, at) {
            let name = &text[found.name.clone()];
            let beside = BESIDE.iter().any(|prefix| name.starts_with(prefix));
            if !beside && !take(name, text, found.value) {
                self.flaw(found.name.start..found.end, Code::XmlElement);
            }
            at = found.end;
        }
    }

    /// Reads an instruction if it is the XML declaration: all is read as UTF-8.
    pub(super) fn declaration(&mut self, inside: &Range<usize>) {
        let text = self.text;
        let Some(b"xml") = text[inside.clone()].split(u8::is_ascii_whitespace).next() else { return };
        let mut at = inside.start + b"xml".len();
        while let Ok(Some(found)) = attribute(text, at) {
            let value = &text[found.value.clone()];
            let known = [&b"utf-8"[..], b"utf8", b"us-ascii", b"ascii"];
            if &text[found.name] == b"encoding" && !known.iter().any(|known| known.eq_ignore_ascii_case(value)) {
                self.flaw(found.value, Code::XmlEncoding);
            }
            at = found.end;
        }
    }
}

/// Where each of the two dates was found.
type DateSpans = [Option<Range<usize>>; 2];

impl Transcriber<'_> {
    /// Transcribes the dates of the element of this name, the first one first, in any order of the source.
    ///
    /// # Errors
    /// If it does not end.
    pub(super) fn tell_dates(&mut self, name: &str, tag: &StartTag) -> Result<(), XmlFlaw> {
        self.telling.mark(b"[", tag.span.start);
        let mut found = [None, None];
        if !tag.empty {
            self.find_dates(name, &mut found)?;
        }
        if let [Some(from), Some(until)] = found
            && until.start < from.start
        {
            let (start, place) = (until.start, self.telling.places.of(until.start));
            let dates = [from, until].map(|date| Vec::from(&self.telling.json[date]));
            self.telling.take_back(start);
            self.telling.mark(&dates.join(&b','), place);
        }
        self.telling.json.push(b']');
        Ok(())
    }

    fn find_dates(&mut self, name: &str, found: &mut DateSpans) -> Result<(), XmlFlaw> {
        loop {
            let (token, span) = self.next()?;
            let text = self.text;
            match token {
                XmlToken::Start { name, attributes, empty } => {
                    self.take_date(&text[name], &StartTag { span, attributes, empty }, found)?;
                }
                XmlToken::End { name: ends } if &text[ends.clone()] == name.as_bytes() => return Ok(()),
                XmlToken::End { .. } => return Err(XmlFlaw { at: span.start, code: Code::XmlSyntax }),
                XmlToken::Text if text[span.clone()].iter().all(|byte| is_blank(*byte)) => {}
                XmlToken::Comment | XmlToken::Instruction { .. } => {}
                XmlToken::Doctype => self.flaw(span, Code::XmlDoctype),
                XmlToken::Text | XmlToken::Data { .. } => self.flaw(span, Code::XmlElement),
            }
        }
    }

    /// Transcribes a date if it is one of the two and was not found before.
    fn take_date(&mut self, name: &[u8], tag: &StartTag, found: &mut DateSpans) -> Result<(), XmlFlaw> {
        let which = DATES.iter().position(|known| known.as_bytes() == name);
        let Some(which) = which.filter(|which| found[*which].is_none()) else { return self.leave_out(tag) };
        if *found != [None, None] {
            self.telling.json.push(b',');
        }
        self.refuse_attributes(&tag.attributes);
        let start = self.telling.json.len();
        self.tell_text(DATES[which], tag, Content::String)?;
        found[which] = Some(start..self.telling.json.len());
        Ok(())
    }
}

/// What nearly every move starts with, where a blank is for a letter or a digit.
const USUAL: &[u8; 26] = b"<p> </p><f>  </f><t>  </t>";
/// Each of these fields: where its element starts, its key in the output, and where its text starts and ends.
const FIELDS: [(usize, &str, usize, usize); 3] = [(0, "p", 3, 4), (8, "f", 11, 13), (17, "t", 20, 22)];

impl Transcriber<'_> {
    /// Reads `<p>P</p><f>e2</f><t>e4</t>` if that follows the start tag of a move. The output is the same as element
    /// by element.
    pub(super) fn usual_fields(&mut self) {
        let start = self.at;
        let Some(bytes) = self.text.get(start..).and_then(|rest| rest.first_chunk::<{ USUAL.len() }>()) else { return };
        let fits = |(byte, usual): (&u8, &u8)| byte == usual || *usual == b' ' && byte.is_ascii_alphanumeric();
        if !bytes.iter().zip(USUAL).all(fits) {
            return;
        }
        for (element, key, from, to) in FIELDS {
            self.separate();
            self.telling.key(key, start + element);
            self.telling.mark(b"\"", start + from);
            self.telling.mark(&bytes[from..to], start + from);
            self.telling.mark(b"\"", start + to);
        }
        self.at += USUAL.len();
    }
}
