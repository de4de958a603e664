//! The tag section of a game in a file that may contain VGN: the format of the rest of the game, and its start.

mod plain;

use super::lexer::{self, Lexer, Token};
use crate::dialect::label;
use crate::dialect::vgn::codes::{self, MoveFormat};
use crate::error::Code;
use crate::event::{Escapes, Event, Item, Tag, What};
use crate::limits::Limits;
use crate::step::Dialect;
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The tag section of one game, as far as it was read.
pub(in crate::game) struct ReadTags<'a> {
    block: &'a [u8],
    limits: Limits,
    /// Where the section starts.
    start: usize,
    /// Tags and what is wrong with them, in order, except for those that were told as they were read.
    pub(in crate::game) items: Vec<Item<'a>>,
    /// The comments among them.
    pub(in crate::game) comments: Vec<Item<'a>>,
    game_format: Option<Dialect>,
    format: Option<&'static MoveFormat>,
    /// Whether the formats that they name are known.
    pub(in crate::game) known: bool,
    /// Whether a limit ended them.
    pub(in crate::game) limit: bool,
    /// Where the moves start, once all were read; where the next tag is looked for before.
    pub(in crate::game) end: usize,
    /// How many there are so far.
    count: u64,
    /// Whether all were read.
    complete: bool,
    /// Whether the tags themselves are wanted.
    keeps: bool,
}

impl<'a> ReadTags<'a> {
    /// Reads the tags that start at `at`: up to the moves, to the data of a binary game, or to a second GameFormat tag, which
    /// opens another game.
    pub(in crate::game) fn read(block: &'a [u8], at: usize, limits: &Limits) -> ReadTags<'a> {
        ReadTags { items: Vec::with_capacity(24), ..ReadTags::none(block, at, limits) }.read_on()
    }

    /// The same, but only to know how the game goes on and where.
    pub(in crate::game) fn look(block: &'a [u8], at: usize, limits: &Limits) -> ReadTags<'a> {
        let none = || ReadTags { keeps: false, ..ReadTags::none(block, at, limits) };
        none().skip_plain().unwrap_or_else(|| none().read_on())
    }

    fn none(block: &'a [u8], at: usize, limits: &Limits) -> ReadTags<'a> {
        ReadTags {
            block,
            limits: *limits,
            start: at,
            items: Vec::new(),
            comments: Vec::new(),
            game_format: None,
            format: None,
            known: true,
            limit: false,
            end: at,
            count: 0,
            complete: false,
            keeps: true,
        }
    }

    /// Whether all were read.
    pub(super) fn are_complete(&self) -> bool {
        self.complete
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The same tags, all of them among the items.
    pub(super) fn again(&self) -> ReadTags<'a> {
        ReadTags::read(self.block, self.start, &self.limits)
    }

    /// What bounds the game.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Reads what is left of the section.
    pub(in crate::game) fn read_on(mut self) -> ReadTags<'a> {
        let mut lexer = Lexer::new(self.block, self.end);
        while !self.complete
            && let Some((start, token)) = lexer.next_tag()
        {
            match token {
                Token::Tag(tag) if !self.add_tag(start, &tag, lexer.at()) => break,
                Token::Comment { text, .. } if text.len() as u64 > self.limits.comment => {
                    self.stop(start, Code::LimitComment);
                    break;
                }
                Token::Comment { text, form } => {
                    let text = Cow::Borrowed(text);
                    self.comments.push(Item::event(start, Event::Comment { text, form }));
                }
                Token::Escape(text) => {
                    self.comments.push(Item::event(start, Event::Escape(Cow::Borrowed(text))));
                }
                Token::Fault(code, text) => self.add(start, What::fault(code, text)),
                _ => {}
            }
            self.end = lexer.at();
        }
        self.complete = true;
        self
    }

    /// Adds a tag, and before it what is to be said of it; `false` if the section ends before it.
    fn add_tag(&mut self, start: usize, tag: &lexer::Tag<'a>, end: usize) -> bool {
        self.count += 1;
        let is_long = (end - start) as u64 > self.limits.tag;
        if is_long || self.count > self.limits.tags {
            self.stop(start, if is_long { Code::LimitTag } else { Code::LimitTags });
            return false;
        }
        if is(tag.name, b"GameFormat") && self.game_format.is_some() {
            return false;
        }
        tag.notes.iter().for_each(|code| self.add(start, What::fault(code, tag.raw)));
        self.see(start, tag.name, tag.raw);
        if self.keeps {
            let escapes = if tag.raw.contains(&b'\\') { Escapes::Any } else { Escapes::None };
            let tag = Tag { name: Cow::Borrowed(tag.name), raw: Cow::Borrowed(tag.raw), escapes };
            self.items.push(Item::event(start, Event::Tag(tag)));
        }
        self.complete = self.format.is_some_and(|format| format.binary) && is(tag.name, b"MoveFormat");
        true
    }

    /// A limit ends the section.
    fn stop(&mut self, start: usize, code: Code) {
        self.add(start, What::fault(code, b""));
        self.limit = true;
    }

    /// Looks whether this tag says how the game goes on.
    fn see(&mut self, start: usize, name: &'a [u8], raw: &'a [u8]) {
        if !has_meaning(name) {
            return;
        }
        let value = || text::decode(raw, Encoding::Each);
        if self.keeps && NAMES.iter().any(|known| is(name, known) && name != *known) {
            self.add(start, What::fault(Code::TagCase, name));
        }
        if is(name, b"GameFormat") {
            match label::named(&value()) {
                Some(dialect) => self.game_format = Some(dialect),
                None => self.unknown(start, raw),
            }
        } else if is(name, b"MoveFormat") && self.game_format != Some(Dialect::Pgn) {
            match codes::move_format(&value()) {
                Some(format) => {
                    if format.binary && self.game_format.is_none() {
                        self.add(start, What::fault(Code::GameFormatLate, raw));
                        self.game_format = Some(Dialect::Vgn);
                    }
                    self.format = Some(format);
                }
                None if self.game_format.is_some() => self.unknown(start, raw),
                None => {}
            }
        }
    }

    fn unknown(&mut self, start: usize, raw: &'a [u8]) {
        self.known = false;
        self.game_format = Some(Dialect::Vgn);
        self.add(start, What::fault(Code::FormatUnsupported, raw));
    }

    /// Whether the game is one of PGN.
    pub(in crate::game) fn are_pgn(&self) -> bool {
        self.dialect() == Dialect::Pgn && self.known
    }

    /// How the tags speak.
    pub(in crate::game) fn dialect(&self) -> Dialect {
        self.game_format.unwrap_or_default()
    }

    /// What the moves are written in.
    pub(in crate::game) fn format(&self) -> &'static MoveFormat {
        self.format.unwrap_or(&codes::MOVE_FORMATS[0])
    }

    fn add(&mut self, start: usize, what: What<'a>) {
        if self.keeps {
            self.items.push(Item { start, what });
        }
    }
}

/// The names that mean something to VGN.
const NAMES: [&[u8]; 8] = [b"GameFormat", b"MoveFormat", b"SetUp", b"Date", b"EndDate", b"Result", b"Rules", b"Pieces"];

/// Whether a name may be one of these, told by its length and its first letter: every tag is asked.
#[inline(always)]
fn has_meaning(name: &[u8]) -> bool {
    let first = name.first().map_or(0, u8::to_ascii_lowercase);
    matches!((name.len(), first), (4, b'd') | (5, b's' | b'r') | (6, b'r' | b'p') | (7, b'e') | (10, b'g' | b'm'))
}

/// Whether a tag has this name; VGN's own are known in any case.
fn is(name: &[u8], known: &[u8]) -> bool {
    name.eq_ignore_ascii_case(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_with_a_meaning_is_looked_at() {
        for name in NAMES {
            assert!(has_meaning(name) && has_meaning(&name.to_ascii_lowercase()), "{}", name.escape_ascii());
        }
        assert!(!has_meaning(b"") && !has_meaning(b"White"));
    }
}
