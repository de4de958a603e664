//! The games of a file that may hold VGN and PGN, one after another: each game's tags say how it goes on.

use super::binary::Units;
use super::codes::{self, MoveFormat};
use super::lexer::{Lexer, Token};
use super::text::Text;
use crate::error::Code;
use crate::game::{Dialect, Event, GameReader, Item, What, pgn};
use crate::limits::Limits;
use crate::notation::MoveNotation;
use crate::rules::Position;
use crate::text::{self, Encoding};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

/// Reads the games of a block, which starts where a game starts.
pub struct Reader<'a> {
    block: &'a [u8],
    limits: Limits,
    /// Where the game starts, and where it ends once everything of it was told.
    start: usize,
    end: usize,
    /// What is told before the moves: tags, then the comments before them; the next one last.
    head: Vec<Item<'a>>,
    dialect: Dialect,
    format: &'static MoveFormat,
    encoding: Option<Encoding>,
    section: Section<'a>,
    trailing: Vec<&'a [u8]>,
    /// Whether the block ends within a game because that is longer than the limit.
    cut_short: bool,
    /// Whether nothing more of the block can be read.
    unframed: bool,
    /// Whether the formats that the tags name are known.
    known: bool,
}

/// A move that stands where moves stand, with a number before it or none.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a> {
    /// The number, and whether it is Black's.
    pub number: Option<(u32, bool)>,
    /// Where the word starts.
    pub start: usize,
    /// The move.
    pub word: &'a [u8],
}

/// How the game goes on behind its tags.
enum Section<'a> {
    /// Everything was told.
    Over,
    /// A game of PGN, and how far from the block's start its reader begins.
    Pgn(Box<pgn::Reader<'a>>, usize),
    Text(Box<Text<'a>>),
    Binary(Units<'a>),
    /// A game in a format that is not known, whose moves are skipped.
    Unknown,
}

impl<'a> Reader<'a> {
    /// Reads `block`.
    pub fn new(block: &'a [u8], limits: &Limits) -> Reader<'a> {
        Reader {
            block,
            limits: *limits,
            start: 0,
            end: 0,
            head: Vec::new(),
            dialect: Dialect::Pgn,
            format: &codes::MOVE_FORMATS[0],
            encoding: None,
            section: Section::Over,
            trailing: Vec::new(),
            cut_short: false,
            unframed: false,
            known: true,
        }
    }

    /// Reads the tags of the game that starts here and opens its moves.
    fn open(&mut self) {
        let tags = Tags::read(self.block, self.start, &self.limits);
        self.dialect = tags.dialect();
        self.known = tags.known;
        if self.dialect == Dialect::Pgn && tags.known {
            let mut reader = pgn::Reader::new(self.block.get(self.start..).unwrap_or_default(), &self.limits);
            if self.cut_short {
                reader = reader.cut_short();
            }
            reader.next_game();
            self.encoding = Some(encoding_of(&reader));
            self.section = Section::Pgn(Box::new(reader), self.start);
            self.format = &codes::MOVE_FORMATS[0];
            return;
        }
        self.encoding = Some(Encoding::Each);
        self.format = tags.format();
        self.section = match (tags.known, tags.limit) {
            (_, true) | (false, _) => Section::Unknown,
            (true, false) if self.format.binary => {
                Section::Binary(Units::new(self.block, tags.end, self.format, &self.limits))
            }
            (true, false) => Section::Text(Box::new(Text::new(self.block, tags.end, self.format.moves, &self.limits))),
        };
        self.end = tags.end;
        self.head = tags.items;
        if let Section::Binary(units) = &mut self.section {
            units.add_tags(&mut self.head);
        }
        self.head.extend(tags.comments);
        self.head.reverse();
    }

    /// The next move where it is plain, and so is what follows it; nothing is read.
    #[inline]
    pub fn peek_plain(&self) -> Option<Plain<'a>> {
        if !self.head.is_empty() {
            return None;
        }
        match &self.section {
            Section::Text(text) => text.peek_plain(),
            Section::Binary(units) => units.peek_plain(),
            _ => None,
        }
    }

    /// Reads it.
    #[inline]
    pub fn accept_plain(&mut self, plain: &Plain<'a>) {
        match &mut self.section {
            Section::Text(text) => text.accept_plain(plain),
            Section::Binary(units) => units.accept_plain(),
            _ => {}
        }
    }

    /// What a game whose moves cannot be read ends with.
    fn skip_unknown(&mut self) {
        self.section = Section::Over;
        if self.known {
            // A limit ended its tags; another game starts with the next line that opens one.
            self.end = Lexer::next_bracket_line(self.block, self.end).unwrap_or(self.block.len());
            return;
        }
        // Moves in a format that nobody knows may be bytes of any kind: what is behind them cannot be told from them.
        self.head.push(Item { start: self.end, what: What::Fault(Code::Unframed, b"") });
        self.unframed = true;
        self.end = self.block.len();
    }

    /// The next of what follows the tags.
    #[inline]
    fn next_of_moves(&mut self) -> Option<Item<'a>> {
        let item = match &mut self.section {
            Section::Over => return None,
            Section::Text(text) => text.next(),
            Section::Binary(units) => units.next(),
            Section::Pgn(reader, base) => reader.next_event().map(|item| Item { start: item.start + *base, ..item }),
            Section::Unknown => None,
        };
        if item.is_none() {
            self.close();
        }
        item.or_else(|| self.head.pop())
    }

    /// Everything of the moves was told.
    #[inline(never)]
    fn close(&mut self) {
        match &self.section {
            Section::Over => return,
            Section::Text(text) => self.end = text.end(),
            Section::Pgn(reader, base) => self.end = reader.span().end + base,
            Section::Unknown => return self.skip_unknown(),
            Section::Binary(units) => match units.end() {
                Some(end) => {
                    self.end = end;
                    if let Some(termination) = units.result() {
                        self.head.push(Item { start: end, what: What::Event(Event::Termination(termination)) });
                    }
                }
                None if self.cut_short => {
                    self.unframed = true;
                    self.end = self.block.len();
                }
                None => {
                    self.unframed = true;
                    self.end = self.block.len();
                    let rest = units.at();
                    self.head.push(Item { start: rest, what: What::Fault(Code::Unframed, b"") });
                }
            },
        }
        let is_vgn = !matches!(self.section, Section::Pgn(..));
        self.section = Section::Over;
        if is_vgn && self.cut_short && self.end >= self.block.len() {
            self.head.push(Item { start: self.block.len(), what: What::Fault(Code::LimitGame, b"") });
        }
    }
}

/// How the bytes of a PGN game are to be read.
fn encoding_of(reader: &pgn::Reader<'_>) -> Encoding {
    let mut ahead = reader.clone();
    ahead.skip();
    Encoding::of(ahead.text())
}

impl<'a> GameReader<'a> for Reader<'a> {
    fn next_game(&mut self) -> bool {
        while self.next_event().is_some() {}
        self.start = self.end;
        if self.unframed {
            return false;
        }
        match super::frame::is_another(self.block, self.start) {
            Ok(()) => {
                self.open();
                true
            }
            Err(comments) => {
                self.trailing = comments;
                self.start = self.block.len();
                self.end = self.start;
                false
            }
        }
    }

    #[inline]
    fn next_event(&mut self) -> Option<Item<'a>> {
        if let Some(item) = self.head.pop() {
            return Some(item);
        }
        self.next_of_moves()
    }

    fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    fn notation(&self) -> &'static dyn MoveNotation {
        self.format.notation()
    }

    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn encoding(&self) -> Option<Encoding> {
        self.encoding
    }

    fn starts_at(&mut self, position: &Position) {
        if let Section::Text(text) = &mut self.section {
            text.starts_at(position);
        }
    }

    fn has_marker(&self) -> bool {
        !self.format.binary
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
    }

    fn trailing(&self) -> &[&'a [u8]] {
        &self.trailing
    }
}

/// The tag section of one game.
pub(super) struct Tags<'a> {
    /// Tags and what is wrong with them, in order.
    items: Vec<Item<'a>>,
    /// The comments among them.
    comments: Vec<Item<'a>>,
    game_format: Option<Dialect>,
    format: Option<&'static MoveFormat>,
    /// Whether the formats that they name are known.
    pub(super) known: bool,
    /// Whether a limit ended them.
    pub(super) limit: bool,
    /// Where the moves start.
    pub(super) end: usize,
    /// Whether the tags themselves are wanted.
    keeps: bool,
}

impl<'a> Tags<'a> {
    /// Reads the tags that start at `at`: up to the moves, to the data of a binary game, or to a second GameFormat tag, which
    /// opens another game.
    pub(super) fn read(block: &'a [u8], at: usize, limits: &Limits) -> Tags<'a> {
        Tags::read_so(block, at, limits, true)
    }

    /// The same, but only to know how the game goes on and where.
    pub(super) fn look(block: &'a [u8], at: usize, limits: &Limits) -> Tags<'a> {
        Tags::read_so(block, at, limits, false)
    }

    fn read_so(block: &'a [u8], at: usize, limits: &Limits, keeps: bool) -> Tags<'a> {
        let mut lexer = Lexer::new(block, at);
        let mut tags = Tags {
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
                    let escaped = keeps && tag.raw.contains(&b'\\');
                    tags.add(start, What::Event(Event::TagValue { name: tag.name, value: tag.raw, escaped }));
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
                    let comment = What::Event(Event::Comment { text, form });
                    tags.comments.push(Item { start, what: comment });
                }
                Token::Escape(text) => {
                    tags.comments.push(Item { start, what: What::Event(Event::Escape(text)) });
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
            match codes::game_format(&value()) {
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

    /// How the tags speak.
    pub(super) fn dialect(&self) -> Dialect {
        self.game_format.unwrap_or_default()
    }

    /// What the moves are written in.
    pub(super) fn format(&self) -> &'static MoveFormat {
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
