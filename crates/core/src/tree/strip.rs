//! Taking annotation out of a tree.

use super::{NodeId, Note, NoteKind, Tree};
use crate::command;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// What is taken out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Comments, with the commands in them.
    pub comments: bool,
    /// NAGs.
    pub nags: bool,
    /// Every variation.
    pub variations: bool,
    /// Every command in a comment: `[%name …]`.
    pub commands: bool,
    /// Commands that tell the time: `clk`, `emt`, `egt`, `mct`.
    pub clocks: bool,
}

/// The commands that tell the time.
const CLOCKS: [&str; 4] = ["clk", "emt", "egt", "mct"];

impl Tree {
    /// Takes out what `strip` says. A comment of which nothing is left goes too.
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
                NoteKind::Rest | NoteKind::Unplayed | NoteKind::Verbatim => !strip.comments,
                NoteKind::Bare => !strip.variations,
                NoteKind::Annotation => !(strip.comments && strip.nags),
                NoteKind::Escape | NoteKind::Spelling | NoteKind::Skipped | NoteKind::Inner(_) | NoteKind::Field => {
                    true
                }
            });
            if strip.commands || strip.clocks {
                self.strip_commands(node, |name| strip.commands || CLOCKS.contains(&name));
            }
        }
    }

    fn strip_variations(&mut self) {
        let variations: Vec<NodeId> = self.mainline().flat_map(|node| self.siblings_behind(node)).collect();
        // The last one first: each is then found at the end of its row.
        for node in variations.into_iter().rev() {
            self.delete(node);
        }
    }

    fn siblings_behind(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.next_sibling(node), |sibling| self.next_sibling(*sibling))
    }

    fn strip_commands(&mut self, node: NodeId, strips: impl Fn(&str) -> bool) {
        let changes = |note: &Note<'_>| note.kind.is_comment() && note.text.contains("[%");
        if self.notes(node).any(|note| changes(&note)) {
            self.reword(node, |note| match command::without(note.text, |command| strips(command.name)) {
                Cow::Borrowed(kept) => Some(kept.into()),
                Cow::Owned(kept) => Some(kept).filter(|kept| !kept.trim().is_empty()),
            });
        }
    }
}
