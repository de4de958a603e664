//! The games that the strict reader accepts, as a regular expression made from the tables of the lexer.
//!
//! A lexer takes as many bytes as it can and then examines the next ones; an expression cannot look ahead. The text is
//! therefore treated as runs and gaps. A **gap** is white space or a token that ends every word: anything may follow
//! it. The text between two gaps is a **run** of adjacent tokens, such as `1.e4` or `$1e5=`; it may be empty.

use super::classes::{BOM, CLASS, SPACE};
use super::signs::{HIGH_SIGNS, SIGNS};
use super::tags::{is_name, is_odd};
use crate::pattern::{Case, DEPTH, GameRegex, class, literal, one_of, other_than};
use crate::step::Termination;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A NAG from 0 to 255.
const NAG: &str = r"\$0*(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
/// Move numbers that end with a dot, after which anything may follow: `12.`, `12...`, `12. ...`, `12.5...`.
const NUMBERS: &str = r"(?:[0-9]+\.(?: ?\.(?: *\.)*|5(?: *\.)+)?)*";
/// A move number that ends with a digit: `12`, `12.5`.
const BARE_NUMBER: &str = r"(?:[0-9]+(?:\.5)?)";
/// Everything up to the end of a line.
pub(super) const LINE: &str = r"[^\n\r]*";
/// The end of a line, and the escaped lines after it.
const LINE_END: &str = r"[\n\r](?:%[^\n\r]*[\n\r])*";

/// The pattern of a game whose moves, each a word, fit the expression `word`.
pub(in crate::game::pgn) fn game(word: &str) -> GameRegex {
    let runs = Runs::new(word);
    let gap = gap();
    let innermost = runs.variation(&gap, &gap);
    let variation = (1..DEPTH).fold(innermost, |inner, _| runs.variation(&gap, &or_variation(&gap, &inner)));
    GameRegex::nested(runs.game(&gap, &or_variation(&gap, &variation)))
}

/// Runs of tokens that touch each other.
struct Runs {
    /// One with a move in it, and one without.
    with_move: String,
    without_move: String,
    /// A text after which a result that starts with a digit may come consists only of numbers with dots; this is one
    /// with NAGs and signs only, and the same after such a result.
    only_nags: String,
    behind_result: String,
}

impl Runs {
    fn new(word: &str) -> Runs {
        // A hyphen after a digit is part of a result.
        let (glued, apart): (Vec<_>, Vec<_>) = spelled(SIGNS).partition(|sign| sign.starts_with('-'));
        let (glued, apart) = (one_of(glued), one_of(apart));
        let sign = format!("(?:{glued}|{apart})?");
        let start = format!("{NUMBERS}(?:{glued}|{BARE_NUMBER}?{apart}?)");
        let nags = format!("(?:{NAG}{sign})*");
        Runs {
            with_move: format!("(?:{NUMBERS}{BARE_NUMBER}?|{start}{nags}{NAG}){word}{sign}(?:{NAG}(?:{word})?{sign})*"),
            without_move: format!("{start}{nags}"),
            only_nags: format!("{sign}{nags}"),
            behind_result: nags,
        }
    }

    /// A variation. It replaces a move, so none precedes the first move of another one. After that move comes
    /// `any_gap`.
    fn variation(&self, gap: &str, any_gap: &str) -> String {
        let Runs { with_move, without_move, .. } = self;
        let first = format!("(?:{without_move}{gap})*");
        format!(r"\({first}(?:{without_move}|{with_move}(?:{any_gap}(?:{with_move}|{without_move}))*)\)")
    }

    fn game(&self, gap: &str, any_gap: &str) -> String {
        let Runs { with_move, without_move, only_nags, behind_result } = self;
        let results = [Termination::WhiteWins, Termination::BlackWins, Termination::Draw];
        let result = format!("{NUMBERS}{}{behind_result}", one_of(results.map(|result| literal(result.as_str()))));
        let star = format!("{}{only_nags}", literal(Termination::Unknown.as_str()));
        let start = format!("(?:{bom})*(?:%{LINE}{LINE_END})?", bom = bom());
        let tags = format!("(?:(?:{only_nags}{gap})*{only_nags}{tags})?", tags = tags());
        let no_moves = format!("{without_move}{star}|{result}");
        let moves = format!("{with_move}(?:{any_gap}(?:{with_move}|{without_move}))*");
        let no_moves = format!("(?:{no_moves})(?:{gap}{only_nags})*");
        let moves = format!("{moves}(?:{star}|{any_gap}{result})(?:{gap}{only_nags})*");
        format!("{start}{tags}(?:{without_move}{gap})*(?:{no_moves}|{moves})(?:;{LINE})?(?:{LINE_END}%{LINE})?")
    }
}

/// The spellings in a table of signs, except for those that are not UTF-8.
pub(super) fn spelled(signs: impl IntoIterator<Item = (&'static [u8], u8)>) -> impl Iterator<Item = String> {
    signs.into_iter().filter_map(|(sign, _)| core::str::from_utf8(sign).ok()).map(literal)
}

pub(super) fn bom() -> String {
    String::from_utf8_lossy(BOM).into()
}

/// White space, except for the end of a line.
fn is_blank(byte: u8) -> bool {
    CLASS[usize::from(byte)] == SPACE && !matches!(byte, b'\n' | b'\r')
}

/// A gap, except for variations.
fn gap() -> String {
    let marks = "[!?]".into();
    let tokens = [class(is_blank), LINE_END.into(), format!(";{LINE}{LINE_END}"), comment(), marks];
    let signs = spelled(HIGH_SIGNS);
    one_of(tokens.into_iter().chain(signs))
}

fn or_variation(gap: &str, variation: &str) -> String {
    format!("(?:{gap}|{variation})")
}

/// A comment in braces.
fn comment() -> String {
    format!(r"\{{{}\}}", comment_text())
}

/// The text of a comment in braces. No line in it that follows an empty one starts with `[Name "`: there a game starts.
pub(super) fn comment_text() -> String {
    let bom = bom();
    let rest = r"[^\n\r}]*";
    let name = class(is_name);
    let no_name = class(|byte| !is_name(byte) && !matches!(byte, b'\n' | b'\r' | b'}'));
    let no_blank = class(|byte| !is_name(byte) && !matches!(byte, b'\n' | b'\r' | b'}' | b' ' | b'\t'));
    let no_tag = format!(r#"\[(?:{no_name}{rest}|{name}+(?:{no_blank}{rest}|[ \t]+(?:[^ \t"\n\r}}]{rest})?)?)?"#);
    let filled = format!(r"[ \t]*[^ \t\n\r}}]{rest}");
    let no_start =
        format!(r"(?:[ \t]+[^ \t\n\r}}]{rest}|[^\[{bom} \t\n\r}}]{rest}|{bom}(?:[^\[\n\r}}]{rest})?|{bom}?{no_tag})");
    let end = r"(?:\r\n|\n|\r)";
    format!(r"{rest}(?:{end}(?:{filled}|[ \t]*{end}(?:[ \t]*{end})*{no_start}))*(?:{end}[ \t]*)*")
}

/// Whether a byte may occur in a name about which nothing is noted.
fn is_usual(byte: u8) -> bool {
    is_name(byte) && !is_odd(byte)
}

/// The tag section. After an empty line a tag named Event would start another game.
fn tags() -> String {
    let blanks = r"[ \t]*";
    let value = format!(r#"{blanks}"(?:[^\\"\n\r]|\\[^\n\r])*"{blanks}\]"#);
    let (name, other) = (class(is_usual), other_than(&["Event"], Case::Exact, &is_usual));
    let line_end = r"(?:\r\n|\n|\r)";
    let same_section = format!(r"{blanks}(?:{line_end}(?:%{LINE}{line_end})*{blanks})?");
    let space = format!(r"(?:[ \t]|{LINE_END})*");
    format!(r"\[{blanks}{name}+{value}(?:(?:{same_section}\[{blanks}{name}+|{space}\[{blanks}{other}){value})*")
}
