//! Results as sentences: the text of a VGN game's Result tag, and the marker that it implies.

use crate::step::Termination;
use alloc::string::String;

use Termination::{BlackWins, BothLose, Draw, Unknown, WhiteWins};

/// The signs that other spellings of markers have, and those of the standard. The SQL of every engine replaces them in
/// this order.
pub const SIGNS: [(char, &str); 4] = [(' ', ""), ('½', "1/2"), ('–', "-"), (':', "-")];

/// The number of bytes of the longest marker.
const LONGEST: usize = "1/2-1/2".len();

/// How sentences start, in lower case, and their meaning. Of several sentences for a marker, the first one is written.
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

/// What is written if the board itself shows how a drawn game ended.
pub const STALEMATE: &str = "Stalemate";

/// Why a game ended, as PGN's Termination tag may put it.
struct Reason {
    /// The text of the tag, in lower case, or its end: some sites begin with a name, `Alder won on time`.
    said: &'static [&'static str],
    /// The sentences for a game that White won, that Black won, and that was drawn.
    sentences: [Option<&'static str>; 3],
    /// What the standard has for it.
    standard: Option<&'static str>,
}

impl Reason {
    const fn of_defeat(
        said: &'static [&'static str],
        sentences: [&'static str; 2],
        standard: Option<&'static str>,
    ) -> Reason {
        Reason { said, sentences: [Some(sentences[0]), Some(sentences[1]), None], standard }
    }

    const fn of_draw(said: &'static [&'static str], sentence: &'static str) -> Reason {
        Reason { said, sentences: [None, None, Some(sentence)], standard: None }
    }

    fn sentence(&self, marker: Termination) -> Option<&'static str> {
        match marker {
            WhiteWins => self.sentences[0],
            BlackWins => self.sentences[1],
            Draw => self.sentences[2],
            Unknown | BothLose => None,
        }
    }
}

static REASONS: [Reason; 9] = [
    Reason::of_defeat(
        &["time forfeit", "won on time", "lost on time"],
        ["Black ran out of time", "White ran out of time"],
        Some("time forfeit"),
    ),
    Reason::of_defeat(
        &["rules infraction"],
        ["Black was disqualified", "White was disqualified"],
        Some("rules infraction"),
    ),
    Reason::of_defeat(&["abandoned"], ["Black abandoned", "White abandoned"], Some("abandoned")),
    Reason::of_defeat(&["resignation", "resigned"], ["Black surrendered", "White surrendered"], None),
    Reason::of_draw(&["drawn by agreement"], "Draw by agreement"),
    Reason::of_draw(&["drawn by repetition"], "Draw by repetition"),
    Reason::of_draw(&["drawn by 50-move rule"], "Draw by the 50 moves rule"),
    Reason::of_draw(&["drawn by insufficient material"], "Draw by insufficient material"),
    Reason::of_draw(&["drawn by stalemate"], STALEMATE),
];

/// The sentence for a Termination tag of PGN in a game that ended so; `None` if the tag adds nothing to the marker.
///
/// ```
/// use scoresheet_core::{dialect::vgn::result, step::Termination};
/// assert_eq!(result::of_termination("Time forfeit", Termination::BlackWins), Some("White ran out of time"));
/// assert_eq!(result::of_termination("Alder won by resignation", Termination::WhiteWins), Some("Black surrendered"));
/// assert_eq!(result::of_termination("Normal", Termination::WhiteWins), None);
/// ```
pub fn of_termination(value: &str, marker: Termination) -> Option<&str> {
    if read(value) == Some(marker) && says_more(value, marker) {
        return Some(value);
    }
    let value = value.trim().to_ascii_lowercase();
    let ends = |said: &&str| value.strip_suffix(*said).is_some_and(|before| before.is_empty() || before.ends_with(' '));
    REASONS.iter().find(|reason| reason.said.iter().any(&ends))?.sentence(marker)
}

/// Whether a sentence means only what the board shows.
pub(crate) fn is_told_by_board(sentence: &str) -> bool {
    sentence == STALEMATE
}

/// PGN's Termination tag for this sentence of VGN, which means more than the marker; `None` if the board shows it.
pub fn termination(sentence: &str) -> Option<&str> {
    if is_told_by_board(sentence) {
        return None;
    }
    let reason = REASONS.iter().find(|reason| reason.sentences.contains(&Some(sentence)));
    Some(reason.and_then(|reason| reason.standard).unwrap_or(sentence))
}

/// The marker in a text, as the standard writes it; also `0-0`.
pub fn marker(text: &str) -> Option<Termination> {
    [WhiteWins, BlackWins, Draw, Unknown, BothLose].into_iter().find(|marker| marker.as_str() == text)
}

/// The marker in a text in another spelling than the standard's: `1/2`, `½-½`, `1 - 0`, `1:0`.
pub fn spelled(text: &str) -> Option<Termination> {
    if marker(text).is_some() || !text.contains(['/', '½', '-', '–', ':']) {
        return None;
    }
    let mut plain = String::new();
    for letter in text.chars() {
        match SIGNS.iter().find(|(sign, _)| *sign == letter) {
            Some((_, usual)) => plain.push_str(usual),
            None => plain.push(letter),
        }
        if plain.len() > LONGEST {
            return None;
        }
    }
    if plain == "1/2" { Some(Draw) } else { marker(&plain) }
}

/// The marker that the value of a Result tag means, whether it is a sentence or a marker. `None` if it has no meaning.
/// It is the one that `game_result` in SQL returns, for which blanks are spaces, too.
///
/// ```
/// use scoresheet_core::{dialect::vgn::result, step::Termination};
/// assert_eq!(result::read("black ran out of time"), Some(Termination::WhiteWins));
/// assert_eq!(result::read(" ½ – ½ "), Some(Termination::Draw));
/// assert_eq!(result::read("Something else"), None);
/// ```
pub fn read(value: &str) -> Option<Termination> {
    let value = value.trim_matches(' ');
    if matches!(value, "" | "?") {
        return Some(Unknown);
    }
    marker(value).or_else(|| spelled(value)).or_else(|| meant(value))
}

/// The marker that a sentence means.
fn meant(value: &str) -> Option<Termination> {
    let starts = |sentence: &str| value.get(..sentence.len()).is_some_and(|start| start.eq_ignore_ascii_case(sentence));
    SENTENCES.iter().find(|(sentence, _)| starts(sentence)).map(|&(_, marker)| marker)
}

/// The sentence that adds nothing to the marker.
pub fn sentence(marker: Termination) -> &'static str {
    match marker {
        WhiteWins => "White wins",
        BlackWins => "Black wins",
        Draw => "Draw",
        Unknown => "Unfinished",
        BothLose => "Both sides lost",
    }
}

/// Whether the value of a Result tag fits this marker: it means the same, or leaves it open.
pub(crate) fn agrees(value: &str, marker: Termination) -> bool {
    read(value).is_none_or(|said| said == marker)
}

/// Whether the value of a Result tag means more than this marker: for example, how the game ended.
pub(crate) fn says_more(value: &str, with: Termination) -> bool {
    let value = value.trim();
    let names_marker = marker(value).is_some() || spelled(value).is_some();
    !matches!(value, "" | "?") && !names_marker && !value.eq_ignore_ascii_case(sentence(with))
}

/// The given sentence, if it is one and fits this marker.
pub fn kept(value: &str, beside: Termination) -> Option<&str> {
    let names_marker = marker(value.trim()).is_some() || spelled(value).is_some();
    let is_sentence = !names_marker && !matches!(value.trim(), "" | "?");
    (is_sentence && agrees(value, beside)).then_some(value)
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
            ("0:1", Some(BlackWins)),
            ("½ : 1/2", Some(Draw)),
            (": - 0", None),
            ("½½-½", None),
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
            assert_eq!(kept("", marker), None);
            assert_eq!(kept(marker.as_str(), marker), None);
        }
        assert_eq!(kept("1/2", Draw), None);
        assert!(!says_more("1/2", Draw));
    }

    #[test]
    fn a_sentence_beside_a_marker() {
        assert_eq!(kept("Black resigned", WhiteWins), Some("Black resigned"));
        assert_eq!(kept("Black resigned", BlackWins), None);
        assert_eq!(kept("Ding won in style", BlackWins), Some("Ding won in style"));
        assert!(says_more("Black resigned", WhiteWins) && says_more("Ding won in style", WhiteWins));
        assert!(!says_more("white wins", WhiteWins) && !says_more("?", Unknown) && !says_more("1-0", WhiteWins));
        assert!(agrees("Ding won in style", Draw) && !agrees("Black resigned", Draw));
    }

    #[test]
    fn terminations_of_pgn_as_sentences() {
        for (value, marker, sentence) in [
            ("Time forfeit", WhiteWins, Some("Black ran out of time")),
            ("time forfeit", BlackWins, Some("White ran out of time")),
            // No win on time if the other side could not mate.
            ("Time forfeit", Draw, None),
            ("time forfeit", Unknown, None),
            ("Alder won on time", BlackWins, Some("White ran out of time")),
            ("White lost on time", BlackWins, Some("White lost on time")),
            ("Rules infraction", WhiteWins, Some("Black was disqualified")),
            ("abandoned", BlackWins, Some("White abandoned")),
            ("Alder won - game abandoned", WhiteWins, Some("Black abandoned")),
            ("abandoned", Unknown, None),
            ("Alder won by resignation", WhiteWins, Some("Black surrendered")),
            ("Game drawn by agreement", Draw, Some("Draw by agreement")),
            ("Game drawn by stalemate", Draw, Some(STALEMATE)),
            ("Game drawn by timeout vs insufficient material", Draw, None),
            ("Draw agreed", Draw, Some("Draw agreed")),
            ("Normal", WhiteWins, None),
            ("unterminated", Unknown, None),
            ("", Draw, None),
            ("overtime forfeit", WhiteWins, None),
        ] {
            assert_eq!(of_termination(value, marker), sentence, "{value}");
        }
    }

    #[test]
    fn the_text_of_pgn_for_a_sentence_means_the_sentence() {
        for reason in &REASONS {
            for marker in [WhiteWins, BlackWins, Draw] {
                let Some(sentence) = reason.sentence(marker) else { continue };
                assert!(says_more(sentence, marker), "{sentence}");
                assert_eq!(read(sentence), Some(marker), "{sentence}");
                match termination(sentence) {
                    Some(said) => assert_eq!(of_termination(said, marker), Some(sentence)),
                    None => assert_eq!(sentence, STALEMATE),
                }
            }
        }
        assert_eq!(termination("Black lost on time"), Some("Black lost on time"));
    }
}
