//! The commands in the comments after a move.

use super::{Full, NodeId, Note, NotePlace, Tree};
use crate::command::{self, Command};
use alloc::string::String;
use alloc::vec::Vec;

impl Tree {
    /// The commands in the comments after a move, in order.
    ///
    /// ```
    /// use scoresheet_core::tree::{NodeId, Note, NotePlace, Tree};
    /// let mut tree = Tree::new();
    /// tree.add_note(NodeId::ROOT, Note::comment(NotePlace::After, "here [%csl Ge4]")).unwrap();
    /// tree.set_command(NodeId::ROOT, "clk", Some("0:01:00")).unwrap();
    /// let names: Vec<_> = tree.commands(NodeId::ROOT).map(|command| command.name).collect();
    /// assert_eq!(names, ["clk", "csl"]);
    /// ```
    pub fn commands(&self, node: NodeId) -> impl Iterator<Item = Command<'_>> {
        self.comments(node, NotePlace::After).flat_map(|comment| command::commands(comment.as_bytes()))
    }

    /// Sets the value of a command, in the comment that has it, else in the first one, else in a new one. `None`
    /// removes the command, and the comment, too, if nothing else remains.
    ///
    /// # Errors
    /// If there is no room.
    pub fn set_command(&mut self, node: NodeId, name: &str, value: Option<&str>) -> Result<(), Full> {
        let has = |comment: &str| command::commands(comment.as_bytes()).any(|command| command.name == name);
        let comments = self.comments(node, NotePlace::After).count();
        let found = self.comments(node, NotePlace::After).position(has);
        let Some(value) = value else {
            if found.is_some() {
                self.reword(node, |note| {
                    let kept = command::without(note.text, |command| command.name == name);
                    Some(String::from(kept)).filter(|kept| !has(note.text) || !kept.trim().is_empty())
                });
            }
            return Ok(());
        };
        if comments == 0 {
            return self.add_note(node, Note::comment(NotePlace::After, &command::with("", name, value)));
        }
        let (target, mut number) = (found.unwrap_or(0), 0);
        self.reword(node, |note| {
            if note.place != NotePlace::After {
                return Some(note.text.into());
            }
            number += 1;
            Some(if number == target + 1 { command::with(note.text, name, value) } else { note.text.into() })
        });
        Ok(())
    }

    /// Replaces the texts of a node's comments; `None` removes a comment.
    pub fn reword(&mut self, node: NodeId, mut word: impl FnMut(&Note<'_>) -> Option<String>) {
        let notes: Vec<_> = self
            .notes(node)
            .filter_map(|note| {
                let text = if note.kind.is_comment() { word(&note)? } else { note.text.into() };
                Some((note.place, note.kind, note.behind, text))
            })
            .collect();
        self.retain_notes(node, |_| false);
        for (place, kind, behind, text) in &notes {
            // This cannot fail, because about as much was removed.
            let _ = self.add_note(node, Note { place: *place, kind: *kind, behind: *behind, text });
        }
    }
}
