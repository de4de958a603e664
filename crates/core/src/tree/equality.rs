//! Compares two games, node by node.

use super::{NodeId, Note, NoteKind, NotePlace, Tree};
use crate::step::CommentForm;
use crate::text;
use alloc::borrow::Cow;

/// Two games are equal if their tags, start, moves, comments, NAGs, kept spellings and result are equal, with
/// variations in the same order.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.tags == other.tags
            && self.start == other.start
            && self.result() == other.result()
            && self.unplayed == other.unplayed
            && same_moves(self, other)
    }
}

impl Eq for Tree {}

/// The plies of nodes, each before its children, determine the shape of a tree.
fn same_moves(one: &Tree, other: &Tree) -> bool {
    let mut others = other.preorder(NodeId::ROOT);
    one.preorder(NodeId::ROOT).all(|a| others.next().is_some_and(|b| same_node(one, a, other, b)))
        && others.next().is_none()
}

fn same_node(one: &Tree, a: NodeId, other: &Tree, b: NodeId) -> bool {
    let (left, right) = (one.slot(a), other.slot(b));
    (left.ply, left.mv, one.is_illegal(a)) == (right.ply, right.mv, other.is_illegal(b))
        && (left.notes.is_empty() && right.notes.is_empty() || same_notes(one, a, other, b))
}

/// Notes of one kind are compared in their order. The order of different kinds, and their order relative to variations,
/// does not matter. Empty variations do not matter either.
fn same_notes(one: &Tree, a: NodeId, other: &Tree, b: NodeId) -> bool {
    type NoteFilter = fn(&Note<'_>) -> bool;
    const KINDS: [NoteFilter; 8] = [
        |note| note.kind.is_comment() && note.place == NotePlace::Before,
        |note| note.kind.is_comment() && note.place == NotePlace::After,
        |note| note.kind.is_comment() && note.place == NotePlace::End,
        |note| matches!(note.kind, NoteKind::Nag(_)),
        |note| matches!(note.kind, NoteKind::Escape | NoteKind::Spelling | NoteKind::Skipped | NoteKind::Verbatim),
        |note| matches!(note.kind, NoteKind::Rest | NoteKind::Unplayed),
        |note| matches!(note.kind, NoteKind::Inner(_)),
        |note| matches!(note.kind, NoteKind::Annotation | NoteKind::Field),
    ];
    KINDS.iter().all(|wanted| {
        let (left, right) = (one.notes(a).filter(wanted), other.notes(b).filter(wanted));
        left.map(meaning).eq(right.map(meaning))
    })
}

/// The meaning of a note, regardless of its place. A line end in a comment means the same as a space.
fn meaning(note: Note<'_>) -> (NoteKind, Cow<'_, str>) {
    let text = match note.kind {
        NoteKind::Comment(_) | NoteKind::Rest | NoteKind::Unplayed => text::flowing(note.text),
        _ => Cow::Borrowed(note.text),
    };
    // The form of a comment does not matter either.
    let kind = if note.kind.is_comment() { NoteKind::Comment(CommentForm::Braces) } else { note.kind };
    (kind, text)
}
