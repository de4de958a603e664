//! Plays on as long as nothing but numbers, moves in proper SAN and short comments come: nearly always. What it does not know
//! it leaves to be read with care.

use super::reader::Reader;
use crate::notation::san;
use crate::read::{Player, Record, WrittenMove};
use crate::rules::{Color, Kind};
use crate::step::{CommentForm, Sink};
use alloc::borrow::Cow;

#[inline(never)]
pub(super) fn play<'a, S: Sink>(
    reader: &mut Reader<'a>,
    player: &mut Player<'a>,
    record: &mut Record<'a>,
    sink: &mut S,
) {
    let Some(mut cursor) = reader.cursor() else { return };
    let mut numeral = reader.numeral;
    while player.is_running() {
        numeral.turn_to(player.position().fullmove());
        if let Some(text) = cursor.take_comment() {
            player.comment(Cow::Borrowed(text), CommentForm::Braces, record, sink);
            continue;
        }
        let Some(peeked) = cursor.peek(&numeral) else { break };
        let short = san::Short::of(peeked.eight, peeked.word.len());
        let Some(named) = player.resolve_strict(short) else { break };
        let misnumbered = peeked.dots > 1 && player.position().turn() == Color::White;
        if misnumbered || named.mv.kind == Kind::EnPassant && cursor.suffix_follows(&peeked) {
            break;
        }
        let start = cursor.start(&peeked);
        cursor.accept(&peeked);
        player.play(WrittenMove { start, word: peeked.word }, named, record, sink);
    }
    reader.resume(cursor);
    reader.numeral = numeral;
}
