//! The meaning of annotation signs and check marks in their various spellings.

use crate::text;

/// Signs of ASCII characters after a move, and the NAG that each means. Longer ones first.
pub(super) const SIGNS: [(&[u8], u8); 7] =
    [(b"+/=", 14), (b"=/+", 15), (b"+/-", 16), (b"-/+", 17), (b"+-", 18), (b"-+", 19), (b"=", 10)];

/// Signs beyond ASCII, in UTF-8; one as Windows-1252 writes it.
pub(super) const HIGH_SIGNS: [(&[u8], u8); 7] = [
    ("□".as_bytes(), 7),
    ("∞".as_bytes(), 13),
    ("⩲".as_bytes(), 14),
    ("⩱".as_bytes(), 15),
    ("±".as_bytes(), 16),
    ("∓".as_bytes(), 17),
    (b"\xb1", 16),
];

/// More signs of one character, as books and other programs print them: read with a note. A number that means something
/// about White means the side that moved.
const OTHER_HIGH_SIGNS: [(&str, u8); 35] = [
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("⊙", 22),
    ("⨀", 22),
    ("⟳", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("△", 140),
    ("∇", 141),
    ("▽", 141),
    ("⌓", 142),
    ("≤", 143),
    ("○", 238),
    ("◯", 238),
    ("⇔", 239),
    ("↔", 239),
    ("⇗", 240),
    ("⊞", 241),
    ("⟫", 242),
    ("≫", 242),
    ("⟪", 243),
    ("≪", 243),
    ("✕", 244),
    ("✖", 244),
    ("⊥", 245),
    ("⟂", 245),
];

/// More signs of several characters, with the hyphen for every dash: read with a note. Longer ones first.
const OTHER_SIGNS: [(&str, u8); 8] =
    [("=/∞", 44), ("∞/=", 44), ("+--", 20), ("--+", 21), ("=∞", 44), ("+=", 14), ("=+", 15), ("~", 13)];

/// The signs that are read with a note, longer ones first.
pub(super) fn other_signs() -> impl Iterator<Item = &'static str> {
    OTHER_SIGNS.into_iter().chain(OTHER_HIGH_SIGNS).map(|(sign, _)| sign)
}

/// How an annotation sign is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AnnotationSign {
    /// How many bytes it has.
    pub(super) length: usize,
    /// The NAG with the same meaning.
    pub(super) nag: u8,
}

/// The longest sign that `rest` starts with, in any spelling.
pub(super) fn sign_at(rest: &[u8]) -> Option<AnnotationSign> {
    let spelled = |sign: &[u8]| length_in(rest, sign);
    let several = SIGNS.into_iter().chain(OTHER_SIGNS.into_iter().map(|(sign, nag)| (sign.as_bytes(), nag)));
    let found = several.filter_map(|(sign, nag)| Some(AnnotationSign { length: spelled(sign)?, nag }));
    found.max_by_key(|sign| sign.length).or_else(|| high_sign(rest))
}

/// How many bytes at the start of `rest` are this sign. A hyphen in it matches every dash.
fn length_in(rest: &[u8], sign: &[u8]) -> Option<usize> {
    let mut at = 0;
    for &byte in sign {
        let here = rest.get(at..)?;
        at += if byte == b'-' {
            Some(text::dash(here)).filter(|length| *length > 0)?
        } else if here.first() == Some(&byte) {
            1
        } else {
            return None;
        };
    }
    Some(at)
}

/// The sign of one character beyond ASCII that `rest` starts with.
pub(super) fn high_sign(rest: &[u8]) -> Option<AnnotationSign> {
    if rest.first().is_none_or(u8::is_ascii) {
        return None;
    }
    let other = OTHER_HIGH_SIGNS.into_iter().map(|(sign, nag)| (sign.as_bytes(), nag));
    let found = HIGH_SIGNS.into_iter().chain(other).find(|(sign, _)| rest.starts_with(sign));
    found.map(|(sign, nag)| AnnotationSign { length: sign.len(), nag })
}

/// Whether an annotation is a sign that is noted for its spelling.
#[inline]
pub(in crate::game::pgn) fn is_unusual(spelled: &[u8]) -> bool {
    !matches!(spelled, [b'$' | b'!' | b'?', ..]) && !SIGNS.iter().chain(&HIGH_SIGNS).any(|(sign, _)| *sign == spelled)
}

/// How many of the signs after a move are check marks: the first, or the first two, if what remains is a sign or
/// nothing. `signs` are those of the word, and `rest` is the text from them on, because a sign may end with a character
/// that ends the word.
pub(super) fn check_marks(signs: &[u8], rest: &[u8]) -> usize {
    let is_sign = |marks: usize| {
        marks == signs.len() || sign_at(&rest[marks..]).is_some_and(|sign| marks + sign.length >= signs.len())
    };
    let plus = signs.iter().take(2).take_while(|&&b| b == b'+').count();
    (1..=plus).find(|&marks| is_sign(marks)).unwrap_or(if is_sign(0) { 0 } else { signs.len() })
}

/// Whether a word marks the move before it as giving check or mate.
pub(super) fn is_check_word(word: &[u8]) -> bool {
    match word {
        b"+" | b"++" | b"#" | b"##" | b"#+" => true,
        b"ch" | b"ch." | b"dbl" | b"dblch" | b"mate" | b"mate." => true,
        _ => ["†", "††", "‡"].iter().any(|sign| sign.as_bytes() == word),
    }
}

/// How many bytes at the end of a move are a result that is attached to it: `Qg20-1`, `Qxf7#1-0`.
pub(super) fn glued_result(word: &[u8]) -> usize {
    // The longest first: `1/2-1/2` ends with no other.
    let results = [&b"1/2-1/2"[..], b"1-0", b"0-1"].into_iter();
    let glued = results.filter_map(|result| Some((word.strip_suffix(result)?, result.len())));
    glued.filter(|(mv, _)| ends_move(mv)).map(|(_, length)| length).next().unwrap_or(0)
}

/// Whether a word that starts with a letter ends as moves do: with a square, a check mark, a promotion or castling.
fn ends_move(word: &[u8]) -> bool {
    word.first().is_some_and(u8::is_ascii_alphabetic)
        && match word {
            [.., b'a'..=b'h', b'1'..=b'8'] | [.., b'O' | b'o', b'-', b'O' | b'o'] => true,
            [.., _, b'+' | b'#'] | [.., b'1' | b'8', b'Q' | b'R' | b'B' | b'N'] => true,
            [.., b'=', letter] => letter.is_ascii_alphabetic(),
            _ => false,
        }
}

/// Whether a result that starts at `at` is attached to the move before it.
pub(in crate::game::pgn) fn is_glued(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    before.is_some_and(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#'))
}
