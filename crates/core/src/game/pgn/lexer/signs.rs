//! Signs of annotation and terminations: what their spellings mean.

use crate::step::Termination;

/// Signs of ASCII characters after a move, and the NAG each stands for. Longer ones first.
pub(super) const SIGNS: [(&[u8], u8); 7] =
    [(b"+/=", 14), (b"=/+", 15), (b"+/-", 16), (b"-/+", 17), (b"+-", 18), (b"-+", 19), (b"=", 10)];

/// Signs beyond ASCII, in UTF-8; the last one as Windows-1252 has it.
pub(super) const HIGH_SIGNS: [(&[u8], u8); 7] = [
    ("□".as_bytes(), 7),
    ("∞".as_bytes(), 13),
    ("⩲".as_bytes(), 14),
    ("⩱".as_bytes(), 15),
    ("±".as_bytes(), 16),
    ("∓".as_bytes(), 17),
    (b"\xb1", 16),
];

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
