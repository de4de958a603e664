//! The games of a file that may hold VGN and PGN, one after another: each game's tags say how it goes on.

use super::binary::Units;
use super::lexer::Lexer;
use super::plain::Plain;
use super::tags::Tags;
use super::text::Text;
use crate::dialect::vgn::codes::{self, MoveFormat};
use crate::error::Code;
use crate::event::{Event, Item};
use crate::game::pgn;
use crate::limits::Limits;
use crate::notation::{self, MoveNotation};
use crate::read::{Encoded, GameReader, Player, Record, WrittenMove};
use crate::rules::{Color, Position};
use crate::step::{Dialect, Sink};
use crate::text::Encoding;
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
    encoding: Encoding,
    section: Section<'a>,
    trailing: Vec<&'a [u8]>,
    /// Whether the block ends within a game because that is longer than the limit.
    cut_short: bool,
    /// Whether nothing more of the block can be read.
    unframed: bool,
    /// Whether the formats that the tags name are known.
    known: bool,
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
            encoding: Encoding::Utf8,
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
                GameReader::cut_short(&mut reader);
            }
            reader.next_game();
            self.encoding = reader.encoding(false).encoding;
            self.section = Section::Pgn(Box::new(reader), self.start);
            self.format = &codes::MOVE_FORMATS[0];
            return;
        }
        self.encoding = Encoding::Each;
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
        self.head.push(Item::fault(self.end, Code::Unframed, b""));
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
                        self.head.push(Item::event(end, Event::Termination(termination)));
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
                    self.head.push(Item::fault(rest, Code::Unframed, b""));
                }
            },
        }
        let is_vgn = !matches!(self.section, Section::Pgn(..));
        self.section = Section::Over;
        if is_vgn && self.cut_short && self.end >= self.block.len() {
            self.head.push(Item::fault(self.block.len(), Code::LimitGame, b""));
        }
    }
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

    #[inline]
    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        notation::other_than_san(self.format.notation())
    }

    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn encoding(&self, _utf8: bool) -> Encoded {
        self.encoding.into()
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

    #[inline(never)]
    fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        let Some(notation) = player.notation() else { return };
        while player.is_running() {
            let Some(plain) = self.peek_plain() else { return };
            let position = player.position();
            let numbered = (position.fullmove(), position.turn() == Color::Black);
            if plain.number.is_some_and(|number| number != numbered) {
                return;
            }
            let Some(named) = notation.plain(position, plain.word) else { return };
            self.accept_plain(&plain);
            player.play(WrittenMove { start: plain.start, word: plain.word }, named, record, sink);
        }
    }
}
