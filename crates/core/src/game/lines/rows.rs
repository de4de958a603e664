//! Reads games with one row each. The format decides what a row contains; everything else happens here.

use super::movetext::{MovetextReader, unquote_text};
use super::words::WordReader;
use crate::error::Code;
use crate::event::{Bytes, Event, Item, Tag, What};
use crate::game::bgn::Places;
use crate::game::embedded::EmbeddedGame;
use crate::game::pgn::PgnReader;
use crate::limits::Limits;
use crate::notation::{self, MoveNotation};
use crate::read::GameReader;
use crate::step::Termination;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec;
use core::ops::Range;

/// The rows of a block, and what they hold.
pub(in crate::game) trait RowFormat<'a> {
    /// The next row that holds anything, without its line end, and where what follows it starts.
    fn next(&mut self) -> Option<(Range<usize>, usize)>;
    /// Reads what a row holds besides its moves, and finds these.
    fn open(&mut self, row: Range<usize>, game: &mut BoardRow<'a>);
}

/// What a row holds.
pub(in crate::game) struct BoardRow<'a> {
    /// Its tags, and its faults.
    items: VecDeque<Item<'a>>,
    /// Its moves.
    pub(in crate::game) words: WordReader<'a>,
    /// Whether quotes are doubled in them.
    pub(in crate::game) quoted: bool,
    /// How the game ended, if its moves do not show it.
    pub(in crate::game) marker: Option<Termination>,
    /// The game, if a cell is a whole text of PGN.
    embedded: Option<Box<EmbeddedGame>>,
    pub(in crate::game) limits: Limits,
}

impl<'a> BoardRow<'a> {
    /// Adds a tag.
    pub(in crate::game) fn tag(&mut self, start: usize, tag: Tag<'a>) {
        self.items.push_back(Item::event(start, Event::Tag(tag)));
    }

    /// Whether it has a tag of this name.
    pub(super) fn has(&self, name: &[u8]) -> bool {
        self.items.iter().any(|item| matches!(&item.what, What::Event(Event::Tag(tag)) if *tag.name == *name))
    }

    /// Adds a fault.
    pub(in crate::game) fn fault(&mut self, start: usize, code: Code, text: &'a [u8]) {
        self.items.push_back(Item::fault(start, code, text));
    }

    /// Reads the game from a whole text of PGN, which is here in the block; each quote in it is doubled there if it is shorter
    /// than that.
    pub(in crate::game) fn embed(&mut self, at: Range<usize>, text: &[u8]) {
        let mut places = Places::default();
        places.mark(0, at.start);
        if text.len() < at.len() {
            let quotes = text.iter().enumerate().filter(|(_, byte)| **byte == b'"');
            quotes.enumerate().for_each(|(doubled, (quote, _))| places.mark(quote + 1, at.start + quote + doubled + 2));
        }
        self.words.read(at.end..at.end);
        self.embedded = Some(Box::new(EmbeddedGame::new((text.to_vec(), places), &self.limits)));
    }

    /// Ignores the other cells if one is a text of PGN, which has its own tags, start and end.
    fn prefer_text(&mut self) {
        let Some(embedded) = &self.embedded else { return };
        let mut names = vec![Cow::Borrowed(&b"SetUp"[..]), Cow::Borrowed(b"FEN"), Cow::Borrowed(b"Variant")];
        let mut reader = PgnReader::new(embedded.text(), &self.limits);
        reader.next_game();
        while let Some(Item { what: What::Event(Event::Tag(tag)), .. }) = reader.next_event() {
            names.push(Cow::Owned(tag.name.into_owned()));
        }
        let is_told = |name: &[u8]| names.iter().any(|known| **known == *name);
        self.items.retain(|item| !matches!(&item.what, What::Event(Event::Tag(tag)) if is_told(&tag.name)));
        self.marker = None;
    }

    /// The next event or fault that is known by now.
    #[inline]
    fn next(&mut self) -> Option<Item<'a>> {
        if self.items.is_empty()
            && let Some(embedded) = &mut self.embedded
        {
            embedded.refill(&mut self.items);
        }
        self.items.pop_front()
    }

    /// Leaves the moves out, for this reason.
    pub(in crate::game) fn stop(&mut self, start: usize, code: Code) {
        let item = self.words.stop(start, code);
        self.items.push_back(item);
    }
}

/// Reads the games of a block.
pub(in crate::game) struct RowReader<'a, R> {
    block: &'a [u8],
    rows: R,
    row: BoardRow<'a>,
    /// Reads the moves instead, if they are more than words.
    movetext: Option<MovetextReader<'a>>,
    span: Range<usize>,
    cut_short: bool,
}

impl<'a, R: RowFormat<'a>> RowReader<'a, R> {
    /// Reads `block`, whose moves are in this notation unless its rows name another.
    pub(in crate::game) fn new(
        block: &'a [u8],
        rows: R,
        notation: &'static dyn MoveNotation,
        limits: &Limits,
    ) -> RowReader<'a, R> {
        let row = BoardRow {
            items: VecDeque::new(),
            words: WordReader::new(block, notation, limits),
            quoted: false,
            marker: None,
            embedded: None,
            limits: *limits,
        };
        RowReader { block, rows, row, movetext: None, span: 0..0, cut_short: false }
    }

    /// What is emitted after the moves.
    #[inline(never)]
    fn end(&mut self) -> Option<Item<'a>> {
        let marker = self.row.marker.take();
        let end = self.row.words.end();
        if self.row.words.ended() || self.movetext.as_ref().is_some_and(MovetextReader::ended) {
            None
        } else if self.cut_short && self.span.end >= self.block.len() {
            Some(self.row.words.stop(end, Code::LimitGame))
        } else {
            marker.map(|marker| Item::event(end, Event::Termination(marker)))
        }
    }
}

impl<'a, R: RowFormat<'a>> GameReader<'a> for RowReader<'a, R> {
    fn next_game(&mut self) -> bool {
        let Some((row, end)) = self.rows.next() else { return false };
        self.span = row.start..end;
        self.row.items.clear();
        self.row.marker = None;
        self.row.embedded = None;
        self.row.quoted = false;
        self.row.words.read(row.end..row.end);
        if self.span.len() as u64 > self.row.limits.game {
            self.row.stop(row.start, Code::LimitGame);
        } else {
            self.rows.open(row, &mut self.row);
            self.row.prefer_text();
        }
        if self.cut_short && self.span.end >= self.block.len() {
            self.row.words.leave_last();
        }
        let movetext = self.row.words.movetext();
        if let Some(place) = &movetext {
            self.row.fault(place.start, Code::RowMovetext, b"");
        }
        self.movetext = movetext.map(|place| MovetextReader::new(self.block, place, self.row.quoted, &self.row.limits));
        true
    }

    #[inline]
    fn next_event(&mut self) -> Option<Item<'a>> {
        if let Some(known) = self.row.next() {
            return Some(known);
        }
        let next = match &mut self.movetext {
            Some(movetext) => movetext.next(),
            None => self.row.words.next(),
        };
        if next.is_none() { self.end() } else { next }
    }

    fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        notation::other_than_san(self.row.words.notation())
    }

    /// Nothing after the moves is part of them.
    fn place_of(&self, byte: usize) -> usize {
        byte.min(self.row.words.end())
    }

    fn verbatim(&self, places: Range<usize>) -> Option<Bytes<'a>> {
        let mut text = Cow::Borrowed(self.block.get(places)?);
        if self.row.quoted {
            unquote_text(&mut text);
        }
        Some(text)
    }

    fn stands_alone(&self) -> bool {
        false
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
    }
}
