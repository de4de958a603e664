//! Removes annotations from a tree.

use super::{NodeId, Note, NoteKind, Tree};
use crate::edit::Strip;
use alloc::borrow::Cow;
use alloc::vec::Vec;

impl Tree {
    /// Removes the parts that `strip` names, and comments that become empty.
    pub fn strip(&mut self, strip: Strip) {
        if strip.variations {
            self.strip_variations();
        }
        let nodes: Vec<NodeId> =
            self.preorder(NodeId::ROOT).filter(|node| !self.slot(*node).notes.is_empty()).collect();
        for node in nodes {
            self.retain_notes(node, |note| match note.kind {
                NoteKind::Comment(_) => !strip.comments,
                NoteKind::Nag(_) => !strip.nags,
                NoteKind::Rest | NoteKind::Verbatim => !strip.comments,
                NoteKind::Unplayed => !(strip.comments || strip.variations),
                NoteKind::Bare => !strip.variations,
                NoteKind::Annotation => !(strip.comments && strip.nags),
                NoteKind::Escape => !strip.escapes,
                NoteKind::Spelling | NoteKind::Skipped | NoteKind::Inner(_) | NoteKind::Field => true,
            });
            if strip.rewords() {
                self.strip_commands(node, strip);
            }
        }
    }

    fn strip_variations(&mut self) {
        let variations: Vec<NodeId> = self.mainline().flat_map(|node| self.siblings_behind(node)).collect();
        // The last one first: each is then at the end of its row.
        for node in variations.into_iter().rev() {
            self.delete(node);
        }
    }

    fn siblings_behind(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.next_sibling(node), |sibling| self.next_sibling(*sibling))
    }

    fn strip_commands(&mut self, node: NodeId, strip: Strip) {
        let changes = |note: &Note<'_>| note.kind.is_comment() && note.text.contains("[%");
        if self.notes(node).any(|note| changes(&note)) {
            self.reword(node, |note| strip.reworded(note.text).map(Cow::into_owned));
        }
    }
}
