//! Regular expressions for the lines and rows that strict readers accept. None includes the line break.

use super::delimited::signs;
use super::values::usual_columns;
use crate::notation::{MoveNotation, find, pattern_of};
use crate::pattern::{GameRegex, class, in_any_case, literal, one_of};
use crate::position::pattern as positions;
use crate::step::Termination;
use alloc::format;
use alloc::string::String;

/// White space within a line.
const BLANK: &str = r"[ \t\x0b\x0c]";
/// What may precede it.
const BOM: &str = "(?:\u{feff})";
/// Numbers of moves, attached to each other and to what follows.
const NUMBERS: &str = r"(?:[0-9]+\.+)";

/// The pattern of a line of moves.
pub(in crate::game) fn moves(notation: &dyn MoveNotation) -> GameRegex {
    let word = |word: &str| in_any_case(word);
    let (fen, words) = (positions::fen(), words(notation, BLANK));
    let (position, startpos, moves) = (word("position"), word("startpos"), word("moves"));
    let from_fen = format!("{}{BLANK}+{fen}(?:{BLANK}+{moves}(?:{BLANK}+{words})?)?", word("fen"));
    let from_start = format!("{startpos}(?:{BLANK}+{moves})?(?:{BLANK}+{words})?");
    let told = format!("{from_fen}|{from_start}");
    GameRegex::flat(format!("{BOM}?{BLANK}*(?:{position}(?:{BLANK}+(?:{told}|{words}))?|{told}|{words}){BLANK}*"))
}

/// The pattern of a line that `board` fits.
pub(in crate::game) fn board(board: &str) -> GameRegex {
    GameRegex::flat(format!("{BOM}?{BLANK}*{board}{BLANK}*"))
}

/// One or more words of moves, the last of which may be the result.
fn words(notation: &dyn MoveNotation, blank: &str) -> String {
    let word = format!("(?:{NUMBERS}+|{NUMBERS}*{})", pattern_of(notation));
    let is_uci = notation.spec().id == "uci";
    let results = Termination::ALL.into_iter().filter(|result| is_uci || *result != Termination::BothLose);
    let result = format!("{NUMBERS}*{}", one_of(results.map(|result| literal(result.as_str()))));
    format!("(?:{word}(?:{blank}+{word})*(?:{blank}+{result})?|{result})")
}

/// The pattern of a row of the columns that are written unless others are named, of which the last one holds the moves.
pub(in crate::game) fn row() -> GameRegex {
    let (delimiters, others) =
        (|byte| signs().any(|sign| sign == byte), |byte| signs().skip(1).any(|sign| sign == byte));
    let is_line_end = |byte: u8| matches!(byte, b'\n' | b'\r');
    let parts = |byte: u8| delimiters(byte) || is_line_end(byte);
    let bare = format!("{}{}*", class(|byte| !parts(byte) && byte != b'"'), class(|byte| !parts(byte)));
    let quoted = r#""(?:[^"]|"")*""#;
    // A quote after any sign that could part fields counts, too.
    let other = class(others);
    let field = format!(
        "(?:{quoted}|(?:{bare}|{other}(?:{bare}|{quoted}(?:{bare})?)?)(?:{other}(?:{bare}|{quoted}(?:{bare})?)?)*)"
    );
    let notations = ["san", "uci", "lan"].into_iter().filter_map(find);
    let moves =
        |blank: &str| format!("{blank}*{}?{blank}*", one_of(notations.clone().map(|notation| words(notation, blank))));
    let moves = format!(r#"(?:{}|"{}")"#, moves(BLANK), moves(r"[ \t\n\x0b\x0c\r]"));
    let part: String = signs().take(1).map(char::from).collect();
    let before = usual_columns().saturating_sub(2);
    let some = format!("{field}|{field}?(?:{part}{field}?){{1,{before}}}");
    GameRegex::flat(format!("(?:{some}|{field}?(?:{part}{field}?){{{before}}}{part}{moves}{part}*)"))
}
