//! Converts the tags of a game to PGN.

use super::TagSink;
use super::places::{
    BOARD, GAME_FORMAT, MOVE_FORMAT, NAG_FORMAT, RESULT, RULES, SET_UP, VARIANT, assumed, place, says_only, spelled,
};
use crate::dialect::vgn::result;
use crate::dialect::vgn::rules::RuleSet;
use crate::dialect::{self, is_told_by_rules, label, tells_rules, variant_tag};
use crate::loss::LossKind;
use crate::position::fen::{self, Style};
use crate::rules::{Position, Rules};
use crate::step::{Dialect, Head, Termination};
use alloc::borrow::Cow;

/// Whether tags in the dialect of PGN determine where the game starts.
pub fn tells_start(head: &Head<'_>) -> bool {
    let told = || head.tags.iter().find(|(name, _)| name == "FEN").map(|(_, value)| value.as_bytes());
    // Comparing texts is faster than reading one, and suffices for a FEN that was written from the position.
    let written = |fen: &[u8]| fen::write(head.start, Style::default()).as_bytes() == fen;
    let same = |fen: &[u8]| {
        written(fen) || fen::read(fen, Some(head.start.rules())).is_ok_and(|(start, _)| start == *head.start)
    };
    head.standard_start || tells_rules_of(head, told().is_some()) && told().map_or(is_told_by_rules(head.start), same)
}

/// Whether the Variant tag, with the FEN if there is one, determines the rules of the game.
fn tells_rules_of(head: &Head<'_>, with_fen: bool) -> bool {
    let value = || head.tags.iter().find(|(name, _)| name == VARIANT).map(|(_, value)| &**value);
    head.start.rules() == Rules::STANDARD || says(value(), head.start, with_fen)
}

/// Whether a Variant tag of this value means the rules of a start, with its FEN or without.
fn says(variant: Option<&str>, start: &Position, with_fen: bool) -> bool {
    if with_fen {
        return tells_rules(variant, start);
    }
    let named = variant.map_or(Ok(None), dialect::variant);
    named.is_ok_and(|rules| rules.unwrap_or(Rules::STANDARD) == start.rules())
}

/// Whether tags without a FEN leave open where a game starts.
pub(super) fn needs_board(head: &Head<'_>) -> bool {
    !head.standard_start && !is_told_by_rules(head.start)
}

/// Adds tags for the start of a game whose tags do not give it.
#[cold]
fn tell_start(head: &Head<'_>, out: &mut impl TagSink) {
    let (needs_board, odd) = (needs_board(head), head.start.rules() != Rules::STANDARD);
    let mut named = false;
    for (name, value) in head.tags.iter().filter(|(name, _)| name != "SetUp" && name != "FEN") {
        let is_first = name == VARIANT && !core::mem::replace(&mut named, true);
        if is_first && odd && !says(Some(value), head.start, needs_board) {
            out.tag(name, &variant_tag(head.start));
        } else {
            out.tag(name, value);
        }
    }
    if odd && !named {
        out.tag(VARIANT, &variant_tag(head.start));
    }
    if needs_board {
        out.tag("SetUp", "1");
        out.tag("FEN", &fen::write(head.start, Style::default()));
    }
}

/// Whether the Rules tag of a game of VGN means the rules by which it is played.
fn is_played_by_tag(head: &Head<'_>) -> bool {
    let told = head.tags.iter().rfind(|(name, _)| place(name, Dialect::Vgn) == RULES);
    let played = told.and_then(|(_, value)| RuleSet::read(value).ok()?.played_by().ok());
    played.is_some_and(|played| played == head.start.rules() || played.with_free_castling() == head.start.rules())
}

/// Passes on the tags of a game in the dialect of PGN. `marker` is how the game ended. Tags in that dialect do not
/// change, unless they do not determine the start.
pub fn to_pgn(head: &Head<'_>, marker: Termination, out: &mut impl TagSink) {
    if head.dialect == Dialect::Pgn {
        if !tells_start(head) {
            return tell_start(head, out);
        }
        return head.tags.iter().for_each(|(name, value)| out.tag(name, value));
    }
    let rules = head.start.rules();
    let odd = rules != Rules::STANDARD;
    let by_tag = is_played_by_tag(head);
    let termination = head.tags.iter().find(|(name, _)| name == "Termination").map(|(_, value)| &**value);
    let names_board =
        |(name, value): &(Cow<'_, str>, Cow<'_, str>)| place(name, Dialect::Vgn) == SET_UP && value.trim() != "0";
    let with_fen = head.tags.iter().any(names_board) || needs_board(head);
    let mut variant_due = odd;
    let mut ended = false;
    for tag in head.tags {
        let (name, value) = (&*tag.0, &*tag.1);
        match place(name, Dialect::Vgn) {
            GAME_FORMAT | NAG_FORMAT | MOVE_FORMAT | BOARD | SET_UP => {}
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
                Ok(set) if odd && says_only(&set, rules) => {
                    let label = label::split(value).1;
                    let is_assumed = label.is_some_and(|label| label == assumed(rules));
                    variant_due &= !(is_assumed && with_fen && tells_rules(None, head.start));
                    if label.is_some() && !is_assumed {
                        out.tag("Rules", value);
                    }
                }
                _ => out.tag("Rules", value),
            },
            _ if name == VARIANT && (odd || by_tag) => {
                variant_due = false;
                if says(Some(value), head.start, with_fen) {
                    out.tag(name, value);
                } else {
                    // The tag Rules differs, and the game was played by it.
                    out.lose(LossKind::TagText);
                    out.tag(name, &variant_tag(head.start));
                }
            }
            place => out.tag(spelled(place, name), value),
        }
    }
    if variant_due {
        out.tag(VARIANT, &variant_tag(head.start));
    }
    if with_fen {
        out.tag("SetUp", "1");
        out.tag("FEN", &fen::write(head.start, Style::default()));
    }
}
