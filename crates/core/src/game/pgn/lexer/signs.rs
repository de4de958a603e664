//! The meaning of annotation signs and terminations in their various spellings.

use crate::step::Termination;

/// Signs of ASCII characters after a move, and the NAG each stands for. Longer ones first.
pub(super) const SIGNS: [(&[u8], u8); 7] =
    [(b"+/=", 14), (b"=/+", 15), (b"+/-", 16), (b"-/+", 17), (b"+-", 18), (b"-+", 19), (b"=", 10)];

/// Signs beyond ASCII, in UTF-8; one as Windows-1252 has it.
pub(super) const HIGH_SIGNS: [(&[u8], u8); 11] = [
    ("□".as_bytes(), 7),
    ("∞".as_bytes(), 13),
    ("⩲".as_bytes(), 14),
    ("⩱".as_bytes(), 15),
    ("±".as_bytes(), 16),
    ("∓".as_bytes(), 17),
    (b"\xb1", 16),
    LIGATURES[0],
    LIGATURES[1],
    LIGATURES[2],
    LIGATURES[3],
];

/// Two signs in one character.
const LIGATURES: [(&[u8], u8); 4] =
    [("‼".as_bytes(), 3), ("⁇".as_bytes(), 4), ("⁉".as_bytes(), 5), ("⁈".as_bytes(), 6)];

/// Whether an annotation is spelled by one character for two signs.
pub(in crate::game::pgn) fn is_ligature(spelled: &[u8]) -> bool {
    LIGATURES.iter().any(|(sign, _)| *sign == spelled)
}

/// The sign beyond ASCII that `rest` starts with: its length and NAG.
pub(super) fn high_sign(rest: &[u8]) -> Option<(usize, u8)> {
    HIGH_SIGNS.into_iter().find(|(sign, _)| rest.starts_with(sign)).map(|(sign, nag)| (sign.len(), nag))
}

/// How many of these signs after a move are check marks: the first, or the first two, when what remains is a sign or nothing.
pub(super) fn check_marks(signs: &[u8]) -> usize {
    let is_sign = |rest: &[u8]| rest.is_empty() || SIGNS.iter().any(|(sign, _)| *sign == rest);
    let plus = signs.iter().take(2).take_while(|&&b| b == b'+').count();
    match (1..=plus).find(|&marks| is_sign(&signs[marks..])) {
        Some(marks) => marks,
        None if is_sign(signs) => 0,
        None => signs.len(),
    }
}

/// The termination that `word` spells, and whether as the standard has it. `0-0` is not among them.
pub(super) fn termination(word: &[u8]) -> Option<(Termination, bool)> {
    const SPELLINGS: [(&str, Termination); 7] = [
        ("1/2", Termination::Draw),
        ("½-½", Termination::Draw),
        ("½", Termination::Draw),
        ("½–½", Termination::Draw),
        ("1–0", Termination::WhiteWins),
        ("0–1", Termination::BlackWins),
        ("1/2–1/2", Termination::Draw),
    ];
    let standard = match word {
        b"1-0" => Termination::WhiteWins,
        b"0-1" => Termination::BlackWins,
        b"1/2-1/2" => Termination::Draw,
        b"\xbd-\xbd" | b"\xbd" => return Some((Termination::Draw, false)),
        _ => {
            let known = SPELLINGS.into_iter().find(|(spelling, _)| spelling.as_bytes() == word);
            return known.map(|(_, termination)| (termination, false));
        }
    };
    Some((standard, true))
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
