//! A text of PGN that is a value of another format, such as a string of JSON or a cell of a table, read as the events of a
//! game at their places in the file.

use crate::error::Code;
use crate::event::{Event, Item, What};
use crate::game::bgn::Places;
use crate::game::pgn::PgnReader;
use crate::game::pgn::owned_text::OwnedText;
use crate::limits::Limits;
use crate::read::GameReader;
use crate::step::CommentForm;
use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Reads the first game of a text of PGN.
pub(super) struct EmbeddedGame {
    text: OwnedText,
    /// The places in the block from which it comes.
    places: Places,
}

impl EmbeddedGame {
    /// Reads a text that comes from these places in a block.
    pub(super) fn new((text, places): (Vec<u8>, Places), limits: &Limits) -> EmbeddedGame {
        let mut reader = PgnReader::new(&text, limits);
        let is_over = !reader.next_game();
        let moved = reader.moved_to(b"");
        let (is_over, reader) = (is_over || moved.is_none(), moved.unwrap_or_else(|| PgnReader::new(b"", limits)));
        EmbeddedGame { text: OwnedText::new(text, reader, is_over), places }
    }

    /// The text.
    pub(super) fn text(&self) -> &[u8] {
        self.text.text()
    }

    /// Adds the next events to a queue; `false` if there are none.
    pub(super) fn refill(&mut self, queue: &mut VecDeque<Item<'_>>) -> bool {
        let places = &self.places;
        let item = |Item { start, what }: Item<'_>| Item { start: places.of(start), what: what.into_owned() };
        self.text.refill(queue, item, |mut reader, text, queue| {
            let end = reader.span().end;
            let place = places.of(end);
            if reader.next_game() {
                let rest = Cow::Owned(text[end..].to_vec());
                queue.push_back(Item { start: place, what: What::Fault(Code::Stray, rest) });
            } else {
                for comment in reader.trailing() {
                    let text = Cow::Owned(comment.to_vec());
                    queue.push_back(Item::event(place, Event::Comment { text, form: CommentForm::Braces }));
                }
            }
        })
    }
}
