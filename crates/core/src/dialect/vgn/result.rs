//! Results as sentences: the text of a VGN game's Result tag, and the marker that it implies.

use crate::step::Termination;
use alloc::string::String;

use Termination::{BlackWins, BothLose, Draw, Unknown, WhiteWins};

/// How sentences start, in lower case, and what they say. The first of a marker is the one that is written.
pub const SENTENCES: [(&str, Termination); 19] = [
    ("white wins", WhiteWins),
    ("black surrendered", WhiteWins),
    ("black resigned", WhiteWins),
    ("black ran out of time", WhiteWins),
    ("black lost on time", WhiteWins),
    ("black was disqualified", WhiteWins),
    ("black abandoned", WhiteWins),
    ("black wins", BlackWins),
    ("white surrendered", BlackWins),
    ("white resigned", BlackWins),
    ("white ran out of time", BlackWins),
    ("white lost on time", BlackWins),
    ("white was disqualified", BlackWins),
    ("white abandoned", BlackWins),
    ("draw", Draw),
    ("stalemate", Draw),
    ("unfinished", Unknown),
    // Not among the sentences of the format, which has no marker for it.
    ("both sides lost", BothLose),
    ("both lost", BothLose),
];

/// The marker that a text is, as the standard writes it; also `0-0`.
pub fn marker(text: &str) -> Option<Termination> {
    [WhiteWins, BlackWins, Draw, Unknown, BothLose].into_iter().find(|marker| marker.as_str() == text)
}

/// The marker that a text is in another spelling than the standard's: `1/2`, `½-½`, `1 - 0`.
pub fn spelled(text: &str) -> Option<Termination> {
    // The longest one has eleven bytes, blanks not counted.
    if marker(text).is_some() || !text.contains(['/', '½', '-', '–']) || text.len() > 32 {
        return None;
    }
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let plain = plain.replace('½', "1/2").replace('–', "-");
    if plain == "1/2" { Some(Draw) } else { marker(&plain) }
}

/// The marker that the value of a Result tag stands for, be it a sentence or a marker. `None`: it does not say.
///
/// ```
/// use scoresheet_core::{dialect::vgn::result, step::Termination};
/// assert_eq!(result::read("black ran out of time"), Some(Termination::WhiteWins));
/// assert_eq!(result::read("Something else"), None);
/// ```
pub fn read(value: &str) -> Option<Termination> {
    let value = value.trim();
    if matches!(value, "" | "?") {
        return Some(Unknown);
    }
    let starts = |sentence: &str| value.get(..sentence.len()).is_some_and(|start| start.eq_ignore_ascii_case(sentence));
    let named = marker(value).or_else(|| spelled(value));
    named.or_else(|| SENTENCES.iter().find(|(sentence, _)| starts(sentence)).map(|&(_, marker)| marker))
}

/// The sentence that says no more than the marker.
pub fn sentence(marker: Termination) -> &'static str {
    match marker {
        WhiteWins => "White wins",
        BlackWins => "Black wins",
        Draw => "Draw",
        Unknown => "Unfinished",
        BothLose => "Both sides lost",
    }
}

/// Whether the value of a Result tag can stand beside this marker: it says the same, or nothing of it.
pub fn agrees(value: &str, marker: Termination) -> bool {
    read(value).is_none_or(|said| said == marker)
}

/// Whether the value of a Result tag tells more than this marker: how the game ended, say.
pub fn says_more(value: &str, with: Termination) -> bool {
    let value = value.trim();
    let names_marker = marker(value).is_some() || spelled(value).is_some();
    !matches!(value, "" | "?") && !names_marker && !value.eq_ignore_ascii_case(sentence(with))
}

/// The sentence to be written beside this marker: the one that is there, if it agrees and is one.
pub fn kept(value: &str, beside: Termination) -> &str {
    let names_marker = marker(value.trim()).is_some() || spelled(value).is_some();
    let is_sentence = !names_marker && !matches!(value.trim(), "" | "?");
    if is_sentence && agrees(value, beside) { value } else { sentence(beside) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_the_blog_and_others() {
        for (value, said) in [
            ("White wins", Some(WhiteWins)),
            ("WHITE WINS by checkmate", Some(WhiteWins)),
            ("White wins: Black hung up", Some(WhiteWins)),
            ("black ran out of time", Some(WhiteWins)),
            ("white surrendered", Some(BlackWins)),
            ("White resigned", Some(BlackWins)),
            ("Black was disqualified", Some(WhiteWins)),
            ("White abandoned the game", Some(BlackWins)),
            ("Stalemate", Some(Draw)),
            ("Draw by the 50 moves rule", Some(Draw)),
            ("Drawn", Some(Draw)),
            (" Unfinished ", Some(Unknown)),
            ("", Some(Unknown)),
            ("?", Some(Unknown)),
            ("1/2-1/2", Some(Draw)),
            ("*", Some(Unknown)),
            ("0-0", Some(BothLose)),
            ("Both sides lost", Some(BothLose)),
            ("Something else", None),
            ("1/2", Some(Draw)),
            ("½-½", Some(Draw)),
            ("1/2 - ½", Some(Draw)),
            ("1 – 0", Some(WhiteWins)),
            ("1-0-1", None),
            ("whité wins", None),
        ] {
            assert_eq!(read(value), said, "{value}");
        }
    }

    #[test]
    fn each_marker_has_a_sentence_that_is_read_back() {
        for marker in [WhiteWins, BlackWins, Draw, Unknown, BothLose] {
            assert_eq!(read(sentence(marker)), Some(marker));
            assert!(!says_more(sentence(marker), marker) && !says_more(marker.as_str(), marker));
            assert_eq!(kept("", marker), sentence(marker));
            assert_eq!(kept(marker.as_str(), marker), sentence(marker));
        }
        assert_eq!(kept("1/2", Draw), "Draw");
        assert!(!says_more("1/2", Draw));
    }

    #[test]
    fn a_sentence_beside_a_marker() {
        assert_eq!(kept("Black resigned", WhiteWins), "Black resigned");
        assert_eq!(kept("Black resigned", BlackWins), "Black wins");
        assert_eq!(kept("Ding won in style", BlackWins), "Ding won in style");
        assert!(says_more("Black resigned", WhiteWins) && says_more("Ding won in style", WhiteWins));
        assert!(!says_more("white wins", WhiteWins) && !says_more("?", Unknown) && !says_more("1-0", WhiteWins));
        assert!(agrees("Ding won in style", Draw) && !agrees("Black resigned", Draw));
    }
}
