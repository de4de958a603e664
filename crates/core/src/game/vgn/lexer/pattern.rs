//! The games of VGN in a text format that the strict reader accepts, as a regular expression made from the tables of
//! the lexer.
//!
//! Words are separated by **gaps**: white space and the tokens that end every word. A NAG is such a token.

use super::{CLASS, SPACE, TERMINATIONS};
use crate::dialect::vgn::codes::{MOVE_FORMATS, MoveFormat};
use crate::name::is_plain_byte;
use crate::pattern::{Case, DEPTH, GameRegex, class, in_any_case, literal, one_of, other_than};
use alloc::format;
use alloc::string::String;

/// A separate move number: `12.`, `12...`, `12.5`.
const NUMBER: &str = r"[0-9]+(?:\.+|\.5)";
/// A NAG from 0 to 255, or a composite one.
const NAG: &str = r"\$(?:0*(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])|[0-9]+(?:\.[0-9]+)+)";
const LINE: &str = r"[^\n\r]*";

/// The names of the tags that determine how a game is read.
const GAME_FORMAT: &str = "GameFormat";
const MOVE_FORMAT: &str = "MoveFormat";

/// The pattern of a game. `word` gives the expression that a move in a format fits.
pub(in crate::game::vgn) fn game(word: impl Fn(&MoveFormat) -> Option<String>) -> GameRegex {
    let texts = MOVE_FORMATS.iter().filter(|format| !format.binary);
    let games = texts.filter_map(|format| Some(format!("{}{}", tags(format), moves(&word(format)?))));
    GameRegex::nested(format!("(?:\u{feff})?{}", one_of(games)))
}

fn space() -> String {
    class(|byte| CLASS[usize::from(byte)] == SPACE)
}

/// White space, or a comment.
fn gap() -> String {
    format!(r"(?:{}|\{{[^}}]*\}}|;{LINE}[\n\r])", space())
}

/// A tag whose name and value fit these expressions.
fn tag(name: &str, value: &str) -> String {
    let space = space();
    format!(r#"\[{space}*{name}{space}+"{value}"{space}*\]"#)
}

/// A value with this code, and perhaps a label.
fn coded(code: &str) -> String {
    format!(r#"[ \t\x0b\x0c]*{}[ \t\x0b\x0c]*(?::(?:[^\\"\n\r]|\\["\\])*)?"#, in_any_case(code))
}

/// The tags of a game of VGN whose moves are in this format.
fn tags(format: &MoveFormat) -> String {
    let gap = gap();
    let others = other_than(&[GAME_FORMAT, MOVE_FORMAT], Case::Any, &is_plain_byte);
    let others = format!(r#"(?:{gap}|{})*"#, tag(&others, r#"(?:[^\\"\n\r]|\\["\\])*"#));
    let game = tag(GAME_FORMAT, &coded("VGN"));
    let moves = tag(MOVE_FORMAT, &coded(format.code));
    // What no tag names is the first format of the list.
    let unnamed = if core::ptr::eq(format, &MOVE_FORMATS[0]) { "?" } else { "" };
    format!("{others}(?:{game}(?:{others}{moves}){unnamed}|{moves}{others}{game}){others}")
}

/// The moves of a game, each of which fits `word`, and its marker.
fn moves(word: &str) -> String {
    let result = one_of(TERMINATIONS.iter().map(|(text, _)| literal(text)));
    let nags = format!("(?:{NAG})*");
    let with_move = format!("{word}{nags}");
    let innermost = variation(&with_move, &nags, &result, &gap());
    let variation = (1..DEPTH).fold(innermost, |inner, _| variation(&with_move, &nags, &result, &or_variation(&inner)));
    let (gap, any_gap) = (gap(), or_variation(&variation));
    let bare = format!("(?:{NUMBER})?{nags}");
    let first = format!("(?:{bare}{gap})*");
    // A marker is a word of its own, so a gap is before it, or the tags.
    let played = format!("{with_move}(?:{any_gap}(?:{with_move}|{bare}))*{any_gap}");
    format!("{first}(?:{played})?{result}{}*", space())
}

fn or_variation(variation: &str) -> String {
    format!("(?:{}|{variation})", gap())
}

/// A variation. It replaces a move, so none precedes the first move of another one, which is followed by `any_gap`.
fn variation(with_move: &str, nags: &str, result: &str, any_gap: &str) -> String {
    let bare = format!("(?:(?:{NUMBER}|{result})?{nags})");
    let gap = gap();
    format!(r"\((?:{bare}{gap})*{with_move}(?:{any_gap}(?:{with_move}|{bare}))*\)")
}
