//! The spellings of results: one list for the movetext of every format, for tags and for `--result`.
//!
//! A result is two scores with a sign between them, or half a point alone. What it may be made of is listed here once; a
//! reader adds only in which places it looks for one.

use crate::step::Termination;
use crate::text;
use alloc::string::String;

/// What one side scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Score {
    Zero,
    Half,
    One,
    /// `+` and `-` of games that were not played.
    Forfeits,
    Shows,
}

/// How a result is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultForm {
    /// As the standard has it.
    Standard,
    /// In another way with the same meaning.
    Other,
    /// `+/-` and `-/+`, which are evaluations after a move.
    SlashedForfeit,
}

/// A result at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResultText {
    pub(crate) result: Termination,
    pub(crate) form: ResultForm,
    /// How many bytes it has, a full stop after it included.
    pub(crate) length: usize,
}

/// A half, longer spellings first; one as Windows-1252 writes it.
const HALVES: [&[u8]; 5] = [b"1/2", b"0.5", b"0,5", "½".as_bytes(), b"\xbd"];
const ONES: [&[u8]; 3] = [b"1.0", b"1,0", b"1"];
const ZEROS: [&[u8]; 6] = [b"0.0", b"0,0", b"0", b"O", b"o", "О".as_bytes()];
/// How many blanks may be on either side of the sign: readers of parts of a text know what follows within this distance.
const MOST_BLANKS: usize = 3;

/// Whether a text of moves ends with a result in another spelling than that of the standard, blanks around its sign included.
pub(crate) fn ends_unusually(moves: &[u8]) -> bool {
    let moves = moves.trim_ascii_end();
    let mut end = moves.len();
    // Each score and the sign between them may be a word.
    for _ in 0..3 {
        let before = moves[..end].trim_ascii_end();
        let start = before.iter().rposition(u8::is_ascii_whitespace).map_or(0, |blank| blank + 1);
        if let Some(found) = at_start(&moves[start..]).filter(|found| found.length == moves.len() - start) {
            return found.form != ResultForm::Standard;
        }
        end = start;
    }
    false
}

/// The result that `text` starts with. `0-0`, which is castling where moves are read, is one of them, and so is `O-O`.
pub(crate) fn at_start(text: &[u8]) -> Option<ResultText> {
    if let Some(usual) = usual_at_start(text) {
        return Some(usual);
    }
    // Most other texts start differently.
    if !matches!(text.first(), Some(b'0'..=b'1' | b'O' | b'o' | b'+' | b'-' | 0x80..)) {
        return None;
    }
    let (first, behind) = score(text)?;
    let (result, length) = match second(text, first, behind) {
        Some((second, end)) => (of(first, second)?, end),
        // A decimal alone is an evaluation.
        None if first == Score::Half && !text.starts_with(b"0") => (Termination::Draw, behind),
        None => return None,
    };
    // Without a colon it is castling, unless a tag makes it a result.
    if (first, result) == (Score::Zero, Termination::BothLose)
        && !text[..length].contains(&b':')
        && &text[..length] != b"0-0"
    {
        return None;
    }
    let ended = match text.get(length) {
        Some(b'.') if !text.get(length + 1).is_some_and(u8::is_ascii_digit) => length + 1,
        Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'/' | b'=' | b'+' | b'.') => {
            return None;
        }
        _ => length,
    };
    let form = match &text[..ended] {
        b"1-0" | b"0-1" | b"1/2-1/2" | b"0-0" => ResultForm::Standard,
        spelled if spelled.contains(&b'/') && matches!(first, Score::Forfeits | Score::Shows) => {
            ResultForm::SlashedForfeit
        }
        _ => ResultForm::Other,
    };
    Some(ResultText { result, form, length: ended })
}

/// The same if it is as the standard requires and white space follows, as with nearly all.
#[inline]
fn usual_at_start(text: &[u8]) -> Option<ResultText> {
    let (result, length) = match text {
        [b'1', b'-', b'0', ..] => (Termination::WhiteWins, 3),
        [b'0', b'-', b'1', ..] => (Termination::BlackWins, 3),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => (Termination::Draw, 7),
        _ => return None,
    };
    let ends = matches!(text.get(length), None | Some(b' ' | b'\n' | b'\r' | b'\t'));
    ends.then_some(ResultText { result, form: ResultForm::Standard, length })
}

/// The first score of a text, and where it ends.
fn score(text: &[u8]) -> Option<(Score, usize)> {
    let lists: [(&[&[u8]], Score); 5] = [
        (&HALVES, Score::Half),
        (&ONES, Score::One),
        (&ZEROS, Score::Zero),
        (&[b"+"], Score::Shows),
        (&[b"-", "−".as_bytes(), "–".as_bytes()], Score::Forfeits),
    ];
    lists.into_iter().find_map(|(list, score)| {
        list.iter().find(|spelled| text.starts_with(spelled)).map(|spelled| (score, spelled.len()))
    })
}

/// The second score, which follows the first one and a sign, and where it ends.
fn second(text: &[u8], first: Score, behind: usize) -> Option<(Score, usize)> {
    let blanks = |at: usize| (0..MOST_BLANKS).fold(at, |at, _| at + blank(&text[at..]));
    let is_shown = matches!(first, Score::Shows | Score::Forfeits);
    let sign_at = blanks(behind);
    let sign = match text.get(sign_at) {
        Some(b':') => 1,
        Some(b'/') if is_shown && sign_at == behind => 1,
        _ if is_shown => return None,
        _ => Some(text::dash(&text[sign_at..])).filter(|length| *length > 0)?,
    };
    let second_at = blanks(sign_at + sign);
    let (second, length) = score(&text[second_at..])?;
    Some((second, second_at + length))
}

/// The length in bytes of the blank at the start of a text; 0 if there is none.
fn blank(text: &[u8]) -> usize {
    match text {
        [b' ' | b'\t', ..] => 1,
        // A space of Windows-1252. In UTF-8 its byte is never the first one.
        [byte, ..] if text::is_other_space(*byte) => 1,
        _ => text::other_space(text),
    }
}

/// The result of two scores.
fn of(first: Score, second: Score) -> Option<Termination> {
    match (first, second) {
        (Score::One, Score::Zero) | (Score::Shows, Score::Forfeits) => Some(Termination::WhiteWins),
        (Score::Zero, Score::One) | (Score::Forfeits, Score::Shows) => Some(Termination::BlackWins),
        (Score::Half, Score::Half) => Some(Termination::Draw),
        (Score::Zero, Score::Zero) | (Score::Forfeits, Score::Forfeits) => Some(Termination::BothLose),
        _ => None,
    }
}

/// What values of tags may also contain, in lower case and without spaces.
#[rustfmt::skip]
static WORDS: &[(Termination, &[&str])] = &[
    (Termination::WhiteWins, &["+-", "+--", "whitewins", "whitewon"]),
    (Termination::BlackWins, &["-+", "--+", "blackwins", "blackwon"]),
    (Termination::Draw, &["=", "=-=", "0.5", "0,5", "draw", "drawn", "remis"]),
];

/// The result that a whole text means; `None` if it is not a known one.
///
/// ```
/// use scoresheet_core::edit::result;
/// assert_eq!(result("½-½").unwrap().as_str(), "1/2-1/2");
/// assert_eq!(result("White wins").unwrap().as_str(), "1-0");
/// assert!(result("maybe").is_none());
/// ```
pub fn result(text: &str) -> Option<Termination> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    let scored = at_start(plain.as_bytes()).filter(|found| found.length == plain.len());
    scored
        .map(|found| found.result)
        .or_else(|| WORDS.iter().find(|(_, known)| known.contains(&plain.as_str())).map(|(result, _)| *result))
}

/// The meaning of the value of a Result tag, in any spelling; `*` means that the result is not known.
pub(crate) fn of_tag(value: &str) -> Option<Termination> {
    Termination::find(value).or_else(|| result(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_many_spellings() {
        for (wanted, spellings) in [
            (
                "1-0",
                &[
                    "1-0",
                    "1:0",
                    "1 : 0",
                    "1 - 0",
                    "1–0",
                    "1—0",
                    "1−0",
                    "1‑0",
                    "1-O",
                    "1.0-0.0",
                    "1-0.",
                    "+:-",
                    "+/-",
                    "+:–",
                    "1\u{a0}–\u{a0}0",
                    "1 -\u{202f}0",
                ][..],
            ),
            ("0-1", &["0-1", "0:1", "0 – 1", "O-1", "o:1", "0-1.", "-:+", "-/+", "−:+"]),
            (
                "1/2-1/2",
                &["1/2-1/2", "1/2", "½", "½-½", "½ - ½", "1/2:1/2", "1/2 : 1/2", "0.5 - 0.5", "0,5:0,5", "1/2-1/2."],
            ),
            ("0-0", &["0-0", "0:0", "-:-"]),
        ] {
            for spelling in spellings {
                let found = at_start(spelling.as_bytes()).unwrap_or_else(|| panic!("{spelling}"));
                assert_eq!((found.result.as_str(), found.length), (wanted, spelling.len()), "{spelling}");
                assert_eq!(result(spelling).map(Termination::as_str), Some(wanted), "{spelling}");
            }
        }
    }

    #[test]
    fn moves_that_end_with_an_unusual_result() {
        for moves in ["e4 e5 1:0", "e4 ½-½", "e4 1 : 0 ", "e4\t1 -0", "e4 O-1", "e4 1/2", "0.5-0.5", "e4 1-0."] {
            assert!(ends_unusually(moves.as_bytes()), "{moves}");
        }
        for moves in
            ["", " ", "e4", "e4 e5", "e4 1-0", "e4 1/2-1/2 ", "e4 O-O", "e4 0-0", "e4 *", "e4 1:0 e5", "e4 0.5"]
        {
            assert!(!ends_unusually(moves.as_bytes()), "{moves}");
        }
    }

    #[test]
    fn invalid_results() {
        for text in [
            "1", "0", "0.5", "1.", "1-1", "2-0", "0-0-0", "1-0-0", "1:05", "1-02", "+-", "+=", "-", "--", "10-0",
            "0.27", "1/20",
        ] {
            assert_eq!(at_start(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn words_of_tags() {
        for (text, wanted) in [
            ("DRAW", Some("1/2-1/2")),
            (" 1 - 0 ", Some("1-0")),
            ("White won", Some("1-0")),
            ("2-0", None),
            ("*", None),
            ("?", None),
        ] {
            assert_eq!(result(text).map(Termination::as_str), wanted, "{text}");
        }
        for (wanted, spellings) in WORDS {
            for spelling in *spellings {
                assert_eq!(result(spelling), Some(*wanted), "{spelling}");
            }
        }
    }
}
