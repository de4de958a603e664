//! One game of VGN: its tags, then its moves in the format that the tags name.

use crate::dialect::vgn::codes::MoveFormat;
use crate::error::Code;
use crate::event::{Event, Item, NearTag, TagStart, What};
use crate::game::number::{Ahead, Numeral};
use crate::game::vgn::binary::{Even, Units};
use crate::game::vgn::lexer::VgnLexer;
use crate::game::vgn::tags::ReadTags;
use crate::game::vgn::text::TextMoves;
use crate::notation::MoveNotation;
use crate::notation::bccf::Bccf;
use crate::notation::fcn::Fcn;
use crate::read::{Player, Record, WrittenMove};
use crate::rules::{Color, Position};
use crate::step::Sink;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Reads one game, whose tags were read.
pub struct VgnGame<'a> {
    block: &'a [u8],
    /// The tags, as long as they are emitted as they are read.
    tags: Option<ReadTags<'a>>,
    /// What is emitted before the moves: tags, then the comments before them; the next one last.
    head: Vec<Item<'a>>,
    format: &'static MoveFormat,
    section: VgnSection<'a>,
    /// Where the game ends; known once all of it was emitted.
    end: usize,
    /// Whether the block ends within a game because that is longer than the limit.
    cut_short: bool,
    /// Whether nothing after this game can be read.
    unframed: bool,
    /// Whether the formats that the tags name are known.
    known: bool,
}

/// The part of a game after its tags.
pub(super) enum VgnSection<'a> {
    /// Everything was emitted.
    Over,
    Text(Box<TextMoves<'a>>),
    Binary(Units<'a>),
    /// A game in a format that is not known, whose moves are skipped.
    Unknown,
}

impl<'a> VgnGame<'a> {
    /// Reads the game of `block` whose tags these are.
    pub(in crate::game) fn new(block: &'a [u8], tags: ReadTags<'a>) -> VgnGame<'a> {
        let mut game = VgnGame {
            block,
            tags: None,
            head: Vec::new(),
            format: tags.format(),
            section: VgnSection::Over,
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

    /// Opens the moves after these tags, of which the first `told` were already emitted.
    fn open_moves(&mut self, mut tags: ReadTags<'a>, told: u64) {
        (self.format, self.end, self.known) = (tags.format(), tags.end, tags.known);
        let (block, limits) = (self.block, tags.limits());
        self.section = match (tags.known, tags.limit) {
            (_, true) | (false, _) => VgnSection::Unknown,
            (true, false) if self.format.binary => VgnSection::Binary(Units::new(block, tags.end, self.format, limits)),
            (true, false) => VgnSection::Text(Box::new(TextMoves::new(block, tags.end, self.format.moves, limits))),
        };
        self.head = core::mem::take(&mut tags.items);
        if let VgnSection::Binary(units @ Units::Records(_)) = &self.section {
            // Some tags are among the moves, and are compared with all of these.
            self.head = if told > 0 { tags.again().items } else { core::mem::take(&mut self.head) };
            units.add_tags(&mut self.head);
            self.head.drain(..usize::try_from(told).unwrap_or(usize::MAX).min(self.head.len()));
        }
        self.head.append(&mut tags.comments);
        self.head.reverse();
    }

    /// The format of the moves.
    pub fn format(&self) -> &'static MoveFormat {
        self.format
    }

    /// Where the game ends; known once all of it was emitted.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Whether nothing after this game can be read; known once all of it was emitted.
    pub(crate) fn is_unframed(&self) -> bool {
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
        if let VgnSection::Text(text) = &mut self.section {
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

    /// Takes the next tag if it is on the next line, as [`crate::read::GameReader::take_tag`] describes.
    #[inline(always)]
    pub(crate) fn take_tag(&mut self, expected: &TagStart<'_>) -> Option<NearTag<'a>> {
        self.tags.as_mut()?.take(expected)
    }

    /// The reader of the moves, once everything before them was emitted.
    #[inline]
    pub(super) fn section(&mut self) -> Option<&mut VgnSection<'a>> {
        (self.tags.is_none() && self.head.is_empty()).then_some(&mut self.section)
    }

    /// Continues after moves about which nothing is known.
    pub(crate) fn skip_plain(&mut self) {
        if let Some(VgnSection::Binary(units)) = self.section()
            && let Some(words) = units.plain_words()
        {
            words.skip_to_last();
        }
    }

    /// What a game whose moves cannot be read ends with.
    fn skip_unknown(&mut self) {
        self.section = VgnSection::Over;
        // A limit ended its tags, and another game starts with the next line that opens one; or its moves, which
        // may be bytes of any kind, are unknown, and only tags after an empty line are surely those of another game.
        let next = if self.known { VgnLexer::next_bracket_line } else { VgnLexer::next_section };
        self.end = next(self.block, self.end).unwrap_or(self.block.len());
    }

    /// The next of what follows the tags.
    #[inline]
    fn next_of_moves(&mut self) -> Option<Item<'a>> {
        let item = match &mut self.section {
            VgnSection::Over => return None,
            VgnSection::Text(text) => text.next(),
            VgnSection::Binary(units) => units.next(),
            VgnSection::Unknown => None,
        };
        if self.cut_short
            && let Some(item) = &item
            && matches!(&self.section, VgnSection::Text(text) if text.reaches_end() || is_unclosed(item))
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
        self.section = VgnSection::Over;
        self.end = self.block.len();
        Item::fault(start, Code::LimitGame, b"")
    }

    /// Closes the moves, all of which were emitted.
    #[inline(never)]
    fn close(&mut self) {
        match &self.section {
            VgnSection::Over => return,
            VgnSection::Text(text) => self.end = text.end(),
            VgnSection::Unknown => return self.skip_unknown(),
            VgnSection::Binary(units) => match units.end() {
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
        self.section = VgnSection::Over;
        if self.cut_short && self.end >= self.block.len() {
            self.head.push(Item::fault(self.block.len(), Code::LimitGame, b""));
        }
    }
}

/// Whether a comment starts here that never ends: it does not end in this block.
fn is_unclosed(item: &Item<'_>) -> bool {
    matches!(item.what, What::Fault(Code::CommentUnclosed, _))
}

impl<'a> VgnGame<'a> {
    /// Plays plain moves until anything else comes, as described at [`crate::read::GameReader::play_plain`].
    #[inline(never)]
    pub(crate) fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        let Some(notation) = player.notation() else { return };
        if player.is_over() || !player.is_running() {
            return;
        }
        // The two notations that are mostly read have loops of their own, in which nothing is called through a table.
        match self.section() {
            Some(VgnSection::Text(text)) if text.is_plain() => match Fcn::of(notation) {
                Some(fcn) => play_words(text, fcn, player, record, sink),
                None => play_words(text, notation, player, record, sink),
            },
            Some(VgnSection::Binary(units)) => {
                if let (Some(even), Some(bccf)) = (units.plain_words(), Bccf::of(notation)) {
                    play_units(even, bccf, player, record, sink);
                }
            }
            _ => {}
        }
    }
}

/// Plays words of text. Words that it does not know are left to be read with care.
#[inline(never)]
fn play_words<'a, S: Sink, N: MoveNotation + ?Sized>(
    text: &mut TextMoves<'a>,
    notation: &N,
    player: &mut Player<'a>,
    record: &mut Record<'a>,
    sink: &mut S,
) {
    let (block, mut at) = (text.block(), text.at());
    let mut numeral = Numeral::of(player.position().fullmove());
    let mut moves = 0;
    // Nothing in the loop stops the game, so this is not checked again.
    while let Some(ahead) = block.get(at..).and_then(|rest| rest.first_chunk::<32>()) {
        let position = player.position();
        let mut lead = 1;
        if ahead[1].is_ascii_digit() {
            numeral.turn_to(position.fullmove());
            lead = behind_number(ahead, &numeral, position.turn() == Color::Black);
        }
        let Some(front) = ahead[lead & 15..].first_chunk::<16>() else { break };
        let plain = notation.plain(position, front);
        let end = (lead + plain.length()) & 31;
        // What follows may belong elsewhere, unless it is another move or the marker.
        if !plain.is_some()
            || !is_blank(ahead[0])
            || !is_blank(ahead[end])
            || !OPENS[usize::from(ahead[(end + 1) & 31])]
        {
            break;
        }
        let start = at + lead;
        at += end;
        moves += 1;
        player.play(WrittenMove { start, word: &front[..plain.length() & 15] }, plain.named(), record, sink);
    }
    text.go_on(at, moves);
}

/// The number of bytes before the word after the number of the next move, and a blank; if another number is
/// there, a length at which no move is found.
#[inline(always)]
fn behind_number(ahead: &Ahead, numeral: &Numeral, black: bool) -> usize {
    let Some(length) = numeral.length_at(ahead, 1) else { return 1 };
    let behind = (1 + length) & 15;
    match (black, [ahead[behind], ahead[behind + 1]]) {
        (false, [b' ', _]) => behind + 1,
        (true, [b'5', b' ']) => behind + 2,
        _ => 1,
    }
}

#[inline(always)]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n')
}

/// The bytes that a move, a number or a marker starts with.
static OPENS: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0);
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'*';
        byte += 1;
    }
    table
};

/// Plays words of two bytes, except for the last one.
#[inline(never)]
fn play_units<'a, S: Sink>(
    even: &mut Even<'a>,
    notation: &Bccf,
    player: &mut Player<'a>,
    record: &mut Record<'a>,
    sink: &mut S,
) {
    let (block, from) = (even.block(), even.at());
    let mut at = from;
    while let Some(front) = block.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        if Even::is_last(front) {
            break;
        }
        let plain = notation.plain(player.position(), front);
        if !plain.is_some() {
            break;
        }
        let start = at;
        at += plain.length();
        player.play(WrittenMove { start, word: &front[..plain.length() & 15] }, plain.named(), record, sink);
    }
    if at > from {
        even.go_on(at);
    }
}
