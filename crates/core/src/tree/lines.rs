//! The lines of a game, each as a game of its own.

use super::{NodeId, Note, NoteKind, NotePlace, Tree};
use alloc::vec::Vec;

/// The last nodes of all lines: that of the mainline, and those of the variations in the order of the text.
pub(super) fn ends(tree: &Tree) -> Vec<NodeId> {
    let main = tree.end_of(NodeId::ROOT);
    let others = tree.walk().filter(|node| *node != main && tree.first_child(*node).is_none());
    core::iter::once(main).chain(others).collect()
}

/// The game up to this node, without variations.
pub(super) fn line(tree: &Tree, end: NodeId) -> Tree {
    let mut line = Tree {
        tags: tree.tags.clone(),
        start: tree.start.clone(),
        termination: tree.termination,
        unplayed: tree.unplayed.clone(),
        dialect: tree.dialect,
        notation: tree.notation,
        ..Tree::new()
    };
    let is_main = end == tree.end_of(NodeId::ROOT);
    let back = core::iter::successors(Some(end), |node| tree.parent(*node));
    let path: Vec<NodeId> = back.collect();
    let mut at = NodeId::ROOT;
    for node in path.into_iter().rev() {
        if let Some(mv) = tree.mv(node) {
            // A line is not larger than the game.
            at = line.add(at, mv, tree.is_illegal(node)).unwrap_or(at);
            line.slots.set_san(at, tree.slot(node).san);
        }
        if !tree.counts.is_empty() {
            line.set_counts(at, tree.counts(node).unwrap_or_default());
        }
        for note in tree.notes(node).filter(|note| is_main || !is_of_mainline(note)) {
            let _ = line.add_note(at, Note { behind: 0, ..note });
        }
    }
    line
}

/// Whether a note is about variations that are not lines, or is placed after the mainline.
fn is_of_mainline(note: &Note<'_>) -> bool {
    note.place == NotePlace::End || matches!(note.kind, NoteKind::Unplayed | NoteKind::Bare)
}
