//! Bits to codes: what is in a game of cpgn, one code after another. Every move is found and played, because the
//! position determines which bits follow.
//!
//! Code that only looks for the end of a game reads the same codes as code that reads its content, so the two agree.

use crate::dialect;
use crate::error::Code;
use crate::event::{Escapes, Tag};
use crate::game::cpgn::bits::{BitReader, BitText};
use crate::game::cpgn::candidates::{candidates, nth, promoting, promotion_targets, width, width_of};
use crate::game::cpgn::layout::{Extension, GLYPHS, LONGEST, Layout, PROMOTIONS, Prefix};
use crate::game::cpgn::layout::{RESULTS, implied_result};
use crate::game::pgn::parts;
use crate::limits::Limits;
use crate::notation::{ParsedMove, language, san};
use crate::read::GameReplay;
use crate::rules::{Move, MoveKind, Position, Role, Square, Undo, Wing};
use crate::step::Termination;
use crate::text::is_quoted;
use alloc::vec::Vec;

/// One code.
#[derive(Clone, Copy, Debug)]
pub(super) enum CpgnToken {
    /// A move, and how it is spelled if that is stored; else it is proper SAN, with `e.p.` after it where `flagged`.
    Move {
        named: ParsedMove,
        flagged: bool,
        spelled: Option<BitText>,
    },
    /// A sign that is attached to the move before it.
    Glyph(&'static str),
    /// A NAG.
    Nag(u8),
    /// A comment.
    Comment(BitText),
    /// A token of PGN.
    Raw(BitText),
    /// The rest of the line.
    Stored(BitText),
    /// The text before the tags.
    Pre(BitText),
    /// The text after the marker.
    Tail(BitText),
    Open,
    Close,
    /// The end of the game.
    End(Termination),
}

/// A code, and the bits before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocatedToken {
    pub(super) bit: usize,
    pub(super) token: CpgnToken,
}

/// The fault, and the first bit of the code, the tag or the block that has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CpgnFlaw {
    pub(super) bit: usize,
    pub(super) code: Code,
    pub(super) text: Option<BitText>,
}

impl CpgnFlaw {
    fn at(bit: usize, code: Code) -> CpgnFlaw {
        CpgnFlaw { bit, code, text: None }
    }
}

/// The flags of a line's en passant captures.
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
pub(super) struct CpgnDecoder<'a> {
    bits: BitReader<'a>,
    layout: Layout,
    limits: Limits,
    standard: Position,
    /// Where the game starts.
    start: usize,
    tags: Vec<Tag<'a>>,
    /// The place of each tag.
    tag_bits: Vec<usize>,
    replay: GameReplay,
    /// Whether moves can be played.
    playable: bool,
    /// The flags of the lines that are open, the innermost last.
    lines: Vec<Flags>,
    after: After,
    over: bool,
    /// Whether the last game ended with the data, without a code for its end.
    pub(super) unended: bool,
    /// Oddities, which are reported as notes.
    pub(super) notes: Vec<CpgnFlaw>,
}

impl<'a> CpgnDecoder<'a> {
    /// Reads the games that start at this bit of a block.
    pub(super) fn new(block: &'a [u8], at: usize, layout: Layout, limits: &Limits) -> CpgnDecoder<'a> {
        CpgnDecoder {
            bits: BitReader { bytes: block, at },
            layout,
            limits: *limits,
            standard: Position::start(),
            start: at,
            tags: Vec::new(),
            tag_bits: Vec::new(),
            replay: GameReplay::new(),
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

    /// The position that the codes have reached.
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

    /// Reads everything before the codes of the next game.
    ///
    /// # Errors
    /// If it cannot be read. The tags before that were.
    pub(super) fn open(&mut self) -> Result<(), CpgnFlaw> {
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
        // There are codes for the moves of chess alone; those of other rules are stored as a text.
        let start = dialect::start_position(&self.tags, &self.standard).filter(|start| start.rules().is_chess());
        self.playable = start.is_some();
        self.replay.start(start.as_ref().unwrap_or(&self.standard), self.playable);
        Ok(())
    }

    fn truncated(&self, bit: usize) -> CpgnFlaw {
        CpgnFlaw::at(bit, Code::CpgnTruncated)
    }

    fn read_tags(&mut self) -> Result<(), CpgnFlaw> {
        loop {
            let bit = self.bits.at;
            let name = self.bits.take_closed_text().ok_or_else(|| self.truncated(bit))?;
            if name.length == 0 {
                return Ok(());
            }
            if self.tags.len() as u64 >= self.limits.tags {
                return Err(CpgnFlaw::at(bit, Code::LimitTags));
            }
            let value = self.bits.take_closed_text().ok_or_else(|| self.truncated(bit))?;
            if (self.bits.at - bit) as u64 / 8 > self.limits.tag {
                return Err(CpgnFlaw::at(bit, Code::LimitTag));
            }
            let tag = Tag { name: name.of(self.bits.bytes), raw: value.of(self.bits.bytes), escapes: Escapes::Some };
            if !is_tag_name(&tag.name) || !is_quoted(&tag.raw) {
                let wrong = if is_tag_name(&tag.name) { value } else { name };
                return Err(CpgnFlaw { bit, code: Code::CpgnTag, text: Some(wrong) });
            }
            self.tags.push(tag);
            self.tag_bits.push(bit);
        }
    }

    /// Reads the en-passant block of a line.
    fn open_line(&mut self) -> Result<(), CpgnFlaw> {
        let bit = self.bits.at;
        let count = self.bits.take(4).ok_or_else(|| self.truncated(bit))?;
        let bits = self.bits.take(count as u32).ok_or_else(|| self.truncated(bit))?;
        self.lines.push(Flags { bit, count: count as u8, bits: bits as u16, used: 0 });
        Ok(())
    }

    /// The next code of the game; `None` once its end was given.
    ///
    /// # Errors
    /// If the bits are not a code that can occur there. Nothing after them can be read.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<LocatedToken>, CpgnFlaw> {
        if self.over {
            return Ok(None);
        }
        let bit = self.bits.at;
        if self.bits.left() < 8 && self.depth() == 0 && self.bits.peek(8) == 0 {
            return self.end_of_data(bit).map(Some);
        }
        if (bit - self.start) as u64 / 8 > self.limits.game {
            return Err(CpgnFlaw::at(bit, Code::LimitGame));
        }
        let (prefix, length) = self.layout.prefix_of(self.bits.peek(LONGEST));
        self.bits.take(length).ok_or_else(|| self.truncated(bit))?;
        let token = match prefix {
            Prefix::Piece(role) => self.piece(bit, role)?,
            Prefix::Castling => self.castling(bit)?,
            Prefix::Promotion => self.promotion(bit)?,
            other => self.other(bit, other)?,
        };
        Ok(Some(LocatedToken { bit, token }))
    }

    /// Every code that is not a move.
    #[inline(never)]
    fn other(&mut self, bit: usize, prefix: Prefix) -> Result<CpgnToken, CpgnFlaw> {
        let ends = matches!(prefix, Prefix::Close | Prefix::End);
        if matches!(self.after, After::Stored | After::Tail) && !ends {
            return Err(CpgnFlaw::at(bit, Code::CpgnReserved));
        }
        if prefix != Prefix::End {
            self.after = After::Other;
        }
        match prefix {
            Prefix::Nag => {
                self.bits.take(8).map(|value| CpgnToken::Nag(value as u8)).ok_or_else(|| self.truncated(bit))
            }
            Prefix::Comment => self.closed_text(bit, self.limits.comment, Code::LimitComment).map(CpgnToken::Comment),
            Prefix::Open => self.open_variation(bit),
            Prefix::Close if self.depth() > 0 => {
                self.end_line();
                self.replay.close();
                Ok(CpgnToken::Close)
            }
            Prefix::Close if self.layout == Layout::V0 => Err(CpgnFlaw::at(bit, Code::CpgnVariation)),
            _ => self.end(bit),
        }
    }

    fn open_variation(&mut self, bit: usize) -> Result<CpgnToken, CpgnFlaw> {
        if !self.replay.has_begun() {
            return Err(CpgnFlaw::at(bit, Code::CpgnVariation));
        }
        if self.depth() as u64 >= self.limits.nesting {
            return Err(CpgnFlaw::at(bit, Code::LimitNesting));
        }
        self.open_line()?;
        self.replay.open();
        Ok(CpgnToken::Open)
    }

    /// Notes flags that are left when their line ends.
    fn end_line(&mut self) {
        if let Some(Flags { bit, count, used, .. }) = self.lines.pop()
            && used < count
        {
            self.notes.push(CpgnFlaw::at(bit, Code::CpgnFlags));
        }
    }

    /// The code that ends a game.
    fn end(&mut self, bit: usize) -> Result<CpgnToken, CpgnFlaw> {
        if self.depth() > 0 {
            return Err(CpgnFlaw::at(bit, Code::CpgnVariation));
        }
        let result = self.bits.take(2).ok_or_else(|| self.truncated(bit))?;
        self.fill()?;
        Ok(self.finish(RESULTS[result as usize & 3]))
    }

    /// The end of the file in place of a code: a game of the draft may end like this.
    #[cold]
    fn end_of_data(&mut self, bit: usize) -> Result<LocatedToken, CpgnFlaw> {
        self.bits.at = 8 * self.bits.bytes.len();
        self.unended = true;
        if self.layout == Layout::V0 || matches!(self.after, After::Stored | After::Tail) {
            self.notes.push(CpgnFlaw::at(bit, Code::CpgnNoEnd));
        }
        let result = self.implied_result();
        Ok(LocatedToken { bit, token: self.finish(result) })
    }

    fn finish(&mut self, result: Termination) -> CpgnToken {
        self.end_line();
        self.over = true;
        CpgnToken::End(result)
    }

    /// The bits that fill the last byte.
    fn fill(&mut self) -> Result<(), CpgnFlaw> {
        let bit = self.bits.at;
        let width = (8 - bit % 8) as u32 & 7;
        match self.bits.take(width) {
            Some(0) => Ok(()),
            Some(_) => Err(CpgnFlaw::at(bit, Code::CpgnFill)),
            None => Err(self.truncated(bit)),
        }
    }

    /// The result of a game that ends without one: by mate, else by the first Result tag.
    fn implied_result(&self) -> Termination {
        let tag = self.tags.iter().find(|tag| *tag.name == *b"Result");
        implied_result(self.position(), tag.map(|tag| &tag.raw))
    }

    fn closed_text(&mut self, bit: usize, limit: u64, code: Code) -> Result<BitText, CpgnFlaw> {
        let text = self.bits.take_closed_text().ok_or_else(|| self.truncated(bit))?;
        if text.length as u64 > limit { Err(CpgnFlaw::at(bit, code)) } else { Ok(text) }
    }

    fn sized_text(&mut self, bit: usize) -> Result<BitText, CpgnFlaw> {
        let length = self.bits.take(32).ok_or_else(|| self.truncated(bit))?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        self.bits.take_text(length).ok_or_else(|| self.truncated(bit))
    }
}

/// Whether a tag can be called so.
pub(super) fn is_tag_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|byte| matches!(byte, 0x21..=0x7e) && !matches!(byte, b'"' | b'[' | b']'))
}

impl CpgnDecoder<'_> {
    /// A move of a piece, or an extension.
    #[inline]
    fn piece(&mut self, bit: usize, role: Role) -> Result<CpgnToken, CpgnFlaw> {
        let square = self.bits.take(6).ok_or_else(|| self.truncated(bit))?;
        let (file, rank) = ((square >> 3) as u8, (square & 7) as u8);
        if role == Role::Pawn && matches!(rank, 0 | 7) {
            return self.extension(bit, Extension::on(file, rank));
        }
        let to = Square::at(file, rank);
        self.begin_move(bit)?;
        if role == Role::King && self.position().king(self.position().turn()) == Some(to) {
            let mv = self.position().null_move();
            return self.play(bit, mv);
        }
        let among = candidates(self.position(), role, to);
        let width = if among.count_ones() > 1 { width(role, to) } else { 0 };
        let index = self.bits.take(width).ok_or_else(|| self.truncated(bit))?;
        if among == 0 {
            return Err(CpgnFlaw::at(bit, Code::CpgnMove));
        }
        let from = nth(among, index).ok_or(CpgnFlaw::at(bit, Code::CpgnIndex))?;
        let passing = role == Role::Pawn && from.file() != file && self.position().occupied() & to.bit() == 0;
        let kind = if passing { MoveKind::EnPassant } else { MoveKind::Plain };
        self.play(bit, Move { kind, ..Move::plain(from, to) })
    }

    fn castling(&mut self, bit: usize) -> Result<CpgnToken, CpgnFlaw> {
        let side = self.bits.take(1).ok_or_else(|| self.truncated(bit))?;
        self.begin_move(bit)?;
        let wing = if side == 0 { Wing::King } else { Wing::Queen };
        let mv = self.position().castle(wing).ok_or(CpgnFlaw::at(bit, Code::CpgnMove))?;
        self.play(bit, mv)
    }

    fn promotion(&mut self, bit: usize) -> Result<CpgnToken, CpgnFlaw> {
        let piece = self.bits.take(2).ok_or_else(|| self.truncated(bit))?;
        self.begin_move(bit)?;
        let from = self.chosen(bit, promoting(self.position()))?;
        let to = self.chosen(bit, promotion_targets(self.position(), from))?;
        self.play(bit, Move { promotion: Some(PROMOTIONS[piece as usize & 3]), ..Move::plain(from, to) })
    }

    /// The square that an index names among these.
    fn chosen(&mut self, bit: usize, squares: u64) -> Result<Square, CpgnFlaw> {
        if squares == 0 {
            return Err(CpgnFlaw::at(bit, Code::CpgnMove));
        }
        let index = self.bits.take(width_of(squares.count_ones())).ok_or_else(|| self.truncated(bit))?;
        nth(squares, index).ok_or(CpgnFlaw::at(bit, Code::CpgnIndex))
    }

    /// Whether a move can occur here.
    #[inline]
    fn begin_move(&self, bit: usize) -> Result<(), CpgnFlaw> {
        match self.after {
            After::Stored | After::Tail => Err(CpgnFlaw::at(bit, Code::CpgnReserved)),
            _ if !self.playable => Err(CpgnFlaw::at(bit, Code::CpgnMove)),
            _ => Ok(()),
        }
    }

    /// Plays a move if it is legal, and reads how it is spelled.
    #[inline]
    fn play(&mut self, bit: usize, mv: Move) -> Result<CpgnToken, CpgnFlaw> {
        if !self.position().is_legal(mv) {
            return Err(CpgnFlaw::at(bit, Code::CpgnMove));
        }
        let flagged = mv.kind == MoveKind::EnPassant && self.next_flag();
        let mut named = if flagged { self.suffixed(mv) } else { ParsedMove::plainly(mv) };
        named.notes.add_if(mv.kind == MoveKind::Null, Code::Null);
        let mut token = CpgnToken::Move { named, flagged, spelled: None };
        if self.bits.peek(9) == SPELL {
            token = self.spelled(mv)?;
        }
        self.replay.play(ParsedMove::plainly(mv));
        self.after = After::Move;
        Ok(token)
    }

    /// The flag of an en passant capture.
    fn next_flag(&mut self) -> bool {
        let Some(line) = self.lines.last_mut() else { return false };
        if line.used == line.count {
            // Those within the range of the count are flagged, and the others are not.
            if line.count < 15 {
                let bit = line.bit;
                self.notes.push(CpgnFlaw::at(bit, Code::CpgnFlags));
            }
            return false;
        }
        line.used += 1;
        line.bits >> (line.count - line.used) & 1 == 1
    }

    /// A capture with `e.p.` after it, which is noted as it is in PGN.
    #[cold]
    fn suffixed(&self, mv: Move) -> ParsedMove {
        let mut word = Vec::new();
        san::write(self.position(), mv, &mut word);
        word.extend_from_slice(b" e.p.");
        named(self.position(), mv, &word).unwrap_or(ParsedMove::plainly(mv))
    }

    /// How a move is spelled, which must name that move.
    #[cold]
    fn spelled(&mut self, mv: Move) -> Result<CpgnToken, CpgnFlaw> {
        let bit = self.bits.at;
        self.bits.at += 9;
        let text = self.closed_text(bit, self.limits.token, Code::LimitToken)?;
        let word = text.of(self.bits.bytes);
        let named = parts::is_word(&word).then(|| named(self.position(), mv, &word)).flatten();
        let named = named.ok_or(CpgnFlaw { bit, code: Code::CpgnText, text: Some(text) })?;
        Ok(CpgnToken::Move { named, flagged: false, spelled: Some(text) })
    }
}

/// The bits of X-SPELL: a pawn on a1.
const SPELL: u64 = 0b101_000_000;

/// The parts of a move that a word states, if it names that move in the letters of any language.
fn named(before: &Position, mv: Move, word: &[u8]) -> Option<ParsedMove> {
    let readings = language::ALL.iter().filter_map(|letters| san::read(before, word, letters).ok());
    readings.into_iter().find(|named| named.mv == mv && !named.illegal)
}

impl CpgnDecoder<'_> {
    /// What is on a rank where no pawn can.
    #[cold]
    fn extension(&mut self, bit: usize, extension: Option<Extension>) -> Result<CpgnToken, CpgnFlaw> {
        let after = core::mem::replace(&mut self.after, After::Other);
        let reserved = Err(CpgnFlaw::at(bit, Code::CpgnReserved));
        let may_follow = !matches!(after, After::Stored | After::Tail);
        match extension {
            Some(Extension::Glyph(place)) if after == After::Move => {
                self.after = After::Move;
                Ok(CpgnToken::Glyph(GLYPHS[usize::from(place) % GLYPHS.len()]))
            }
            Some(Extension::Raw) if may_follow => {
                let text = self.closed_text(bit, self.limits.comment, Code::LimitComment)?;
                self.check(bit, text, |text, depth| parts::is_aside(text, depth > 0)).map(CpgnToken::Raw)
            }
            Some(Extension::Long) if may_follow => {
                let text = self.sized_text(bit)?;
                if text.length as u64 > self.limits.comment {
                    return Err(CpgnFlaw::at(bit, Code::LimitComment));
                }
                Ok(CpgnToken::Comment(text))
            }
            Some(Extension::Stored) if may_follow => {
                self.after = After::Stored;
                let text = self.sized_text(bit)?;
                let limits = self.limits;
                self.check(bit, text, |text, depth| parts::is_rest(text, &limits, depth as u64)).map(CpgnToken::Stored)
            }
            Some(Extension::Pre) if after == After::Start => {
                let text = self.closed_text(bit, self.limits.comment, Code::LimitComment)?;
                self.check(bit, text, |text, _| parts::is_comments(text)).map(CpgnToken::Pre)
            }
            Some(Extension::Tail) if after != After::Tail && self.depth() == 0 => {
                self.after = After::Tail;
                let text = self.closed_text(bit, self.limits.comment, Code::LimitComment)?;
                self.check(bit, text, |text, _| parts::is_comments(text)).map(CpgnToken::Tail)
            }
            _ => reserved,
        }
    }

    /// The text, if it is what its code announces.
    fn check(&self, bit: usize, text: BitText, fits: impl FnOnce(&[u8], usize) -> bool) -> Result<BitText, CpgnFlaw> {
        if fits(&text.of(self.bits.bytes), self.depth()) {
            return Ok(text);
        }
        Err(CpgnFlaw { bit, code: Code::CpgnText, text: Some(text) })
    }
}
