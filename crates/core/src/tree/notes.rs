//! The notes of nodes: comments, NAGs, spellings, escaped lines, words that were not played.

use crate::step::{CommentForm, Termination};
use crate::tree::Full;
use alloc::string::String;
use alloc::vec::Vec;

/// The place of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum NotePlace {
    /// Before the move: at the start of a variation.
    Before,
    /// After the move; at the root, before the first move.
    After,
    /// After the marker that ends the game; at the root only.
    End,
}

/// The kind of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A comment.
    Comment(CommentForm),
    /// A NAG by its number. `None` for one above 255 and for a composite one, whose text is stored.
    Nag(Option<u8>),
    /// An escaped line.
    Escape,
    /// The spelling of the move.
    Spelling,
    /// Words that could not be played, up to the end of the variation.
    Rest,
    /// The words of a variation of which nothing could be played. It would have replaced this move.
    Unplayed,
    /// An empty variation. It would have replaced this move.
    Bare,
    /// The marker at the end of a variation, which ends with this move.
    Inner(Termination),
    /// A token that was skipped.
    Skipped,
    /// The original text of the note before it.
    Verbatim,
    /// An annotation begins: the BGN object that names its source.
    Annotation,
    /// A member of a BGN object that no other note expresses.
    Field,
}

impl NoteKind {
    /// Whether it is a comment, in braces or to the end of the line.
    pub fn is_comment(self) -> bool {
        matches!(self, NoteKind::Comment(_))
    }
}

/// A note about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note<'t> {
    /// Its place.
    pub place: NotePlace,
    /// Its kind.
    pub kind: NoteKind,
    /// The number of the node's variations before it.
    pub behind: u32,
    /// Its text; for a NAG, its spelling, if it was kept.
    pub text: &'t str,
}

impl<'t> Note<'t> {
    /// A comment in braces.
    pub fn comment(place: NotePlace, text: &'t str) -> Note<'t> {
        Note { place, kind: NoteKind::Comment(CommentForm::Braces), behind: 0, text }
    }
}

/// A NAG of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nag<'t> {
    /// 0 to 255; `None` for a larger or composite one, which is in `spelled`.
    pub value: Option<u8>,
    /// Its spelling, if it was kept.
    pub spelled: &'t str,
}

/// The notes of one node: the number of the last one plus 1, 0 for none. The last one refers to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain(u32);

impl Chain {
    pub(super) const EMPTY: Chain = Chain(0);

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn last(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

#[derive(Clone, Copy, Debug)]
struct Stored {
    place: NotePlace,
    kind: NoteKind,
    behind: u32,
    start: u32,
    length: u32,
    /// The number of the next note; for the last one, that of the first.
    next: u32,
}

/// All notes of a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct TreeNotes {
    list: Vec<Stored>,
    text: String,
    /// The number of notes that no node uses.
    dropped: usize,
}

impl TreeNotes {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.text.clear();
        self.dropped = 0;
    }

    /// The notes of a chain, in order.
    pub(super) fn of(&self, chain: Chain) -> impl Iterator<Item = Note<'_>> {
        let last = chain.last().and_then(|last| self.list.get(last));
        let mut at = last.map(|last| last.next as usize);
        core::iter::from_fn(move || {
            let index = at?;
            let stored = self.list.get(index)?;
            at = (Some(index) != chain.last()).then_some(stored.next as usize);
            Some(self.shown(stored))
        })
    }

    fn shown(&self, stored: &Stored) -> Note<'_> {
        let (start, length) = (stored.start as usize, stored.length as usize);
        let text = self.text.get(start..start + length).unwrap_or_default();
        Note { place: stored.place, kind: stored.kind, behind: stored.behind, text }
    }

    /// Adds a note at the end of a chain.
    pub(super) fn add(&mut self, chain: &mut Chain, note: Note<'_>) -> Result<(), Full> {
        let start = u32::try_from(self.text.len()).map_err(|_| Full)?;
        let length = u32::try_from(note.text.len()).map_err(|_| Full)?;
        start.checked_add(length).ok_or(Full)?;
        let number = u32::try_from(self.list.len()).ok().filter(|number| *number < u32::MAX).ok_or(Full)?;
        self.text.push_str(note.text);
        let Note { place, kind, behind, .. } = note;
        let next = match chain.last().and_then(|last| self.list.get_mut(last)) {
            Some(last) => core::mem::replace(&mut last.next, number),
            None => number,
        };
        self.list.push(Stored { place, kind, behind, start, length, next });
        *chain = Chain(number + 1);
        Ok(())
    }

    /// Adds the notes of `more` after those of `chain`, each in `place`.
    pub(super) fn append(&mut self, chain: &mut Chain, more: Chain, place: NotePlace, behind: u32) {
        let Some(end) = more.last() else { return };
        let Some(first) = self.list.get(end).map(|note| note.next) else { return };
        let mut at = first as usize;
        while let Some(note) = self.list.get_mut(at) {
            (note.place, note.behind) = (place, behind);
            if at == end {
                break;
            }
            at = note.next as usize;
        }
        if let Some(last) = chain.last() {
            let start = self.list.get(last).map_or(first, |note| note.next);
            if let Some(note) = self.list.get_mut(last) {
                note.next = first;
            }
            if let Some(note) = self.list.get_mut(end) {
                note.next = start;
            }
        }
        *chain = more;
    }

    /// The chain of those notes for which `wanted` holds.
    pub(super) fn filter(&mut self, chain: Chain, mut keep: impl FnMut(&Note<'_>) -> bool) -> Chain {
        let Some(end) = chain.last() else { return chain };
        let (mut kept, mut first) = (Chain::EMPTY, None);
        let mut at = self.list.get(end).map(|note| note.next as usize);
        while let Some(index) = at
            && let Some(stored) = self.list.get(index).copied()
        {
            if keep(&self.shown(&stored)) {
                match kept.last().and_then(|last| self.list.get_mut(last)) {
                    Some(last) => last.next = index as u32,
                    None => first = Some(index as u32),
                }
                kept = Chain(index as u32 + 1);
            } else {
                self.dropped += 1;
            }
            at = (index != end).then_some(stored.next as usize);
        }
        if let (Some(first), Some(last)) = (first, kept.last().and_then(|last| self.list.get_mut(last))) {
            last.next = first;
        }
        kept
    }

    /// The number of notes, and how many of them are unused. Every change changes these numbers.
    pub(super) fn extent(&self) -> (usize, usize) {
        (self.list.len(), self.dropped)
    }

    /// Whether most notes are unused, so that rewriting the list pays off.
    pub(super) fn is_mostly_dropped(&self) -> bool {
        self.dropped >= 64 && self.dropped * 2 >= self.list.len()
    }

    pub(super) fn heap_size(&self) -> usize {
        self.list.capacity() * size_of::<Stored>() + self.text.capacity()
    }
}
