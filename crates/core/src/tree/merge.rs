//! Several games to one tree: moves that they share stand once.

use super::{Full, NodeId, Note, NoteKind, NotePlace, Tree};
use crate::rules::{Kind, Move};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

/// Why games cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMerged {
    /// They start from different positions.
    OtherStart,
    /// There is no room for both.
    Full,
}

impl From<Full> for NotMerged {
    fn from(_: Full) -> NotMerged {
        NotMerged::Full
    }
}

impl Tree {
    /// Adds the moves of another game as variations, where they differ. Its comments and NAGs join those that stand here,
    /// each text once. Tags and marker stay.
    ///
    /// # Errors
    /// Where the other game starts from another position, and where there is no room.
    pub fn merge(&mut self, other: &Tree) -> Result<(), NotMerged> {
        if self.start != other.start {
            return Err(NotMerged::OtherStart);
        }
        let mut known = self.moves_by_parent();
        // Where each node of the other tree stands in this one.
        let mut here = alloc::vec![NodeId::ROOT; other.slots.len()];
        for node in other.preorder(NodeId::ROOT) {
            if let Some(mv) = other.mv(node) {
                let parent = other.parent(node).map_or(NodeId::ROOT, |parent| here[parent.index()]);
                let key = (parent, number(mv));
                let place = match known.get(&key) {
                    Some(place) => *place,
                    None => {
                        let added = self.add(parent, mv, other.is_illegal(node))?;
                        known.insert(key, added);
                        added
                    }
                };
                here[node.index()] = place;
            }
            self.join_notes(here[node.index()], other, node)?;
        }
        Ok(())
    }

    /// The first node for each move from each node.
    fn moves_by_parent(&self) -> BTreeMap<(NodeId, u32), NodeId> {
        let mut known = BTreeMap::new();
        for node in self.preorder(NodeId::ROOT) {
            if let (Some(parent), Some(mv)) = (self.parent(node), self.mv(node)) {
                known.entry((parent, number(mv))).or_insert(node);
            }
        }
        known
    }

    /// Adds what is noted about a node of another tree and not here.
    fn join_notes(&mut self, node: NodeId, other: &Tree, theirs: NodeId) -> Result<(), Full> {
        if other.slot(theirs).notes.is_empty() {
            return Ok(());
        }
        let mut known: BTreeSet<(u8, String)> = self.notes(node).map(|note| (sort(&note), note.text.into())).collect();
        let spelled = self.spelling(node).is_some();
        let mut nags: Vec<Option<u8>> = self.nags(node).map(|nag| nag.value).collect();
        for note in other.notes(theirs) {
            let new = match note.kind {
                NoteKind::Nag(Some(value)) => {
                    let new = !nags.contains(&Some(value));
                    nags.push(Some(value));
                    new
                }
                NoteKind::Spelling => !spelled && self.notation.id == other.notation.id,
                _ => known.insert((sort(&note), note.text.into())),
            };
            if new {
                self.add_note(node, note)?;
            }
        }
        Ok(())
    }
}

/// What tells notes with the same text apart.
fn sort(note: &Note<'_>) -> u8 {
    match (note.kind, note.place) {
        (NoteKind::Comment(_), NotePlace::Before) => 0,
        (NoteKind::Comment(_), _) => 1,
        (NoteKind::Nag(_), _) => 2,
        (NoteKind::Escape, _) => 3,
        (NoteKind::Spelling, _) => 4,
        (NoteKind::Rest | NoteKind::Unplayed | NoteKind::Verbatim, _) => 5,
        (NoteKind::Inner(_), _) => 6,
        (NoteKind::Bare, _) => 7,
        (NoteKind::Annotation, _) => 8,
        (NoteKind::Field, _) => 9,
        (NoteKind::Skipped, _) => 10,
    }
}

/// A move as a number, for order.
fn number(mv: Move) -> u32 {
    let kind = match mv.kind {
        Kind::Plain => 0,
        Kind::Castle => 1,
        Kind::EnPassant => 2,
        Kind::Null => 3,
    };
    let promotion = mv.promotion.map_or(0, |role| role as u32);
    u32::from(mv.from.number()) | u32::from(mv.to.number()) << 8 | promotion << 16 | kind << 24
}
