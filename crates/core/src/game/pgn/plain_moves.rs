//! The reader of PGN, as the code that plays games uses it, with its path for plain moves.

use super::lexer::PlainCursor;
use super::reader::PgnReader;
use crate::error::Code;
use crate::event::{Bytes, Item, NearTag, TagStart, UsualTag};
use crate::game::number::Numeral;
use crate::notation::{Claim, MoveNotation, san};
use crate::read::{Encoded, GameReader, Player, Record, WrittenMove};
use crate::rules::Color;
use crate::step::{CommentForm, Sink};
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
    // Nothing in the loop stops the game, so this is not checked again.
    loop {
        numeral.turn_to(player.position().fullmove());
        let Some(ahead) = cursor.ahead() else { break };
        if ahead[1] == b'{' {
            let Some(text) = cursor.take_comment() else { break };
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
        player.play(WrittenMove { start, word: peeked.word }, named, record, sink);
        if sink.takes_movetext() && !player.position().is_careful() {
            let start = cursor.at();
            let end = play_text(&mut cursor, &mut numeral, player, record);
            if end > start {
                sink.take_movetext(cursor.passed(start, end), player.position());
            }
        }
    }
    reader.resume(cursor);
    reader.numeral = numeral;
}

/// Plays moves as long as they are written as in the export format. Returns where the last one ends without its mark, which may
/// not be the one that the board shows. The moves need no steps, so this is compiled without what a sink does with them.
#[inline(never)]
fn play_text<'a>(
    from: &mut PlainCursor<'a>,
    first: &mut Numeral,
    player: &mut Player<'a>,
    record: &mut Record<'a>,
) -> usize {
    let (mut cursor, mut numeral) = (*from, *first);
    loop {
        numeral.turn_to(player.position().fullmove());
        let Some(ahead) = cursor.ahead() else { break };
        let Some(peeked) = PlainCursor::peek(ahead, &numeral, player.position().turn() == Color::Black) else { break };
        if !peeked.is_usual {
            break;
        }
        let short = san::Short::of(peeked.eight, peeked.word.len());
        let proper = player.resolve_strict(short);
        if !proper.is_some() {
            break;
        }
        let named = proper.named();
        if cursor.suffix_follows(&peeked) || !named.notes.is_empty() {
            break;
        }
        let start = cursor.start(&peeked);
        cursor.accept(&peeked);
        player.play(WrittenMove { start, word: peeked.word }, named, record, &mut ());
        // Mate is the last move, whether it is marked as such or as check, so only the last mark needs a look at it.
        let claim = named.claim;
        let may_be_odd = claim.may_differ(player.position().alarm());
        if claim == Claim::Mate || may_be_odd && !claim.is_san_mark_of(player.position()) {
            break;
        }
    }
    let is_marked = matches!(cursor.passed(from.at(), cursor.at()), [.., b'+' | b'#']);
    (*from, *first) = (cursor, numeral);
    cursor.at() - usize::from(is_marked)
}
