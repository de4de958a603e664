//! What is known of the moves of a text of PGN in an object, before they are emitted.

use super::words::WordCursor;
use crate::event::{Event, What};
use crate::game::pgn::PgnReader;
use crate::limits::Limits;

/// What the moves of a text have.
#[derive(Debug, Default)]
pub(super) struct MovesSurvey {
    /// How many moves the mainline has.
    pub(super) moves: usize,
    pub(super) has_clocks: bool,
    /// Whether there are evaluations, NAGs or variations.
    pub(super) has_analysis: bool,
    /// Whether the mainline has the words of another text, signs of check apart.
    pub(super) is_same: bool,
}

impl MovesSurvey {
    /// Looks through the first game of a text, and compares it with the words.
    pub(super) fn of(text: &[u8], mut words: Option<WordCursor<'_>>, limits: &Limits) -> MovesSurvey {
        let mut reader = PgnReader::new(text, limits);
        let mut survey = MovesSurvey { is_same: true, ..MovesSurvey::default() };
        reader.next_game();
        let mut depth = 0u64;
        while let Some(item) = reader.next_event() {
            match item.what {
                What::Event(Event::Open) => depth += 1,
                What::Event(Event::Close) => depth = depth.saturating_sub(1),
                What::Event(Event::Comment { text, .. }) => {
                    survey.has_clocks |= contains(&text, b"[%clk");
                    survey.has_analysis |= contains(&text, b"[%eval");
                }
                What::Event(Event::Nag { .. }) => survey.has_analysis = true,
                What::Event(Event::Move(word)) if depth == 0 => {
                    survey.moves += 1;
                    let other = words.as_mut().and_then(WordCursor::next);
                    survey.is_same &= other.is_some_and(|(_, other)| without_check(&other) == without_check(&word));
                }
                _ => {}
            }
            survey.has_analysis |= depth > 0;
        }
        survey.is_same &= words.is_none_or(|mut words| words.next().is_none());
        survey
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|here| here == part)
}

/// A move without its signs of check.
fn without_check(word: &[u8]) -> &[u8] {
    let end = word.iter().rposition(|byte| !matches!(byte, b'+' | b'#')).map_or(0, |last| last + 1);
    &word[..end]
}
