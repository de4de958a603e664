//! Adds, replaces and removes the notes of nodes.

use super::full::Full;
use super::notes::{Chain, Nag, Note, NoteKind, NotePlace, Notes};
use super::{NodeId, Tree};
use alloc::string::String;
use alloc::vec::Vec;

/// A note without its tree.
pub(super) type Taken = (NotePlace, NoteKind, u32, String);

impl Tree {
    /// Adds a note about a node.
    ///
    /// # Errors
    /// If there is no room.
    pub fn add_note(&mut self, node: NodeId, note: Note<'_>) -> Result<(), Full> {
        let Tree { slots, notes, .. } = self;
        slots.get_mut(node.index()).map_or(Ok(()), |slot| notes.add(&mut slot.notes, note))
    }

    /// Keeps only the notes of a node for which `keep` holds.
    pub fn retain_notes(&mut self, node: NodeId, keep: impl FnMut(&Note<'_>) -> bool) {
        let Tree { slots, notes, .. } = self;
        if let Some(slot) = slots.get_mut(node.index()) {
            slot.notes = notes.filter(slot.notes, keep);
        }
        self.tidy();
    }

    /// Puts these comments in place of those that stand in `place` about a node.
    ///
    /// # Errors
    /// If there is no room.
    pub fn set_comments<'t>(
        &mut self,
        node: NodeId,
        place: NotePlace,
        comments: impl IntoIterator<Item = &'t str>,
    ) -> Result<(), Full> {
        self.retain_notes(node, |note| note.place != place || !note.kind.is_comment());
        // These comments have no named source.
        let mut attributed = false;
        let last = self.take_notes(node, |note| {
            attributed |= note.kind == NoteKind::Annotation && note.place == place;
            attributed
        });
        comments.into_iter().try_for_each(|text| self.add_note(node, Note::comment(place, text)))?;
        self.put_back(node, &last)
    }

    /// Puts these NAGs in place of those of a node.
    ///
    /// # Errors
    /// If there is no room.
    pub fn set_nags<'t>(&mut self, node: NodeId, nags: impl IntoIterator<Item = Nag<'t>>) -> Result<(), Full> {
        self.retain_notes(node, |note| !matches!(note.kind, NoteKind::Nag(_)));
        // Before the comments, where they are always written.
        let others = self.take_notes(node, |note| note.place != NotePlace::Before);
        for Nag { value, spelled } in nags {
            self.add_note(
                node,
                Note { place: NotePlace::After, kind: NoteKind::Nag(value), behind: 0, text: spelled },
            )?;
        }
        self.put_back(node, &others)
    }

    /// Removes the notes of a node for which `wanted` holds, and returns them.
    pub(super) fn take_notes(&mut self, node: NodeId, mut wanted: impl FnMut(&Note<'_>) -> bool) -> Vec<Taken> {
        let mut taken = Vec::new();
        self.retain_notes(node, |note| {
            let takes = wanted(note);
            if takes {
                taken.push((note.place, note.kind, note.behind, note.text.into()));
            }
            !takes
        });
        taken
    }

    /// Adds notes that were taken out.
    pub(super) fn put_back(&mut self, node: NodeId, taken: &[Taken]) -> Result<(), Full> {
        taken.iter().try_for_each(|(place, kind, behind, text)| {
            self.add_note(node, Note { place: *place, kind: *kind, behind: *behind, text })
        })
    }

    /// Rewrites the list of notes when most of them are unused.
    fn tidy(&mut self) {
        if !self.notes.is_mostly_dropped() {
            return;
        }
        let mut tidied = Notes::default();
        for slot in &mut self.slots {
            let mut chain = Chain::EMPTY;
            for note in self.notes.of(slot.notes) {
                // A copy is not larger than the original.
                let _ = tidied.add(&mut chain, note);
            }
            slot.notes = chain;
        }
        self.notes = tidied;
    }
}
