//! Games that are written as a whole, without playing their moves.

use super::PgnWriter;
use super::tags::PgnTagSection;
use crate::notation::san::SanCode;
use crate::step::Dialect;
use crate::tree::{NodeId, Note, NoteKind, NotePlace, Tree};

/// What a move takes with its number and the blank before it in most games, and what is before and after the moves. Only the
/// speed depends on it.
const BYTES_PER_PLY: usize = 8;
const ENDS: usize = 16;

impl PgnWriter {
    /// Writes a game of one line that was read from PGN, whose tags and moves are known to be written as in the source.
    /// `false` if there is anything else in it; nothing was written then.
    pub(super) fn write_whole(&mut self, tree: &Tree) -> bool {
        let is_usual = tree.dialect() == Dialect::Pgn && tree.has_standard_start() && tree.unplayed().is_none();
        let takes = self.is_san && !self.keep_spelling && self.tags.keeps_order();
        let (Some(lines), Some(end)) = (tree.tags().lines(), tree.termination()) else { return false };
        let Some(moves) = tree.written_line().filter(|_| is_usual && takes && has_plain_notes(tree)) else {
            return false;
        };
        let mut plies = 0;
        for (_, san) in moves {
            if san == SanCode::UNKNOWN {
                return false;
            }
            plies += 1;
        }
        self.lines.page.out.reserve(lines.len() + plies * BYTES_PER_PLY + ENDS);
        self.start_game();
        self.tags.copy(lines, &mut self.lines.page);
        self.write_moves(tree);
        self.termination(end);
        self.write_notes(tree, NodeId::ROOT, NotePlace::End);
        self.end_game();
        true
    }

    fn write_moves(&mut self, tree: &Tree) {
        let has_notes = tree.has_any_notes();
        if has_notes {
            self.tags.set_nag_format(tree.tags().get(PgnTagSection::NAG_FORMAT));
            self.write_notes(tree, NodeId::ROOT, NotePlace::After);
        }
        for (ply, (mv, san)) in (0u32..).zip(tree.written_line().into_iter().flatten()) {
            let (bytes, length) = san.text(mv).unwrap_or_default();
            self.begin_move(ply / 2 + 1, ply % 2 == 1);
            self.lines.push_short(bytes, length);
            self.lines.is_move = true;
            if has_notes {
                self.write_notes(tree, NodeId::numbered(ply + 1), NotePlace::After);
            }
        }
    }

    fn write_notes(&mut self, tree: &Tree, node: NodeId, place: NotePlace) {
        for note in tree.notes(node).filter(|note| note.place == place) {
            match note.kind {
                NoteKind::Comment(form) => self.comment(note.text, form),
                NoteKind::Nag(value) => self.nag(value, note.text.as_bytes()),
                // Others were excluded.
                _ => {}
            }
        }
    }
}

/// Whether all notes of a game of one line are comments and NAGs that nothing is lost of.
fn has_plain_notes(tree: &Tree) -> bool {
    let is_plain = |note: Note<'_>| match note.kind {
        NoteKind::Comment(_) => note.place != NotePlace::Before && !note.text.contains('}'),
        NoteKind::Nag(value) => note.place == NotePlace::After && value.is_some(),
        _ => false,
    };
    !tree.has_any_notes()
        || tree.notes(NodeId::ROOT).all(|note| is_plain(note) && note.kind.is_comment())
            && tree.mainline().all(|node| tree.notes(node).all(is_plain))
}
