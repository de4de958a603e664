//! The texts that a document is read from: its block, a document that was transcribed from the block, and lines stored
//! as strings in a document.

use super::places::Places;
use crate::event::Bytes;
use crate::json::{Brackets, container_end};
use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

/// A text with JSON in it.
#[derive(Clone, Debug)]
pub(super) enum Source<'a> {
    /// The block, up to the end of the document. It starts where the block does.
    Block(&'a [u8]),
    /// A text that was made of the block's.
    Text(Rc<DerivedText<'a>>),
}

/// A text that was made of a part of the block.
#[derive(Debug)]
pub(super) struct DerivedText<'a> {
    bytes: Vec<u8>,
    /// The places in the block from which it comes.
    places: Places,
    /// The block, if that has the words of the text unchanged.
    block: &'a [u8],
    brackets: OnceCell<Brackets>,
}

impl<'a> DerivedText<'a> {
    /// The words of the block from which a part comes. The quote that ends a string comes from the text after its
    /// words, and a number need not be in the block as words.
    fn shown(&self, part: Range<usize>) -> &'a [u8] {
        let said = self.bytes.get(part.clone()).unwrap_or_default();
        let Some(last) = said.last() else { return b"" };
        let end = self.places.of(part.end - 1) + usize::from(*last != b'"');
        let found = self.block.get(self.places.of(part.start)..end).unwrap_or_default();
        if matches!(last, b'"' | b'}' | b']') || found == said { found } else { b"" }
    }
}

impl<'a> Source<'a> {
    /// A line given as text at a place of the block, with its escapes undone.
    pub(super) fn text(bytes: Vec<u8>, place: usize) -> Source<'a> {
        Source::Text(Rc::new(DerivedText { bytes, places: Places::one(place), block: b"", brackets: OnceCell::new() }))
    }

    /// A document that was transcribed from these places of the block.
    pub(super) fn transcribed(bytes: Vec<u8>, places: Places, block: &'a [u8]) -> Source<'a> {
        Source::Text(Rc::new(DerivedText { bytes, places, block, brackets: OnceCell::new() }))
    }

    /// A document that was transcribed, with the places from which it comes: for the reader that holds it alone.
    pub(super) fn take(&mut self) -> (Vec<u8>, Option<Places>) {
        match self {
            Source::Block(bytes) => (Vec::from(*bytes), None),
            Source::Text(text) => match Rc::get_mut(text) {
                Some(text) => (core::mem::take(&mut text.bytes), Some(core::mem::take(&mut text.places))),
                None => (text.bytes.clone(), None),
            },
        }
    }

    /// All of it.
    #[inline(always)]
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Source::Block(bytes) => bytes,
            Source::Text(text) => &text.bytes,
        }
    }

    /// The place in the block that a place in this text has.
    #[inline(always)]
    pub(super) fn place(&self, at: usize) -> usize {
        match self {
            Source::Block(_) => at,
            Source::Text(text) => text.places.of(at),
        }
    }

    /// A part of it, to be kept.
    pub(super) fn part(&self, range: Range<usize>) -> Bytes<'a> {
        match self {
            Source::Block(bytes) => Cow::Borrowed(bytes.get(range).unwrap_or_default()),
            Source::Text(text) => Cow::Owned(Vec::from(text.bytes.get(range).unwrap_or_default())),
        }
    }

    /// A part of it, to be shown with a fault, in the words of the block; nothing if that has it in others.
    pub(super) fn shown(&self, range: Range<usize>) -> &'a [u8] {
        match self {
            Source::Block(bytes) => bytes.get(range).unwrap_or_default(),
            Source::Text(text) => text.shown(range),
        }
    }

    /// Where the array or object ends that starts at `at`. `deep` means that it is deeply nested: then the ends of all
    /// are found at once, because each would be searched again and again.
    pub(super) fn end_of(&self, at: usize, deep: bool, of_block: &OnceCell<(usize, Brackets)>) -> Option<usize> {
        if !deep {
            return container_end(self.bytes(), at);
        }
        match self {
            Source::Block(bytes) => of_block.get_or_init(|| (0, Brackets::of(bytes, at))).1.end(at),
            Source::Text(text) => text.brackets.get_or_init(|| Brackets::of(&text.bytes, at)).end(at),
        }
    }
}
