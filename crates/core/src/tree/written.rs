//! Games that can be written without their positions.

use super::{NodeId, Note, NoteKind, NotePlace, Tree};
use crate::notation::san::SanCode;
use crate::step::{Dialect, Step, Termination};
use crate::write::WrittenGame;

/// A game of one line that was read from PGN, whose tags and moves are known to be written as in the source.
pub(super) struct WrittenLine<'t> {
    tree: &'t Tree,
    tags: &'t str,
    termination: Termination,
}

impl<'t> WrittenLine<'t> {
    /// The game, if there is nothing else in it.
    pub(super) fn of(tree: &'t Tree) -> Option<WrittenLine<'t>> {
        let is_usual = tree.dialect == Dialect::Pgn && tree.start.is_none() && tree.unplayed.is_none();
        let known = tree.slots.line_codes()?.all(|san| san != SanCode::UNKNOWN);
        let (tags, termination) = (tree.tags.lines()?, tree.termination?);
        (is_usual && known && has_plain_notes(tree)).then_some(WrittenLine { tree, tags, termination })
    }

    fn each_note(&self, (node, place): (NodeId, NotePlace), take: &mut dyn FnMut(&Step<'_>)) {
        for Note { kind, text, .. } in self.tree.notes(node).filter(|note| note.place == place) {
            match kind {
                NoteKind::Comment(form) => take(&Step::Comment { text, form }),
                NoteKind::Nag(value) => take(&Step::Nag { value, spelled: text }),
                // Others were excluded.
                _ => {}
            }
        }
    }
}

impl WrittenGame for WrittenLine<'_> {
    fn tag_lines(&self) -> &str {
        self.tags
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tree.tags.get(name)
    }

    fn plies(&self) -> u32 {
        self.tree.slots.len().saturating_sub(1) as u32
    }

    fn san(&self, ply: u32) -> (u64, usize) {
        let slot = self.tree.slot(NodeId(ply));
        slot.san.text(slot.mv).unwrap_or_default()
    }

    fn has_notes(&self) -> bool {
        self.tree.notes.extent() != (0, 0)
    }

    fn notes(&self, ply: u32, take: &mut dyn FnMut(&Step<'_>)) {
        self.each_note((NodeId(ply), NotePlace::After), take);
    }

    fn termination(&self) -> Termination {
        self.termination
    }

    fn closing(&self, take: &mut dyn FnMut(&Step<'_>)) {
        self.each_note((NodeId::ROOT, NotePlace::End), take);
    }
}

/// Whether all notes of a game of one line are comments and NAGs that nothing is lost of.
fn has_plain_notes(tree: &Tree) -> bool {
    let is_plain = |note: Note<'_>| match note.kind {
        NoteKind::Comment(_) => note.place != NotePlace::Before && !note.text.contains('}'),
        NoteKind::Nag(value) => note.place == NotePlace::After && value.is_some(),
        _ => false,
    };
    tree.notes.extent() == (0, 0)
        || tree.notes(NodeId::ROOT).all(|note| note.kind.is_comment() && is_plain(note))
            && tree.mainline().all(|node| tree.notes(node).all(is_plain))
}
