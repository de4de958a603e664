//! Gives a game another start, and keeps the moves that are still legal.

use super::{Cursor, ILLEGAL, NodeId, Note, NoteKind, Tree};
use crate::notation::san::SanCode;
use crate::rules::{Move, MoveKind, Position};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// See [`Tree::restart`].
pub(super) fn restart(tree: &mut Tree, position: &Position) -> usize {
    tree.start = (*position != Position::start()).then(|| Box::new(position.clone()));
    let nodes: Vec<NodeId> = tree.preorder(NodeId::ROOT).filter(|node| *node != NodeId::ROOT).collect();
    let mut cursor = Cursor::new(tree);
    let mut deleted = 0;
    for node in nodes {
        let (true, Some(mv), Some(parent)) = (tree.holds(node), tree.mv(node), tree.parent(node)) else {
            deleted += 1;
            continue;
        };
        if !may_go(cursor.go(tree, parent), mv) {
            tree.delete(node);
            deleted += 1;
            continue;
        }
        tree.change(node, |slot| {
            slot.flags &= !ILLEGAL;
            slot.san = SanCode::UNKNOWN;
        });
        forget_spelling(tree, node);
    }
    deleted
}

/// Whether a move of the tree is legal in another position. No other move between the same squares can be meant: what makes
/// a capture one in passing is the move before it.
fn may_go(before: &Position, mv: Move) -> bool {
    if matches!(mv.kind, MoveKind::Null | MoveKind::Drop) {
        return before.is_legal(mv);
    }
    let mut found = false;
    before.each_move(|legal| {
        found = legal == mv;
        !found
    });
    found
}

/// Removes the spelling of a move, which may be another one after other moves.
fn forget_spelling(tree: &mut Tree, node: NodeId) {
    let mut after = false;
    if tree.notes(node).any(|note| note.kind == NoteKind::Spelling) {
        tree.retain_notes(node, |note: &Note<'_>| {
            let spells = note.kind == NoteKind::Spelling || after && note.kind == NoteKind::Verbatim;
            after = spells;
            !spells
        });
    }
}
