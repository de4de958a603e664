//! A text of PGN that is a value of another format, such as a string of JSON or a cell of a table, read as the events of a
//! game at their places in the file.

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

impl EmbeddedGame {
    /// Reads a text that comes from these places in a block.
    pub(super) fn new((text, places): (Vec<u8>, Places), limits: &Limits) -> EmbeddedGame {
        let mut reader = PgnReader::new(&text, limits);
        let is_over = !reader.next_game();
        let moved = reader.moved_to(b"");
        let (is_over, reader) = (is_over || moved.is_none(), moved.unwrap_or_else(|| PgnReader::new(b"", limits)));
        EmbeddedGame { text, places, reader, is_over }
    }

    /// The text.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
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
