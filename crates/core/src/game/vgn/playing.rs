//! The path for plain moves, which nearly all are: a few comparisons per move.

use super::binary::Even;
use super::game::{Game, Section};
use super::text::TextMoves;
use crate::game::number::{Ahead, Numeral};
use crate::notation::MoveNotation;
use crate::notation::bccf::Bccf;
use crate::notation::fcn::Fcn;
use crate::read::{Player, Record, WrittenMove};
use crate::rules::Color;
use crate::step::Sink;

impl<'a> Game<'a> {
    /// Plays on as long as nothing but plain moves comes, as [`crate::read::GameReader::play_plain`] has it.
    #[inline(never)]
    pub fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        let Some(notation) = player.notation() else { return };
        if player.is_over() || !player.is_running() {
            return;
        }
        // The two notations that are mostly read have loops of their own, in which nothing is called through a table.
        match self.section() {
            Some(Section::Text(text)) if text.is_plain() => match Fcn::of(notation) {
                Some(fcn) => play_words(text, fcn, player, record, sink),
                None => play_words(text, notation, player, record, sink),
            },
            Some(Section::Binary(units)) => {
                if let (Some(even), Some(bccf)) = (units.plain_words(), Bccf::of(notation)) {
                    play_units(even, bccf, player, record, sink);
                }
            }
            _ => {}
        }
    }
}

/// Plays words of text. What it does not know it leaves to be read with care.
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
    // Nothing in the loop stops the game, so it is not asked again.
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

/// How many bytes precede the word after the number of the move that is next, and a blank; where another number is
/// there, as many as lead to no move.
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
