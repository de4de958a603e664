//! The tag section of a game in a file that may hold VGN: how the game goes on, and where.

use super::lexer::{Lexer, Token};
use crate::dialect::label;
use crate::dialect::vgn::codes::{self, MoveFormat};
use crate::error::Code;
use crate::event::{Escapes, Event, Item, Tag, What};
use crate::limits::Limits;
use crate::step::Dialect;
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The tag section of one game.
pub(in crate::game) struct ReadTags<'a> {
    /// Tags and what is wrong with them, in order.
    pub(in crate::game) items: Vec<Item<'a>>,
    /// The comments among them.
    pub(in crate::game) comments: Vec<Item<'a>>,
    game_format: Option<Dialect>,
    format: Option<&'static MoveFormat>,
    /// Whether the formats that they name are known.
    pub(in crate::game) known: bool,
    /// Whether a limit ended them.
    pub(in crate::game) limit: bool,
    /// Where the moves start.
    pub(in crate::game) end: usize,
    /// Whether the tags themselves are wanted.
    keeps: bool,
}

impl<'a> ReadTags<'a> {
    /// Reads the tags that start at `at`: up to the moves, to the data of a binary game, or to a second GameFormat tag, which
    /// opens another game.
    pub(in crate::game) fn read(block: &'a [u8], at: usize, limits: &Limits) -> ReadTags<'a> {
        ReadTags::read_so(block, at, limits, true)
    }

    /// The same, but only to know how the game goes on and where.
    pub(in crate::game) fn look(block: &'a [u8], at: usize, limits: &Limits) -> ReadTags<'a> {
        ReadTags::read_so(block, at, limits, false)
    }

    fn read_so(block: &'a [u8], at: usize, limits: &Limits, keeps: bool) -> ReadTags<'a> {
        let mut lexer = Lexer::new(block, at);
        let mut tags = ReadTags {
            keeps,
            items: Vec::with_capacity(if keeps { 24 } else { 0 }),
            comments: Vec::new(),
            game_format: None,
            format: None,
            known: true,
            limit: false,
            end: at,
        };
        let mut count = 0;
        while let Some((start, token)) = lexer.next_tag() {
            let length = (lexer.at() - start) as u64;
            match token {
                Token::Tag(tag) => {
                    count += 1;
                    if length > limits.tag || count > limits.tags {
                        let code = if length > limits.tag { Code::LimitTag } else { Code::LimitTags };
                        tags.add(start, What::Fault(code, b""));
                        tags.limit = true;
                        break;
                    }
                    if is(tag.name, b"GameFormat") && tags.game_format.is_some() {
                        break;
                    }
                    if !tag.notes.is_empty() {
                        tag.notes.iter().for_each(|code| tags.add(start, What::Fault(code, tag.raw)));
                    }
                    tags.see(start, tag.name, tag.raw);
                    if keeps {
                        let escapes = if tag.raw.contains(&b'\\') { Escapes::Any } else { Escapes::None };
                        let tag = Tag { name: Cow::Borrowed(tag.name), raw: Cow::Borrowed(tag.raw), escapes };
                        tags.items.push(Item::event(start, Event::Tag(tag)));
                    }
                    if tags.format.is_some_and(|format| format.binary) && is(tag.name, b"MoveFormat") {
                        tags.end = lexer.at();
                        return tags;
                    }
                }
                Token::Comment { text, form } => {
                    if text.len() as u64 > limits.comment {
                        tags.add(start, What::Fault(Code::LimitComment, b""));
                        tags.limit = true;
                        break;
                    }
                    let text = Cow::Borrowed(text);
                    tags.comments.push(Item::event(start, Event::Comment { text, form }));
                }
                Token::Escape(text) => {
                    tags.comments.push(Item::event(start, Event::Escape(Cow::Borrowed(text))));
                }
                Token::Fault(code, text) => tags.add(start, What::Fault(code, text)),
                _ => {}
            }
            tags.end = lexer.at();
        }
        tags
    }

    /// Looks whether this tag says how the game goes on.
    fn see(&mut self, start: usize, name: &'a [u8], raw: &'a [u8]) {
        if !matches!(name.len(), 4..=7 | 10) {
            return;
        }
        let value = || text::decode(raw, Encoding::Each);
        if self.keeps && NAMES.iter().any(|known| is(name, known) && name != *known) {
            self.add(start, What::Fault(Code::TagCase, name));
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
                        self.add(start, What::Fault(Code::GameFormatLate, raw));
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
        self.add(start, What::Fault(Code::FormatUnsupported, raw));
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

/// Whether a tag has this name; VGN's own are known in any case.
fn is(name: &[u8], known: &[u8]) -> bool {
    name.eq_ignore_ascii_case(known)
}
