//! A text of PGN that belongs to its reader, emitted a few events at a time.

use super::PgnReader;
use crate::event::Item;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// How many events are emitted at a time. A text may have many more of them than it has bytes of memory.
const AT_A_TIME: usize = 64;

/// A text, and how far it has been read.
pub(in crate::game) struct OwnedText {
    text: Vec<u8>,
    /// The reader, while it has no text.
    reader: PgnReader<'static>,
    is_over: bool,
}

impl OwnedText {
    /// A text with its reader, from which the text was taken away; `is_over` means that nothing of it is emitted.
    pub(in crate::game) fn new(text: Vec<u8>, reader: PgnReader<'static>, is_over: bool) -> OwnedText {
        OwnedText { text, reader, is_over }
    }

    /// The text.
    pub(in crate::game) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Adds the next events to a queue, each as `item` has it, and what `end` adds after the last one; `false` if there is
    /// nothing to add.
    pub(in crate::game) fn refill<'q>(
        &mut self,
        queue: &mut VecDeque<Item<'q>>,
        item: impl Fn(Item<'_>) -> Item<'q>,
        end: impl FnOnce(PgnReader<'_>, &[u8], &mut VecDeque<Item<'q>>),
    ) -> bool {
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
            let Some(next) = reader.next_event() else { break };
            queue.push_back(item(next));
            told += 1;
        }
        self.is_over = true;
        end(reader, &self.text, queue);
        !queue.is_empty()
    }
}
