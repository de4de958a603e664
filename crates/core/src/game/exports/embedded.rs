//! The text of PGN that an object holds as a string, read as the events of a game at their places in the file.

use super::words::{WordCursor, unescaped};
use crate::error::Code;
use crate::event::{Event, Item, What};
use crate::game::bgn::Places;
use crate::game::pgn::PgnReader;
use crate::limits::Limits;
use crate::read::GameReader;
use crate::step::CommentForm;
use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

/// How many events are told at a time. A text may have many more of them than it has bytes of memory.
const AT_A_TIME: usize = 64;

/// Reads the first game of a text of PGN.
pub(super) struct EmbeddedGame {
    text: Vec<u8>,
    /// The places in the block from which it comes.
    places: Places,
    /// The reader, while it has no text.
    reader: PgnReader<'static>,
    is_over: bool,
}

/// What is known of the moves of a text before they are told.
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

impl EmbeddedGame {
    /// Reads the string with these quotes, which is JSON, in a block.
    pub(super) fn new(block: &[u8], string: Range<usize>, limits: &Limits) -> EmbeddedGame {
        let (text, places) = unescaped(block, string);
        let mut reader = PgnReader::new(&text, limits);
        let is_over = !reader.next_game();
        let moved = reader.moved_to(b"");
        let (is_over, reader) = (is_over || moved.is_none(), moved.unwrap_or_else(|| PgnReader::new(b"", limits)));
        EmbeddedGame { text, places, reader, is_over }
    }

    /// Looks through the game, and compares it with the words.
    pub(super) fn survey(&self, mut words: Option<WordCursor<'_>>, limits: &Limits) -> MovesSurvey {
        let mut reader = PgnReader::new(&self.text, limits);
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

    /// Adds the next events to a queue; `false` if there are none.
    pub(super) fn refill(&mut self, queue: &mut VecDeque<Item<'_>>) -> bool {
        if self.is_over {
            return false;
        }
        let Some(mut reader) = self.reader.moved_to(&self.text) else { return false };
        let mut told = 0;
        loop {
            if told >= AT_A_TIME
                && let Some(waiting) = reader.moved_to(b"")
            {
                self.reader = waiting;
                return true;
            }
            let Some(Item { start, what }) = reader.next_event() else { break };
            queue.push_back(Item { start: self.places.of(start), what: what.into_owned() });
            told += 1;
        }
        self.is_over = true;
        let end = reader.span().end;
        let place = self.places.of(end);
        if reader.next_game() {
            let rest = Cow::Owned(self.text[end..].to_vec());
            queue.push_back(Item { start: place, what: What::Fault(Code::Stray, rest) });
        } else {
            for comment in reader.trailing() {
                let text = Cow::Owned(comment.to_vec());
                queue.push_back(Item::event(place, Event::Comment { text, form: CommentForm::Braces }));
            }
        }
        !queue.is_empty()
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
