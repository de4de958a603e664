//! The reader of PGN, as the code that plays games uses it, with its path for plain moves.

use super::lexer::PlainCursor;
use super::reader::PgnReader;
use crate::error::Code;
use crate::event::{Bytes, Item, NearTag, TagStart, UsualTag};
use crate::notation::{Claim, MoveNotation, san};
use crate::read::{Encoded, GameReader, Player, Record, WrittenMove};
use crate::rules::{Color, Position};
use crate::step::{CommentForm, Sink, Step};
use alloc::borrow::Cow;
use core::ops::Range;

impl<'a> GameReader<'a> for PgnReader<'a> {
    fn next_game(&mut self) -> bool {
        PgnReader::next_game(self)
    }

    #[inline(always)]
    fn next_event(&mut self) -> Option<Item<'a>> {
        PgnReader::next_event(self)
    }

    fn is_before_tags(&self) -> bool {
        PgnReader::is_before_tags(self)
    }

    fn span(&self) -> Range<usize> {
        PgnReader::span(self)
    }

    #[inline(always)]
    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        None
    }

    /// If the block is not all UTF-8, the game may be read ahead of time to see whether its own bytes are.
    #[inline]
    fn encoding(&mut self, utf8: bool) -> Encoded {
        if utf8 { Encoded::default() } else { self.encoding_ahead() }
    }

    fn again(&self) -> Option<PgnReader<'a>> {
        Some(self.at_start_of_game())
    }

    fn verbatim(&self, places: Range<usize>) -> Option<Bytes<'a>> {
        self.text_at(places).map(Cow::Borrowed)
    }

    fn cut_short(&mut self) {
        self.end_is_cut();
    }

    fn skip(&mut self, _fault: &mut dyn FnMut(usize, Code, &[u8])) {
        PgnReader::skip(self);
    }

    #[inline(always)]
    fn take_tag(&mut self, expected: &TagStart<'_>) -> Option<NearTag<'a>> {
        PgnReader::take_tag(self, expected)
    }

    #[inline(always)]
    fn pass_tags(&mut self, expected: &[UsualTag<'_>]) -> usize {
        PgnReader::pass_tags(self, expected)
    }

    #[inline(always)]
    fn is_at_end(&self) -> bool {
        PgnReader::is_at_end(self)
    }

    #[inline(always)]
    fn begin_moves(&mut self) -> bool {
        PgnReader::begin_moves(self)
    }

    #[inline(always)]
    fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        play(self, player, record, sink);
    }
}

/// Plays numbers, moves in proper SAN and short comments until anything else comes: nearly always to the end. Anything
/// else is left to be read with care.
#[inline(never)]
fn play<'a, S: Sink>(reader: &mut PgnReader<'a>, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
    let Some(mut cursor) = reader.cursor() else { return };
    let mut numeral = reader.numeral;
    if !player.is_running() {
        return;
    }
    let mut movetext = Movetext::NONE;
    // Nothing in the loop stops the game, so this is not checked again.
    loop {
        numeral.turn_to(player.position().fullmove());
        let Some(ahead) = cursor.ahead() else { break };
        if ahead[1] == b'{' {
            let Some(text) = cursor.take_comment() else { break };
            movetext.give(&cursor, player, sink);
            player.comment(Cow::Borrowed(text), CommentForm::Braces, record, sink);
            continue;
        }
        let Some(peeked) = PlainCursor::peek(ahead, &numeral, player.position().turn() == Color::Black) else { break };
        let short = san::Short::of(peeked.eight, peeked.word.len());
        let proper = player.resolve_strict(short);
        if !proper.is_some() {
            break;
        }
        let named = proper.named();
        if cursor.suffix_follows(&peeked) {
            break;
        }
        let start = cursor.start(&peeked);
        cursor.accept(&peeked);
        if movetext.is_open() && !(peeked.is_usual && named.notes.is_empty()) {
            movetext.give(&cursor, player, sink);
        }
        let is_muted = movetext.is_open();
        player.play(WrittenMove { start, word: peeked.word }, named, record, &mut Muted { sink, is_muted });
        if is_muted {
            movetext.add(cursor.at(), named.claim, player.position());
        }
        if movetext.is_odd {
            movetext.give(&cursor, player, sink);
        }
        if !movetext.is_open() && sink.takes_movetext() && !player.position().is_careful() {
            movetext = Movetext::behind(cursor.at());
        }
    }
    movetext.give(&cursor, player, sink);
    reader.resume(cursor);
    reader.numeral = numeral;
}

/// Moves that a sink takes as text, as long as they are written as in the export format.
struct Movetext {
    /// Where they start, with the blank before them; [`NOWHERE`] if moves are emitted as steps.
    start: usize,
    /// Where the last one ends without its mark.
    end: usize,
    /// Whether the mark of the last one is not the one that the board shows.
    is_odd: bool,
}

/// No text is kept.
const NOWHERE: usize = usize::MAX;

impl Movetext {
    const NONE: Movetext = Movetext { start: NOWHERE, end: 0, is_odd: false };

    /// Moves that start at this place.
    #[inline(always)]
    fn behind(start: usize) -> Movetext {
        Movetext { start, end: start, is_odd: false }
    }

    #[inline(always)]
    fn is_open(&self) -> bool {
        self.start != NOWHERE
    }

    /// A move was played that ends here with its mark.
    #[inline(always)]
    fn add(&mut self, end: usize, claim: Claim, after: &Position) {
        let is_marked = claim != Claim::Quiet;
        self.end = end - usize::from(is_marked);
        self.is_odd = (is_marked || !after.is_quiet()) && !claim.is_san_mark_of(after);
    }

    /// Gives the moves to the sink. The next ones are emitted as steps.
    #[inline(always)]
    fn give<S: Sink>(&mut self, cursor: &PlainCursor<'_>, player: &Player<'_>, sink: &mut S) {
        let Movetext { start, end, .. } = core::mem::replace(self, Movetext::NONE);
        if start != NOWHERE && end > start {
            sink.take_movetext(cursor.passed(start, end), player.position());
        }
    }
}

/// A sink that may take no steps for now.
struct Muted<'s, S> {
    sink: &'s mut S,
    is_muted: bool,
}

impl<S: Sink> Sink for Muted<'_, S> {
    #[inline(always)]
    fn take(&mut self, step: Step<'_>) {
        if !self.is_muted {
            self.sink.take(step);
        }
    }

    #[inline(always)]
    fn is_listening(&self) -> bool {
        !self.is_muted && self.sink.is_listening()
    }
}
