//! The moves of a row as PGN has them: with comments, signs and variations, which take more than words.

use crate::error::Code;
use crate::event::{Event, Item, What};
use crate::game::pgn::PgnReader;
use crate::limits::Limits;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

/// Reads the movetext in a part of a block.
pub(super) struct MovetextReader<'a> {
    block: &'a [u8],
    reader: PgnReader<'a>,
    /// Where what is still to be read ends.
    end: usize,
    /// Whether quotes are doubled in it.
    quoted: bool,
    /// Whether the result was read.
    ended: bool,
    /// What could not be read as movetext, once that was noted.
    stray: Option<Item<'a>>,
}

impl<'a> MovetextReader<'a> {
    /// Reads the part of `block` that is here; `quoted` means that each quote in it is doubled.
    pub(super) fn new(block: &'a [u8], place: Range<usize>, quoted: bool, limits: &Limits) -> MovetextReader<'a> {
        let end = place.end;
        MovetextReader {
            block,
            reader: PgnReader::of_moves(block, place, limits),
            end,
            quoted,
            ended: false,
            stray: None,
        }
    }

    /// Whether the result was read.
    pub(super) fn ended(&self) -> bool {
        self.ended
    }

    /// The next event or fault.
    pub(super) fn next(&mut self) -> Option<Item<'a>> {
        let mut item = self.stray.take().or_else(|| self.reader.next_event()).or_else(|| self.leftover())?;
        self.ended |= matches!(item.what, What::Event(Event::Termination(_)));
        if self.quoted
            && let What::Event(event) = &mut item.what
        {
            unquote(event);
        }
        Some(item)
    }

    /// The text from which another game or a tag starts: a row has one game.
    #[cold]
    fn leftover(&mut self) -> Option<Item<'a>> {
        let start = self.reader.span().end;
        let rest = self.block.get(start..core::mem::replace(&mut self.end, start))?;
        let start = start + (rest.len() - rest.trim_ascii_start().len());
        let text = rest.trim_ascii();
        if text.is_empty() {
            return None;
        }
        self.stray = Some(Item::event(start, Event::Stray(Cow::Borrowed(text))));
        Some(Item::fault(start, Code::Stray, text))
    }
}

/// Makes doubled quotes single.
fn unquote(event: &mut Event<'_>) {
    match event {
        Event::Comment { text, .. }
        | Event::Escape(text)
        | Event::Stray(text)
        | Event::Skipped(text)
        | Event::Move(text)
        | Event::Nag { spelled: text, .. } => unquote_text(text),
        _ => {}
    }
}

/// The same for a text.
pub(super) fn unquote_text(text: &mut Cow<'_, [u8]>) {
    if text.windows(2).any(|pair| pair == b"\"\"") {
        let mut single = Vec::with_capacity(text.len());
        let mut quotes = false;
        for &byte in text.iter() {
            quotes = byte == b'"' && !quotes;
            if byte != b'"' || quotes {
                single.push(byte);
            }
        }
        *text = Cow::Owned(single);
    }
}
