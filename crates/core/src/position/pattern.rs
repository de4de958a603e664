//! What readers take for a FEN and for an EPD without a note, as parts of regular expressions. Whether a rank has eight squares
//! is not among it: an expression cannot add.

use crate::pattern::class;
use crate::rules::Piece;
use alloc::format;
use alloc::string::String;

/// The white space within a line that parts fields.
const BLANK: &str = r"[ \t\x0c]";
/// A counter up to the highest that is read.
const COUNTER: &str = "(?:-|0*[0-9]{1,5})";

/// A board as a move: the position after it, in the notation of positions with this id. Its fields may be on several lines.
pub(crate) fn row(notation: &str) -> Option<String> {
    let space = r"[ \t\n\x0c\r]+";
    let rights = "(?:-|KQ?k?q?|Qk?q?|kq?|q)";
    let square = "[A-Ha-h][1-8]";
    let (piece, empty) = (class(|byte| Piece::from_letter(byte).is_some()), "[1-8]");
    let rank = format!("(?:(?:{empty}?{piece})+{empty}?|{empty})");
    let board = format!("(?:{rank}/){{7}}{rank}");
    Some(match notation {
        "sfen" => {
            let marks = r"(?:\+(?:#[+#]?)?|#[+#]?)";
            format!("{board}(?:{space}[BWbw])?(?:{space}{rights}(?:{space}(?:-|{square}))?)?(?:{space}{marks})?")
        }
        "sfen2" => format!("{board}(?:{space}[BWbw]{space}{rights}(?:{space}{square})?)?(?:{space}(?:\\+#?|#))?"),
        "fen" => {
            let counters = format!("(?:{space}{COUNTER}(?:{space}{COUNTER})?)?");
            let passed = format!(r"(?:{space}(?:-|[a-h][1-8])(?:{space}[0-3]\+[0-3])?{counters})?");
            // What is in hand is a ninth part: a bracket would be the start of a tag.
            let hand = "(?:/[BNPQRbnpqr]*)?";
            format!("{}{hand}{space}[BWbw](?:{space}(?:-|[A-HKQa-hkq]+){passed})?", board_with_digits("~?"))
        }
        _ => return None,
    })
}

/// A board in which digits may be adjacent, and this after each of its signs.
fn board_with_digits(mark: &str) -> String {
    let square = class(|byte| matches!(byte, b'1'..=b'8') || Piece::from_letter(byte).is_some());
    let square = if mark.is_empty() { square } else { format!("(?:{square}{mark})") };
    format!("(?:{square}{{1,8}}/){{7}}{square}{{1,8}}")
}

/// Six fields.
pub(crate) fn fen() -> String {
    format!("{four}{BLANK}+{COUNTER}{BLANK}+{COUNTER}", four = four())
}

/// Four fields, and operations.
pub(crate) fn epd() -> String {
    // After the fields, every byte without a sign is a blank.
    let blank = class(|byte| byte <= b' ' && !matches!(byte, b'\n' | b'\r'));
    let word = format!(
        "{}{}*",
        class(|byte| byte > b' ' && !b"\";".contains(&byte)),
        class(|byte| byte > b' ' && byte != b';')
    );
    let quoted = r#""[^"\n\r]*""#;
    let operands = format!("(?:{blank}+(?:{quoted}{blank}*)*(?:{word})?)*");
    let operation = format!("[A-Za-z][A-Za-z0-9_]{{0,14}}{operands};");
    format!("{four}(?:{BLANK}{blank}*{operation}(?:{blank}*{operation})*{blank}*)?", four = four())
}

/// The four fields that both share.
fn four() -> String {
    let board = board_with_digits("");
    format!("{board}{BLANK}+[BWbw]{BLANK}+(?:-|[A-HKQa-hkq]+){BLANK}+(?:-|[a-h][1-8])")
}
