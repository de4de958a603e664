//! The texts that a document is read from: the block it stands in, and lines that stand in it as texts themselves.

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
    /// A line that stood as text.
    Text(Rc<Text>),
}

/// A line that stood as text, with its escapes undone.
#[derive(Debug)]
pub(super) struct Text {
    bytes: Vec<u8>,
    /// Where it starts in the block: the place of all that is in it.
    place: usize,
    brackets: OnceCell<Brackets>,
}

impl<'a> Source<'a> {
    /// A line that stands as text at a place of the block.
    pub(super) fn text(bytes: Vec<u8>, place: usize) -> Source<'a> {
        Source::Text(Rc::new(Text { bytes, place, brackets: OnceCell::new() }))
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
            Source::Text(text) => text.place,
        }
    }

    /// A part of it, to be kept.
    pub(super) fn part(&self, range: Range<usize>) -> Bytes<'a> {
        match self {
            Source::Block(bytes) => Cow::Borrowed(bytes.get(range).unwrap_or_default()),
            Source::Text(text) => Cow::Owned(Vec::from(text.bytes.get(range).unwrap_or_default())),
        }
    }

    /// A part of it, to be shown with a fault; nothing of a text that is not of the block.
    pub(super) fn shown(&self, range: Range<usize>) -> &'a [u8] {
        match self {
            Source::Block(bytes) => bytes.get(range).unwrap_or_default(),
            Source::Text(_) => b"",
        }
    }

    /// Where the array or object ends that starts at `at`. `deep` says that many stand around it: then the ends of all are found
    /// at once, as each would be looked for again and again.
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
