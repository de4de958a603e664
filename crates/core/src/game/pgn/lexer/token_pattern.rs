//! The tokens of a file of games, as a regular expression that finds one after another. It is lenient: whatever a file
//! holds, each character except white space and byte order marks is part of a token, if only of one of the group
//! `other`.
//!
//! The parts of a token are taken from the tables of the lexer. Expressions cannot look ahead, so the first alternative
//! that fits is taken, regardless of what follows.

use super::classes::{CLASS, ENDS};
use super::pattern::{LINE, bom, comment_text, spelled};
use super::signs::{HIGH_SIGNS, SIGNS, other_signs};
use super::tags::is_name;
use crate::pattern::{TokenRegex, class, group, literal, one_of};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The hyphen, and what is typed for it.
const DASH: &str = "[\\-‐-―−]";
/// A move number with its dots. A digit before a square is one, too; zeros alone may be castling or a null move.
const NUMBER: &str = r"0*(?:[1-9][0-9]*|0\.)(?:\.5)?(?: *(?:\.|…))*";
/// One or two of the marks `!` and `?`.
const MARKS: &str = "[!?]{1,2}";

/// The expression for the tokens of PGN. `letters` are those of pieces, in any language.
pub(in crate::game::pgn) fn tokens(letters: &BTreeSet<&str>) -> TokenRegex {
    let tokens = [
        tag(),
        format!(r"\{{{}\}}?", group("comment", &comment_text())),
        format!(";{}", group("line_comment", LINE)),
        format!(r"(?:^{}?|[\n\r])%{}", bom(), group("escape", LINE)),
        group("result", &result()),
        group("number", NUMBER),
        played(letters),
        group("nag", &nag()),
        group("open", r"\("),
        group("close", r"\)"),
        group("other", &other()),
    ];
    TokenRegex { text: one_of(tokens) }
}

/// A tag in one line. A quote in the value need not be escaped unless it could end the tag.
fn tag() -> String {
    let blanks = r"[ \t]*";
    let plain = r#"[^\\"\n\r]|\\[^\n\r]"#;
    let inner = r#""[ \t"]*(?:[^\\" \t\]\n\r]|\\[^\n\r])"#;
    let name = group("name", &format!("{}+", class(is_name)));
    let value = group("value", &format!("(?:{plain}|{inner})*\"*"));
    group("tag", &format!(r#"\[{blanks}{name}{blanks}"{value}"{blanks}\]"#))
}

/// The result at the end of a game.
fn result() -> String {
    let half = "(?:1/2|½)";
    format!(r"1(?:{DASH}|:)0|0(?:{DASH}|:)1|{half}{DASH}{half}|{half}|\*")
}

/// A move, and the signs that touch it.
fn played(letters: &BTreeSet<&str>) -> String {
    let signs: Vec<String> = spelled(SIGNS).chain(spelled(HIGH_SIGNS)).collect();
    let castling = ["O", "О"].map(|letter| format!("{letter}(?:{DASH}?{letter}){{1,2}}"));
    let castling = castling.into_iter().chain(["0", "o"].map(|letter| format!("{letter}(?:{DASH}{letter}){{1,2}}")));
    let castling = group("castling", &castling.collect::<Vec<_>>().join("|"));
    let null = group("null", "--|Z0|0000|@@@@");
    let becomes = piece(letters, "qrbnk♔-♟");
    let (piece, from_file) = (group("piece", &piece(letters, "P♔-♟")), group("from_file", "[a-h]"));
    let (from_rank, to) = (group("from_rank", "[1-8]"), group("to", "[a-h][1-8]"));
    let sign = format!("(?:{}|{}|{DASH})", group("capture", "[xX:×х]"), group("drop", "@"));
    let promotion = format!("[=/]?{}", group("promotion", &format!(r"{becomes}|\(=?{becomes}\)")));
    let plain = format!("{piece}?{from_file}?{from_rank}?{sign}?{to}(?:{promotion})?(?: ?e\\.p\\.?|ep)?");
    // An evaluation may start as a check mark does.
    let evaluation = group("evaluation", &signs.join("|"));
    let check = group("check", r"\+\+?|#[+#]?|††?|‡|dblch|mate|ch");
    let marks = group("sign", MARKS);
    format!("{}(?:{evaluation}|{check}?{marks}?)", group("move", &format!("{castling}|{null}|{plain}")))
}

/// One of these letters or of the characters `others`.
fn piece(letters: &BTreeSet<&str>, others: &str) -> String {
    let (single, longer): (Vec<&str>, Vec<&str>) = letters.iter().partition(|letter| letter.chars().count() == 1);
    one_of(longer.into_iter().map(String::from).chain([format!("[{}{others}]", single.concat())]))
}

/// A NAG with a dollar sign, or an annotation sign that touches no move.
fn nag() -> String {
    let signs = other_signs().map(literal).chain(spelled(SIGNS)).chain(spelled(HIGH_SIGNS));
    let signs: Vec<String> = signs.collect();
    format!(r"\$[0-9]+(?:\.[0-9]+)*|{MARKS}|{}", signs.join("|"))
}

/// Any other text: brackets with their content, dots, a word, or one character.
fn other() -> String {
    let word = class(|byte| byte < 0x80 && CLASS[usize::from(byte)] & ENDS == 0);
    format!(r"\[[^\]\n\r]*\]?|\.+|{word}+|[^ \t\n\r{}]", bom())
}
