//! One game of VGN: its tags, then its moves in the format that the tags name.

use super::binary::Units;
use super::lexer::Lexer;
use super::tags::ReadTags;
use super::text::TextMoves;
use crate::dialect::vgn::codes::MoveFormat;
use crate::error::Code;
use crate::event::{Event, Item, NearTag, TagStart, What};
use crate::rules::Position;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Reads one game, whose tags were read.
pub struct Game<'a> {
    block: &'a [u8],
    /// The tags, as long as these are told as they are read.
    tags: Option<ReadTags<'a>>,
    /// What is told before the moves: tags, then the comments before them; the next one last.
    head: Vec<Item<'a>>,
    format: &'static MoveFormat,
    section: Section<'a>,
    /// Where the game ends; known once everything of it was told.
    end: usize,
    /// Whether the block ends within a game because that is longer than the limit.
    cut_short: bool,
    /// Whether nothing after this game can be read.
    unframed: bool,
    /// Whether the formats that the tags name are known.
    known: bool,
}

/// How the game goes on after its tags.
pub(super) enum Section<'a> {
    /// Everything was told.
    Over,
    Text(Box<TextMoves<'a>>),
    Binary(Units<'a>),
    /// A game in a format that is not known, whose moves are skipped.
    Unknown,
}

impl<'a> Game<'a> {
    /// Reads the game of `block` whose tags these are.
    pub(in crate::game) fn new(block: &'a [u8], tags: ReadTags<'a>) -> Game<'a> {
        let mut game = Game {
            block,
            tags: None,
            head: Vec::new(),
            format: tags.format(),
            section: Section::Over,
            end: tags.end,
            cut_short: false,
            unframed: false,
            known: true,
        };
        if tags.are_complete() {
            game.open_moves(tags, 0);
        } else {
            game.tags = Some(tags);
        }
        game
    }

    /// Reads the tags that are left, which are not plain, and opens the moves.
    #[inline(never)]
    fn read_tags(&mut self) {
        if let Some(tags) = self.tags.take() {
            let told = tags.count();
            self.open_moves(tags.read_on(), told);
        }
    }

    /// Opens the moves after these tags, the first of which were `told`.
    fn open_moves(&mut self, mut tags: ReadTags<'a>, told: u64) {
        (self.format, self.end, self.known) = (tags.format(), tags.end, tags.known);
        let (block, limits) = (self.block, tags.limits());
        self.section = match (tags.known, tags.limit) {
            (_, true) | (false, _) => Section::Unknown,
            (true, false) if self.format.binary => Section::Binary(Units::new(block, tags.end, self.format, limits)),
            (true, false) => Section::Text(Box::new(TextMoves::new(block, tags.end, self.format.moves, limits))),
        };
        self.head = core::mem::take(&mut tags.items);
        if let Section::Binary(units @ Units::Records(_)) = &self.section {
            // Some tags stand among the moves, and are compared with all of these.
            self.head = if told > 0 { tags.again().items } else { core::mem::take(&mut self.head) };
            units.add_tags(&mut self.head);
            self.head.drain(..usize::try_from(told).unwrap_or(usize::MAX).min(self.head.len()));
        }
        self.head.append(&mut tags.comments);
        self.head.reverse();
    }

    /// What the moves are written in.
    pub fn format(&self) -> &'static MoveFormat {
        self.format
    }

    /// Where the game ends; known once everything of it was told.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Whether nothing after this game can be read; known once everything of it was told.
    pub fn is_unframed(&self) -> bool {
        self.unframed
    }

    /// The block ends within a game because that is longer than the limit.
    pub fn cut_short(&mut self) {
        self.read_tags();
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
        if let Some(tags) = &mut self.tags {
            if let Some(item) = tags.next_plain() {
                return Some(item);
            }
            self.read_tags();
        }
        if let Some(item) = self.head.pop() {
            return Some(item);
        }
        self.next_of_moves()
    }

    /// Takes the next tag where it is on the next line, as [`crate::read::GameReader::take_tag`] has it.
    #[inline(always)]
    pub fn take_tag(&mut self, expected: &TagStart<'_>) -> Option<NearTag<'a>> {
        self.tags.as_mut()?.take(expected)
    }

    /// What reads the moves, once everything before them was told.
    #[inline]
    pub(super) fn section(&mut self) -> Option<&mut Section<'a>> {
        (self.tags.is_none() && self.head.is_empty()).then_some(&mut self.section)
    }

    /// Goes on after moves of which nothing can be said.
    pub fn skip_plain(&mut self) {
        if let Some(Section::Binary(units)) = self.section()
            && let Some(words) = units.plain_words()
        {
            words.skip_to_last();
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
        // Moves in a format that nobody knows may be bytes of any kind: what is after them cannot be determined from
        // them.
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

    /// Leaves out what is here, at the end of the block: it may be a part of something longer.
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
