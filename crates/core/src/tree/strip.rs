//! Taking annotation out of a tree.

use super::{NodeId, Note, NoteKind, Tree};
use alloc::string::String;
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
                NoteKind::Rest | NoteKind::Unplayed => !strip.comments,
                NoteKind::Escape | NoteKind::Spelling | NoteKind::Inner(_) => true,
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
        if !self.notes(node).any(|note| changes(&note)) {
            return;
        }
        let notes: Vec<(Note<'static>, String)> = self
            .notes(node)
            .map(|note| {
                let text = if changes(&note) { without_commands(note.text, &strips) } else { note.text.into() };
                (Note { place: note.place, kind: note.kind, behind: note.behind, text: "" }, text)
            })
            .collect();
        self.retain_notes(node, |_| false);
        for (note, text) in notes.iter().filter(|(note, text)| !(note.kind.is_comment() && text.is_empty())) {
            // It is no more than there was.
            let _ = self.add_note(node, Note { text, ..*note });
        }
    }
}

/// A comment's text without those commands that are to go; white space around them becomes one blank.
fn without_commands(text: &str, strips: &impl Fn(&str) -> bool) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("[%") {
        let (before, command) = rest.split_at(at);
        let Some(end) = command.find(']') else { break };
        let (inside, after) = (&command[2..end], &command[end + 1..]);
        let name = inside.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        if strips(name) {
            kept.push_str(before.trim_end());
            rest = after.trim_start();
            if !kept.is_empty() && !rest.is_empty() {
                kept.push(' ');
            }
        } else {
            kept.push_str(before);
            kept.push_str(&command[..=end]);
            rest = after;
        }
    }
    kept.push_str(rest);
    if kept.trim().is_empty() { String::new() } else { kept }
}
