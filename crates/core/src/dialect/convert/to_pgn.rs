//! Converts the tags of a game to PGN.

use super::TagSink;
use super::places::{
    ASSUMED, BOARD, CHESS960, GAME_FORMAT, MOVE_FORMAT, NAG_FORMAT, RESULT, RULES, SET_UP, VARIANT, is_chess960, place,
    spelled,
};
use crate::dialect::label;
use crate::dialect::vgn::result;
use crate::dialect::vgn::rules::RuleSet;
use crate::loss::LossKind;
use crate::position::fen::{self, Style};
use crate::rules::{self, Rules};
use crate::step::{Dialect, Head, Termination};

/// Whether tags that speak PGN tell where the game starts.
pub fn tells_start(head: &Head<'_>) -> bool {
    let told = || head.tags.iter().find(|(name, _)| name == "FEN").map(|(_, value)| value.as_bytes());
    // Comparing texts is faster than reading one, and suffices for a FEN that was written from the position.
    let written = |fen: &[u8]| fen::write(head.start, Style::default()).as_bytes() == fen;
    let same = |fen: &[u8]| {
        written(fen) || fen::read(fen, Some(head.start.rules())).is_ok_and(|(start, _)| start == *head.start)
    };
    head.standard_start || told().is_some_and(same)
}

/// Tells where a game starts whose tags do not.
#[cold]
fn tell_start(head: &Head<'_>, out: &mut impl TagSink) {
    for (name, value) in head.tags.iter().filter(|(name, _)| name != "SetUp" && name != "FEN") {
        out.tag(name, value);
    }
    if head.start.rules() == Rules::CHESS960 && !head.tags.iter().any(|(name, _)| name == VARIANT) {
        out.tag(VARIANT, CHESS960);
    }
    out.tag("SetUp", "1");
    out.tag("FEN", &fen::write(head.start, Style::default()));
}

/// Tells the tags of a game as PGN has them. `marker` is how the game ended. Tags that speak PGN stay as they are, but where
/// they do not tell the start.
pub fn to_pgn(head: &Head<'_>, marker: Termination, out: &mut impl TagSink) {
    if head.dialect == Dialect::Pgn {
        if !tells_start(head) {
            return tell_start(head, out);
        }
        return head.tags.iter().for_each(|(name, value)| out.tag(name, value));
    }
    let chess960 = head.start.rules() == Rules::CHESS960;
    let termination = head.tags.iter().find(|(name, _)| name == "Termination").map(|(_, value)| &**value);
    let mut variant_due = chess960;
    let (mut named, mut ended) = (false, false);
    for tag in head.tags {
        let (name, value) = (&*tag.0, &*tag.1);
        match place(name, Dialect::Vgn) {
            GAME_FORMAT | NAG_FORMAT | MOVE_FORMAT | BOARD => {}
            SET_UP => named |= value.trim() != "0",
            RESULT => {
                out.tag("Result", marker.as_str());
                if result::spelled(value).is_some() {
                    out.lose(LossKind::TagText);
                }
                if !result::says_more(value, marker) {
                    continue;
                }
                match termination {
                    _ if result::is_told_by_board(value) && result::agrees(value, marker) => {}
                    None if result::agrees(value, marker) && !ended => {
                        ended = true;
                        out.tag("Termination", result::termination(value).unwrap_or(value));
                    }
                    Some(said) if result::of_termination(said, marker) == Some(value) => {}
                    _ => out.lose(LossKind::ResultSentence),
                }
            }
            RULES => match RuleSet::read(value) {
                Ok(rules) if chess960 && rules == RuleSet::chess960() => {
                    let label = label::split(value).1;
                    variant_due &= label != Some(ASSUMED);
                    if label.is_some() && label != Some(ASSUMED) {
                        out.tag("Rules", value);
                    }
                }
                _ => out.tag("Rules", value),
            },
            _ if name == VARIANT && chess960 => {
                variant_due = false;
                if is_chess960(name, value) || rules::find(value).is_none() {
                    out.tag(name, value);
                } else {
                    // The Rules say otherwise, and the game was played by them.
                    out.lose(LossKind::TagText);
                    out.tag(name, CHESS960);
                }
            }
            place => out.tag(spelled(place, name), value),
        }
    }
    if variant_due {
        out.tag(VARIANT, CHESS960);
    }
    if named || !head.standard_start {
        out.tag("SetUp", "1");
        out.tag("FEN", &fen::write(head.start, Style::default()));
    }
}
