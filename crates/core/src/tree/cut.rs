//! Cuts a tree, from a node or up to a ply, and copies it without deleted nodes.

use super::{Cursor, Full, NodeId, Note, NoteKind, NotePlace, Tree, notes::Notes};
use crate::position::fen;
use crate::rules;
use alloc::boxed::Box;
use alloc::vec::Vec;

impl Tree {
    /// Deletes every move after this ply, including those of variations; returns how many of these were alternatives
    /// with their own continuation.
    pub fn cut_after(&mut self, ply: u32) -> usize {
        let mut beyond = Vec::new();
        let mut next = Some(NodeId::ROOT);
        while let Some(node) = next {
            if self.ply(node) == ply {
                beyond.extend(self.children(node));
                next = self.past(node);
            } else {
                next = self.descend(node, NodeId::ROOT);
            }
        }
        // The last one first: each is then at the end of its row.
        beyond.iter().rev().filter(|node| self.delete(**node)).count()
    }

    /// The node that follows if everything after this one is left out, in the order of parents before children.
    fn past(&self, node: NodeId) -> Option<NodeId> {
        let mut at = node;
        loop {
            if let Some(sibling) = self.next_sibling(at) {
                return Some(sibling);
            }
            at = self.parent(at)?;
        }
    }

    /// The game from the position at a node on. This position becomes the start, and the tags describe it.
    ///
    /// # Errors
    /// If there is no room for the tags.
    pub fn cut_before(&self, node: NodeId) -> Result<Tree, Full> {
        let mut cursor = Cursor::new(self);
        let start = cursor.go(self, node).clone();
        let mut cut = self.copy_from(node);
        if node != NodeId::ROOT {
            // Notes about the move that led here become notes about the start.
            cut.tags.set("SetUp", "1")?;
            cut.tags.set("FEN", &fen::write(&start, fen::Style::EXACT))?;
            if start.rules() != rules::standard() && cut.tags.get("Variant").is_none() {
                cut.tags.set("Variant", start.rules().id)?;
            }
            cut.start = Some(Box::new(start));
        }
        Ok(cut)
    }

    /// A copy without the space of deleted nodes. Its nodes have other numbers.
    #[must_use]
    pub fn compact(&self) -> Tree {
        self.copy_from(NodeId::ROOT)
    }

    /// A copy of the part after `top`, which becomes the root.
    fn copy_from(&self, top: NodeId) -> Tree {
        let mut copy = Tree {
            tags: self.tags.clone(),
            start: self.start.clone(),
            termination: self.termination,
            unplayed: self.unplayed.clone(),
            dialect: self.dialect,
            notation: self.notation,
            ..Tree::new()
        };
        copy.notes = Notes::default();
        let mut there = alloc::vec![NodeId::ROOT; self.slots.len()];
        for node in self.preorder(top) {
            let place = if node == top {
                NodeId::ROOT
            } else {
                let parent = self.parent(node).map_or(NodeId::ROOT, |parent| there[parent.index()]);
                let Some(mv) = self.mv(node) else { continue };
                // A copy is not larger than the original.
                let Ok(place) = copy.add(parent, mv, self.is_illegal(node)) else { continue };
                place
            };
            there[node.index()] = place;
            copy.counts.extend(self.counts(node));
            for note in self.notes(node).filter(|note| node != top || top == NodeId::ROOT || is_of_start(note)) {
                let _ = copy.add_note(place, note);
            }
        }
        for note in self.notes(NodeId::ROOT).filter(|note| top != NodeId::ROOT && note.place == NotePlace::End) {
            let _ = copy.add_note(NodeId::ROOT, note);
        }
        copy.slots.shrink_to_fit();
        copy
    }
}

/// Whether a note about a move also fits the position that it led to: comments and escaped lines after it, and words that
/// could not be played.
fn is_of_start(note: &Note<'_>) -> bool {
    let stays = note.kind.is_comment() || matches!(note.kind, NoteKind::Rest | NoteKind::Escape);
    note.place == NotePlace::After && stays
}
