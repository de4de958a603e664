//! Codes to events, game by game.

use super::bits::BitText;
use super::decoder::{CpgnDecoder, CpgnFlaw, CpgnToken, LocatedToken};
use super::fragment::Fragment;
use super::layout::{GLYPHS, Layout};
use crate::error::Code;
use crate::event::{Bytes, Event, Item, What};
use crate::limits::Limits;
use crate::notation::{MoveNotation, ParsedMove, san};
use crate::read::{GameReader, Player, Record, WrittenMove};
use crate::step::{CommentForm, GamePart, Sink, Termination};
use crate::text::{hex, push_tag};
use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

/// Reads the games of a block of cpgn.
pub struct CpgnReader<'a> {
    block: &'a [u8],
    limits: Limits,
    decoder: CpgnDecoder<'a>,
    stage: CpgnStage,
    /// A fault of the file as a whole, until it is reported.
    unreadable: Option<CpgnFlaw>,
    /// Events that are known ahead of those that the decoder gives.
    queue: VecDeque<Item<'a>>,
    /// A code that the plain moves ended at.
    pending: Option<LocatedToken>,
    /// A text among the codes, until all of it was emitted.
    fragment: Option<Fragment<'a>>,
    /// The rest of a line that was emitted last.
    stored: Option<BitText>,
    /// The texts of the game that may be all of it.
    texts: Texts,
    /// Where the game starts and ends, in bytes.
    span: Range<usize>,
    /// Whether it was noted that a text of the game is not UTF-8.
    noted_encoding: bool,
    /// Whether nothing after this game can be read.
    broken: bool,
    cut_short: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CpgnStage {
    /// The tags are to be emitted.
    Head,
    Codes,
    Over,
}

/// The texts around the moves of a game, or in their place.
#[derive(Clone, Copy, Debug, Default)]
struct Texts {
    before: Option<BitText>,
    stored: Option<BitText>,
    tail: Option<BitText>,
    result: Option<Termination>,
}

impl<'a> CpgnReader<'a> {
    /// Reads a block of this layout, whose first game starts with this byte.
    pub(super) fn new(block: &'a [u8], at: usize, layout: Layout, limits: &Limits) -> CpgnReader<'a> {
        let version = block.first().filter(|byte| at > 0 && **byte != 0);
        let unreadable =
            version.map(|_| CpgnFlaw { bit: 0, code: Code::CpgnVersion, text: Some(BitText { bit: 0, length: 1 }) });
        CpgnReader {
            block,
            limits: *limits,
            decoder: CpgnDecoder::new(block, 8 * at, layout, limits),
            stage: CpgnStage::Over,
            unreadable,
            queue: VecDeque::new(),
            pending: None,
            fragment: None,
            stored: None,
            texts: Texts::default(),
            // The version belongs to the first game.
            span: 0..0,
            noted_encoding: false,
            broken: false,
            cut_short: false,
        }
    }

    /// Reads the text before the codes of a game and emits it.
    fn tell_head(&mut self) {
        self.stage = CpgnStage::Codes;
        let opened = match self.unreadable.take() {
            Some(flaw) => Err(flaw),
            None => self.decoder.open(),
        };
        let told: Vec<_> = self.decoder.tags().map(|(bit, tag)| (bit, tag.clone())).collect();
        for (bit, tag) in told {
            self.note_encoding(bit, &tag.raw);
            self.queue.push_back(Item::event(bit, Event::Tag(tag)));
        }
        match opened {
            Ok(()) => self.queue.push_back(Item::event(self.decoder.at(), Event::Begin)),
            Err(flaw) => self.fail(flaw),
        }
    }

    /// Ends the game at something that cannot be read. Nothing shows where another game starts.
    #[cold]
    fn fail(&mut self, flaw: CpgnFlaw) {
        let item = self.fault(flaw);
        self.queue.push_back(item);
        self.stage = CpgnStage::Over;
        self.broken = true;
    }

    fn fault(&self, flaw: CpgnFlaw) -> Item<'a> {
        let too_long = self.cut_short && flaw.code == Code::CpgnTruncated;
        let code = if too_long { Code::LimitGame } else { flaw.code };
        let text = flaw.text.map_or(Cow::Borrowed(&b""[..]), |text| text.of(self.block));
        // The version is a number, and no text.
        let text = if code == Code::CpgnVersion { Cow::Owned(hex(&text).into_bytes()) } else { text };
        Item { start: flaw.bit, what: What::Fault(code, text) }
    }

    /// Notes once a game that a text is not UTF-8.
    fn note_encoding(&mut self, bit: usize, text: &[u8]) {
        if !self.noted_encoding && core::str::from_utf8(text).is_err() {
            self.noted_encoding = true;
            self.queue.push_back(Item::fault(bit, Code::EncodingCp1252, b""));
        }
    }

    /// Emits the next code as events.
    fn tell_next(&mut self) {
        let next = match self.pending.take() {
            Some(found) => Ok(Some(found)),
            None => self.decoder.next(),
        };
        match next {
            Ok(Some(found)) => self.tell(found),
            Ok(None) => self.stage = CpgnStage::Over,
            Err(flaw) => self.fail(flaw),
        }
        self.tell_notes();
    }

    #[inline]
    fn tell_notes(&mut self) {
        while let Some(note) = self.decoder.notes.pop() {
            let item = self.fault(note);
            self.queue.push_back(item);
        }
    }

    fn tell(&mut self, found: LocatedToken) {
        let LocatedToken { bit, token } = found;
        let event = match token {
            CpgnToken::Move { named, flagged, spelled } => Event::Move(self.word(named, flagged, spelled)),
            CpgnToken::Glyph(sign) => {
                let value = 1 + GLYPHS.iter().position(|known| *known == sign).unwrap_or(0) as u8;
                Event::Nag { value: Some(value), spelled: Cow::Borrowed(sign.as_bytes()) }
            }
            CpgnToken::Nag(value) => {
                Event::Nag { value: Some(value), spelled: Cow::Owned(format!("${value}").into_bytes()) }
            }
            CpgnToken::Comment(text) => {
                let said = text.of(self.block);
                self.note_encoding(text.bit, &said);
                Event::Comment { text: said, form: CommentForm::Braces }
            }
            CpgnToken::Open => Event::Open,
            CpgnToken::Close => Event::Close,
            CpgnToken::Raw(text) => return self.tell_fragment(text, None),
            CpgnToken::Stored(text) => {
                self.stored = Some(text);
                self.texts.stored = Some(text).filter(|_| self.decoder.depth() == 0);
                return self.tell_fragment(text, None);
            }
            CpgnToken::Pre(text) => {
                self.texts.before = Some(text);
                return self.tell_fragment(text, Some(GamePart::Prologue));
            }
            CpgnToken::Tail(text) => {
                self.texts.tail = Some(text);
                return;
            }
            CpgnToken::End(result) => return self.end(bit, result),
        };
        self.queue.push_back(Item::event(bit, event));
    }

    /// Emits a text of PGN, and then that it was one of these parts.
    fn tell_fragment(&mut self, text: BitText, part: Option<GamePart>) {
        self.note_encoding(text.bit, &text.of(self.block));
        let then = part.map(|part| Item::event(text.bit, Event::Verbatim(part, text.of(self.block))));
        let around = self.decoder.depth() as u64;
        self.fragment = Some(Fragment::new(self.block, text, around, &self.limits, then));
    }

    fn end(&mut self, bit: usize, result: Termination) {
        self.texts.result = Some(result);
        self.queue.push_back(Item::event(bit, Event::Termination(result)));
        if let Some(tail) = self.texts.tail {
            self.tell_fragment(tail, Some(GamePart::Tail));
        }
    }

    /// How the last move of the decoder is written.
    fn word(&self, named: ParsedMove, flagged: bool, spelled: Option<BitText>) -> Bytes<'a> {
        if let Some(text) = spelled {
            return text.of(self.block);
        }
        let mut before = self.decoder.position().clone();
        before.take_back(self.decoder.last_move());
        let mut word = Vec::new();
        san::write(&before, named.mv, &mut word);
        if flagged {
            word.extend_from_slice(b" e.p.");
        }
        Cow::Owned(word)
    }
}

impl<'a> GameReader<'a> for CpgnReader<'a> {
    fn next_game(&mut self) -> bool {
        self.skip(&mut |_, _, _| {});
        let start = if self.broken { self.block.len() } else { self.decoder.at() / 8 };
        // The version precedes the first game and belongs to it.
        let first = self.span.end == 0;
        self.span = if first { 0 } else { start }..self.block.len();
        if self.broken || self.decoder.is_at_end() && self.unreadable.is_none() {
            return false;
        }
        self.stage = CpgnStage::Head;
        self.queue.clear();
        (self.pending, self.fragment, self.stored) = (None, None, None);
        self.texts = Texts::default();
        self.noted_encoding = false;
        true
    }

    fn next_event(&mut self) -> Option<Item<'a>> {
        loop {
            if let Some(item) = self.queue.pop_front() {
                return Some(item);
            }
            if let Some(fragment) = &mut self.fragment {
                if !fragment.refill(&mut self.queue) {
                    self.fragment = None;
                }
                continue;
            }
            match self.stage {
                CpgnStage::Head => self.tell_head(),
                CpgnStage::Codes => self.tell_next(),
                CpgnStage::Over => return None,
            }
        }
    }

    /// All that is left of the block belongs to a game that cannot be read.
    fn span(&self) -> Range<usize> {
        let end = if self.broken { self.block.len() } else { self.decoder.at() / 8 };
        self.span.start..end
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        None
    }

    fn stands_alone(&self) -> bool {
        false
    }

    fn places_are_bits(&self) -> bool {
        true
    }

    fn place_of(&self, byte: usize) -> usize {
        8 * byte
    }

    fn verbatim(&self, places: Range<usize>) -> Option<Bytes<'a>> {
        // Only a text that is stored is there as text, and more codes may follow it.
        let stored = self.stored.filter(|text| (text.bit..=text.end()).contains(&places.start))?;
        let length = (stored.end().min(places.end) - places.start) / 8;
        Some(BitText { bit: places.start, length }.of(self.block))
    }

    /// A game whose tags let no move be played holds its moves as a text.
    fn as_it_stood(&self) -> Option<Bytes<'a>> {
        let Texts { before, stored, tail, result } = self.texts;
        let mut out = Vec::new();
        let line = |text: Option<BitText>, out: &mut Vec<u8>| {
            out.extend(text.iter().flat_map(|text| text.of(self.block).into_owned()));
            out.extend(text.map(|_| b'\n'));
        };
        line(before, &mut out);
        for (_, tag) in self.decoder.tags() {
            push_tag(&tag.name, &mut out, |out| out.extend_from_slice(&tag.raw));
        }
        out.push(b'\n');
        out.extend(stored.iter().flat_map(|text| text.of(self.block).into_owned()));
        if !out.ends_with(b" ") && !out.ends_with(b"\n") {
            out.push(b'\n');
        }
        out.extend_from_slice(result?.as_str().as_bytes());
        out.push(b'\n');
        line(tail, &mut out);
        Some(Cow::Owned(out))
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
    }

    fn skip(&mut self, fault: &mut dyn FnMut(usize, Code, &[u8])) {
        if self.stage == CpgnStage::Head {
            self.tell_head();
        }
        let mut told = core::mem::take(&mut self.queue);
        (self.pending, self.fragment) = (None, None);
        while self.stage == CpgnStage::Codes {
            match self.decoder.next() {
                Ok(Some(_)) => {}
                Ok(None) => self.stage = CpgnStage::Over,
                Err(flaw) => self.fail(flaw),
            }
            self.tell_notes();
            told.append(&mut self.queue);
        }
        for item in told {
            if let What::Fault(code, text) = item.what {
                fault(item.start, code, &text);
            }
        }
    }

    #[inline]
    fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        play(self, player, record, sink);
    }
}

/// Plays moves as long as nothing else comes.
#[inline(never)]
fn play<'a, S: Sink>(reader: &mut CpgnReader<'a>, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
    let waits = reader.stage != CpgnStage::Codes || !reader.queue.is_empty() || reader.fragment.is_some();
    if waits || reader.pending.is_some() || !player.is_running() {
        return;
    }
    loop {
        let found = match reader.decoder.next() {
            Ok(Some(found)) => found,
            Ok(None) => return reader.stage = CpgnStage::Over,
            Err(flaw) => return reader.fail(flaw),
        };
        let CpgnToken::Move { named, flagged, spelled } = found.token else {
            reader.pending = Some(found);
            return;
        };
        if flagged || spelled.is_some() {
            let word = reader.word(named, flagged, spelled);
            player.play(WrittenMove { start: found.bit, word: &word }, named, record, sink);
        } else {
            player.play_unwritten(found.bit, named, record, sink);
        }
        if !reader.decoder.notes.is_empty() {
            return reader.tell_notes();
        }
    }
}
