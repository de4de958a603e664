//! One game of VGN: its tags, then its moves in whichever format the tags name.

use super::binary::Units;
use super::lexer::Lexer;
use super::plain::Plain;
use super::tags::ReadTags;
use super::text::TextMoves;
use crate::dialect::vgn::codes::MoveFormat;
use crate::error::Code;
use crate::event::{Event, Item, What};
use crate::limits::Limits;
use crate::rules::Position;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Reads one game, whose tags were read.
pub struct Game<'a> {
    block: &'a [u8],
    /// What is told before the moves: tags, then the comments before them; the next one last.
    head: Vec<Item<'a>>,
    format: &'static MoveFormat,
    section: Section<'a>,
    /// Where the game ends; known once everything of it was told.
    end: usize,
    /// Whether the block ends within a game because that is longer than the limit.
    cut_short: bool,
    /// Whether nothing behind this game can be read.
    unframed: bool,
    /// Whether the formats that the tags name are known.
    known: bool,
}

/// How the game goes on behind its tags.
enum Section<'a> {
    /// Everything was told.
    Over,
    Text(Box<TextMoves<'a>>),
    Binary(Units<'a>),
    /// A game in a format that is not known, whose moves are skipped.
    Unknown,
}

impl<'a> Game<'a> {
    /// Reads the game of `block` whose tags these are.
    pub(in crate::game) fn new(block: &'a [u8], tags: ReadTags<'a>, limits: &Limits) -> Game<'a> {
        let format = tags.format();
        let section = match (tags.known, tags.limit) {
            (_, true) | (false, _) => Section::Unknown,
            (true, false) if format.binary => Section::Binary(Units::new(block, tags.end, format, limits)),
            (true, false) => Section::Text(Box::new(TextMoves::new(block, tags.end, format.moves, limits))),
        };
        let mut head = tags.items;
        if let Section::Binary(units) = &section {
            units.add_tags(&mut head);
        }
        head.extend(tags.comments);
        head.reverse();
        Game { block, head, format, section, end: tags.end, cut_short: false, unframed: false, known: tags.known }
    }

    /// What the moves are written in.
    pub fn format(&self) -> &'static MoveFormat {
        self.format
    }

    /// Where the game ends; known once everything of it was told.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Whether nothing behind this game can be read; known once everything of it was told.
    pub fn is_unframed(&self) -> bool {
        self.unframed
    }

    /// The block ends within a game because that is longer than the limit.
    pub fn cut_short(&mut self) {
        self.cut_short = true;
        if self.end >= self.block.len() {
            // It ends within the tags, and the last one of these may be a part of a longer one.
            let last = self.head.first().map_or(0, |item| item.start);
            self.head.retain(|item| item.start < last);
        }
    }

    /// The game is played from here.
    pub fn starts_at(&mut self, position: &Position) {
        if let Section::Text(text) = &mut self.section {
            text.starts_at(position);
        }
    }

    /// The next event or fault; `None` at the end.
    #[inline]
    pub fn next_event(&mut self) -> Option<Item<'a>> {
        if let Some(item) = self.head.pop() {
            return Some(item);
        }
        self.next_of_moves()
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
            Section::Unknown => None,
        };
        if self.cut_short
            && let Some(item) = &item
            && matches!(&self.section, Section::Text(text) if text.reaches_end() || is_unclosed(item))
        {
            return Some(self.cut(item.start));
        }
        if item.is_none() {
            self.close();
        }
        item.or_else(|| self.head.pop())
    }

    /// Leaves out what stands here, at the end of the block: it may be a part of something longer.
    #[cold]
    fn cut(&mut self, start: usize) -> Item<'a> {
        self.section = Section::Over;
        self.end = self.block.len();
        Item::fault(start, Code::LimitGame, b"")
    }

    /// Everything of the moves was told.
    #[inline(never)]
    fn close(&mut self) {
        match &self.section {
            Section::Over => return,
            Section::Text(text) => self.end = text.end(),
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
        self.section = Section::Over;
        if self.cut_short && self.end >= self.block.len() {
            self.head.push(Item::fault(self.block.len(), Code::LimitGame, b""));
        }
    }
}

/// Whether a comment starts here that never ends: it does not end in this block.
fn is_unclosed(item: &Item<'_>) -> bool {
    matches!(item.what, What::Fault(Code::CommentUnclosed, _))
}
