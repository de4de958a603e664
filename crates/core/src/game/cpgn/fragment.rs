//! A text of PGN that is stored in a game of cpgn, emitted as the events that it would be in a file of PGN.

use super::bits::BitText;
use crate::event::{Event, Item, What};
use crate::game::pgn;
use crate::game::pgn::owned_text::OwnedText;
use crate::limits::Limits;
use crate::step::CommentForm;
use alloc::borrow::Cow;
use alloc::collections::VecDeque;
use alloc::string::ToString;

/// Reads a text that is stored among the codes of a game.
pub(super) struct Fragment<'a> {
    text: OwnedText,
    /// Where it starts.
    bit: usize,
    /// How many variations are open around the text.
    around: u64,
    /// What is emitted after it.
    then: Option<Item<'a>>,
}

impl<'a> Fragment<'a> {
    /// Reads a text of this block; `then` is emitted after it.
    pub(super) fn new(
        block: &[u8],
        text: BitText,
        around: u64,
        limits: &Limits,
        then: Option<Item<'a>>,
    ) -> Fragment<'a> {
        let bytes = text.of(block).into_owned();
        let reader = pgn::PgnReader::within(&bytes, limits, around);
        let reader = reader.moved_to(b"").unwrap_or_else(|| pgn::PgnReader::within(b"", limits, around));
        Fragment { text: OwnedText::new(bytes, reader, false), bit: text.bit, around, then }
    }

    /// Adds the next events to a queue; `false` if there are none.
    pub(super) fn refill(&mut self, queue: &mut VecDeque<Item<'a>>) -> bool {
        let Fragment { text, bit, around, then } = self;
        let place = |byte: usize| *bit + 8 * byte;
        let item = |item: Item<'_>| Item { start: place(item.start), what: owned(item.what) };
        text.refill(queue, item, |reader, text, queue| {
            let end = place(text.len());
            // What the text has left open ends with it.
            for _ in *around..reader.depth() {
                queue.push_back(Item::event(end, Event::Close));
            }
            queue.extend(then.take());
        })
    }
}

/// The same with texts of its own, as a part of a game's moves.
fn owned<'a>(what: What<'_>) -> What<'a> {
    match what {
        // Without dots it is not the number of a move: the writer writes those.
        What::Event(Event::Number { value, dots: 0, half: false }) => {
            What::Event(Event::Stray(Cow::Owned(value.to_string().into_bytes())))
        }
        // A part of a game's moves has none of these.
        What::Event(
            Event::Tag(_)
            | Event::Begin
            | Event::Verbatim(..)
            | Event::Annotation(_)
            | Event::Field(_)
            | Event::Inner(_),
        ) => What::Event(Event::Comment { text: Cow::Borrowed(b""), form: CommentForm::Braces }),
        what => what.into_owned(),
    }
}
