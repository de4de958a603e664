//! Bits to codes: what is in a game of cpgn, one code after another. Every move is found and played, for which bits
//! follow it depends on the position.
//!
//! Code that only looks for the end of a game asks for the same codes as code that reads it, so the two agree.

mod extensions;
mod moves;

use super::bits::{BitReader, Text};
use super::layout::{LONGEST, Layout, Prefix};
use super::result::{RESULTS, implied_result};
use super::start;
use crate::error::Code;
use crate::event::{Escapes, Tag};
use crate::limits::Limits;
use crate::notation::Named;
use crate::read::Replay;
use crate::rules::{Position, Undo};
use crate::step::Termination;
use crate::text::is_quoted;
use alloc::vec::Vec;

/// One code.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// A move, and how it is spelled where that is stored; else it is proper SAN, with `e.p.` after it where `flagged`.
    Move {
        named: Named,
        flagged: bool,
        spelled: Option<Text>,
    },
    /// A sign that is attached to the move before it.
    Glyph(&'static str),
    /// A NAG.
    Nag(u8),
    /// A comment.
    Comment(Text),
    /// A token of PGN.
    Raw(Text),
    /// The rest of the line.
    Stored(Text),
    /// The text before the tags.
    Pre(Text),
    /// The text after the marker.
    Tail(Text),
    Open,
    Close,
    /// The end of the game.
    End(Termination),
}

/// A code, and the bits before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) bit: usize,
    pub(super) token: Token,
}

/// What is wrong, and the first bit of the code, the tag or the block that it is wrong with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flaw {
    pub(super) bit: usize,
    pub(super) code: Code,
    pub(super) text: Option<Text>,
}

impl Flaw {
    fn at(bit: usize, code: Code) -> Flaw {
        Flaw { bit, code, text: None }
    }
}

/// The flags of a line's captures in passing.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    /// Where the block is.
    bit: usize,
    count: u8,
    /// The flags, the first one highest among those that are left.
    bits: u16,
    used: u8,
}

/// What the last code was, for the codes that may only follow some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// The tags and the block.
    Start,
    /// A move with all that is attached to it.
    Move,
    /// The rest of a line.
    Stored,
    /// The text after the marker.
    Tail,
    Other,
}

/// Reads the games of a block.
pub(super) struct Decoder<'a> {
    bits: BitReader<'a>,
    layout: Layout,
    limits: Limits,
    usual: Position,
    /// Where the game starts.
    start: usize,
    tags: Vec<Tag<'a>>,
    /// Where each tag stands.
    tag_bits: Vec<usize>,
    replay: Replay,
    /// Whether moves can be played.
    playable: bool,
    /// The flags of the lines that are open, the innermost last.
    lines: Vec<Flags>,
    after: After,
    over: bool,
    /// Whether the last game ended where the data does, without a code that says so.
    pub(super) unended: bool,
    /// What is odd, to be told as notes.
    pub(super) notes: Vec<Flaw>,
}

impl<'a> Decoder<'a> {
    /// Reads the games that start at this bit of a block.
    pub(super) fn new(block: &'a [u8], at: usize, layout: Layout, limits: &Limits) -> Decoder<'a> {
        Decoder {
            bits: BitReader { bytes: block, at },
            layout,
            limits: *limits,
            usual: Position::start(),
            start: at,
            tags: Vec::new(),
            tag_bits: Vec::new(),
            replay: Replay::new(),
            playable: true,
            lines: Vec::new(),
            after: After::Start,
            over: true,
            unended: false,
            notes: Vec::new(),
        }
    }

    /// The bits before what is read next.
    pub(super) fn at(&self) -> usize {
        self.bits.at
    }

    /// Where the block of the mainline is.
    pub(super) fn block_bit(&self) -> usize {
        self.lines.first().map_or(self.start, |line| line.bit)
    }

    /// How many bits start a variation, without its block.
    pub(super) fn open_width(&self) -> usize {
        self.layout.bits_of(Prefix::Open).width as usize
    }

    /// The layout of the block.
    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// Whether nothing is left.
    pub(super) fn is_at_end(&self) -> bool {
        self.bits.left() == 0
    }

    /// The tags of the game, and where they are.
    pub(super) fn tags(&self) -> impl Iterator<Item = (usize, &Tag<'a>)> {
        self.tag_bits.iter().copied().zip(&self.tags)
    }

    /// The position where the codes now stand.
    pub(super) fn position(&self) -> &Position {
        self.replay.position()
    }

    /// The last move that was played in the line.
    pub(super) fn last_move(&self) -> &Undo {
        self.replay.last()
    }

    /// How many variations are open.
    pub(super) fn depth(&self) -> usize {
        self.lines.len().saturating_sub(1)
    }

    /// Reads what stands before the codes of the next game.
    ///
    /// # Errors
    /// If it cannot be read. The tags before that were.
    pub(super) fn open(&mut self) -> Result<(), Flaw> {
        self.start = self.bits.at;
        self.tags.clear();
        self.tag_bits.clear();
        self.lines.clear();
        self.notes.clear();
        self.after = After::Start;
        (self.over, self.unended) = (false, false);
        if self.layout == Layout::Draft {
            self.open_line()?;
            self.read_tags()?;
        } else {
            self.read_tags()?;
            self.open_line()?;
        }
        let start = start::position(&self.tags, &self.usual);
        self.playable = start.is_some();
        self.replay.start(start.as_ref().unwrap_or(&self.usual), self.playable);
        Ok(())
    }

    fn truncated(&self, bit: usize) -> Flaw {
        Flaw::at(bit, Code::CpgnTruncated)
    }

    fn read_tags(&mut self) -> Result<(), Flaw> {
        loop {
            let bit = self.bits.at;
            let name = self.bits.take_closed_text().ok_or_else(|| self.truncated(bit))?;
            if name.length == 0 {
                return Ok(());
            }
            if self.tags.len() as u64 >= self.limits.tags {
                return Err(Flaw::at(bit, Code::LimitTags));
            }
            let value = self.bits.take_closed_text().ok_or_else(|| self.truncated(bit))?;
            if (self.bits.at - bit) as u64 / 8 > self.limits.tag {
                return Err(Flaw::at(bit, Code::LimitTag));
            }
            let tag = Tag { name: name.of(self.bits.bytes), raw: value.of(self.bits.bytes), escapes: Escapes::Some };
            if !is_tag_name(&tag.name) || !is_quoted(&tag.raw) {
                let wrong = if is_tag_name(&tag.name) { value } else { name };
                return Err(Flaw { bit, code: Code::CpgnTag, text: Some(wrong) });
            }
            self.tags.push(tag);
            self.tag_bits.push(bit);
        }
    }

    /// Reads the en-passant block of a line.
    fn open_line(&mut self) -> Result<(), Flaw> {
        let bit = self.bits.at;
        let count = self.bits.take(4).ok_or_else(|| self.truncated(bit))?;
        let bits = self.bits.take(count as u32).ok_or_else(|| self.truncated(bit))?;
        self.lines.push(Flags { bit, count: count as u8, bits: bits as u16, used: 0 });
        Ok(())
    }

    /// The next code of the game; `None` once its end was given.
    ///
    /// # Errors
    /// If the bits are none that can stand there. Nothing behind them can be read.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<Found>, Flaw> {
        if self.over {
            return Ok(None);
        }
        let bit = self.bits.at;
        if self.bits.left() < 8 && self.depth() == 0 && self.bits.peek(8) == 0 {
            return self.end_of_data(bit).map(Some);
        }
        if (bit - self.start) as u64 / 8 > self.limits.game {
            return Err(Flaw::at(bit, Code::LimitGame));
        }
        let (prefix, length) = self.layout.prefix_of(self.bits.peek(LONGEST));
        self.bits.take(length).ok_or_else(|| self.truncated(bit))?;
        let token = match prefix {
            Prefix::Piece(role) => self.piece(bit, role)?,
            Prefix::Castling => self.castling(bit)?,
            Prefix::Promotion => self.promotion(bit)?,
            other => self.other(bit, other)?,
        };
        Ok(Some(Found { bit, token }))
    }

    /// Every code that is not a move.
    #[inline(never)]
    fn other(&mut self, bit: usize, prefix: Prefix) -> Result<Token, Flaw> {
        let ends = matches!(prefix, Prefix::Close | Prefix::End);
        if matches!(self.after, After::Stored | After::Tail) && !ends {
            return Err(Flaw::at(bit, Code::CpgnReserved));
        }
        if prefix != Prefix::End {
            self.after = After::Other;
        }
        match prefix {
            Prefix::Nag => self.bits.take(8).map(|value| Token::Nag(value as u8)).ok_or_else(|| self.truncated(bit)),
            Prefix::Comment => self.closed_text(bit, self.limits.comment, Code::LimitComment).map(Token::Comment),
            Prefix::Open => self.open_variation(bit),
            Prefix::Close if self.depth() > 0 => {
                self.end_line();
                self.replay.close();
                Ok(Token::Close)
            }
            Prefix::Close if self.layout == Layout::V0 => Err(Flaw::at(bit, Code::CpgnVariation)),
            _ => self.end(bit),
        }
    }

    fn open_variation(&mut self, bit: usize) -> Result<Token, Flaw> {
        if !self.replay.has_begun() {
            return Err(Flaw::at(bit, Code::CpgnVariation));
        }
        if self.depth() as u64 >= self.limits.nesting {
            return Err(Flaw::at(bit, Code::LimitNesting));
        }
        self.open_line()?;
        self.replay.open();
        Ok(Token::Open)
    }

    /// Notes flags that are left when their line ends.
    fn end_line(&mut self) {
        if let Some(Flags { bit, count, used, .. }) = self.lines.pop()
            && used < count
        {
            self.notes.push(Flaw::at(bit, Code::CpgnFlags));
        }
    }

    /// The code that ends a game.
    fn end(&mut self, bit: usize) -> Result<Token, Flaw> {
        if self.depth() > 0 {
            return Err(Flaw::at(bit, Code::CpgnVariation));
        }
        let result = self.bits.take(2).ok_or_else(|| self.truncated(bit))?;
        self.fill()?;
        Ok(self.finish(RESULTS[result as usize & 3]))
    }

    /// The end of the file where a code could stand: a game of the draft may end so.
    #[cold]
    fn end_of_data(&mut self, bit: usize) -> Result<Found, Flaw> {
        self.bits.at = 8 * self.bits.bytes.len();
        self.unended = true;
        if self.layout == Layout::V0 || matches!(self.after, After::Stored | After::Tail) {
            self.notes.push(Flaw::at(bit, Code::CpgnNoEnd));
        }
        let result = self.implied_result();
        Ok(Found { bit, token: self.finish(result) })
    }

    fn finish(&mut self, result: Termination) -> Token {
        self.end_line();
        self.over = true;
        Token::End(result)
    }

    /// The bits that fill the last byte.
    fn fill(&mut self) -> Result<(), Flaw> {
        let bit = self.bits.at;
        let width = (8 - bit % 8) as u32 & 7;
        match self.bits.take(width) {
            Some(0) => Ok(()),
            Some(_) => Err(Flaw::at(bit, Code::CpgnFill)),
            None => Err(self.truncated(bit)),
        }
    }

    /// The result of a game that ends without one: by mate, else by the first Result tag.
    fn implied_result(&self) -> Termination {
        let tag = self.tags.iter().find(|tag| *tag.name == *b"Result");
        implied_result(self.position(), tag.map(|tag| &tag.raw))
    }

    fn closed_text(&mut self, bit: usize, limit: u64, code: Code) -> Result<Text, Flaw> {
        let text = self.bits.take_closed_text().ok_or_else(|| self.truncated(bit))?;
        if text.length as u64 > limit { Err(Flaw::at(bit, code)) } else { Ok(text) }
    }

    fn sized_text(&mut self, bit: usize) -> Result<Text, Flaw> {
        let length = self.bits.take(32).ok_or_else(|| self.truncated(bit))?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        self.bits.take_text(length).ok_or_else(|| self.truncated(bit))
    }
}

/// Whether a tag can be called so.
pub(super) fn is_tag_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|byte| matches!(byte, 0x21..=0x7e) && !matches!(byte, b'"' | b'[' | b']'))
}
