//! The source of a line's annotations: an object before each annotation, as a reader of documents would have found
//! it.

use scoresheet_core::game::bgn;
use scoresheet_core::tree::{Full, NodeId, Note, NoteKind, NotePlace, Tree};

/// Attributes all annotations in a line to the source of a BGN object. The line is a game from its start.
pub(super) fn attribute(line: &mut Tree, object: &str) -> Result<(), Full> {
    let nodes: Vec<NodeId> = line.walk().collect();
    std::iter::once(NodeId::ROOT).chain(nodes).try_for_each(|node| attribute_notes(line, node, object))
}

fn attribute_notes(line: &mut Tree, node: NodeId, object: &str) -> Result<(), Full> {
    let notes: Vec<(Note<'static>, String)> =
        line.notes(node).map(|note| (Note { text: "", ..note }, note.text.to_owned())).collect();
    let lines =
        if node != NodeId::ROOT && line.is_first(node) { line.children(parent(line, node)).count() - 1 } else { 0 };
    line.retain_notes(node, |_| false);
    let mut before = Attributed { place: NotePlace::Before, ..Attributed::new(object) };
    let mut after = Attributed { lines: u32::try_from(lines).map_err(|_| Full)?, ..Attributed::new(object) };
    // What precedes the first move of a line starts with a comment of the line itself, which has no source.
    let opening = if node == NodeId::ROOT { &mut after } else { &mut before };
    opening.is_opening = true;
    for (at, (note, text)) in notes.iter().enumerate() {
        let list = if note.place == NotePlace::Before { &mut before } else { &mut after };
        list.add_lines(line, node, note.behind)?;
        let goes_on = || notes[at + 1..].iter().any(|(note, _)| rank(note.kind) == 1 || rank(note.kind) == 2);
        // Commands are properties of the move, and leave no annotation unless something follows.
        let hidden = note.kind.is_comment() && !text.is_empty() && bgn::without_commands(text) == Some("");
        if rank(note.kind) > 0 && (!hidden || goes_on()) {
            list.add_part(line, node, rank(note.kind))?;
        }
        line.add_note(node, Note { text, ..*note })?;
    }
    after.add_lines(line, node, after.lines)
}

fn parent(line: &Tree, node: NodeId) -> NodeId {
    line.parent(node).unwrap_or(NodeId::ROOT)
}

/// The place of a part in its annotation, from 1; 0 for what is not part of one.
fn rank(kind: NoteKind) -> u8 {
    match kind {
        NoteKind::Nag(_) => 1,
        NoteKind::Comment(_) => 2,
        NoteKind::Bare | NoteKind::Unplayed => LINE,
        _ => 0,
    }
}

const LINE: u8 = 3;

/// How far the annotations in one place have been attributed.
struct Attributed<'o> {
    place: NotePlace,
    object: &'o str,
    /// The number of lines on the move, and of those before the current note.
    lines: u32,
    closed: u32,
    /// The last part of the current annotation; 0 if there is none yet.
    rank: u8,
    /// Whether the next part may be the comment of a line.
    is_opening: bool,
}

impl Attributed<'_> {
    fn new(object: &str) -> Attributed<'_> {
        Attributed { place: NotePlace::After, object, lines: 0, closed: 0, rank: 0, is_opening: false }
    }

    /// The lines before a note that counts this number.
    fn add_lines(&mut self, tree: &mut Tree, node: NodeId, behind: u32) -> Result<(), Full> {
        while self.closed < behind.min(self.lines) {
            self.add_part(tree, node, LINE)?;
            self.closed += 1;
        }
        Ok(())
    }

    /// The object of a part that begins a new annotation.
    fn add_part(&mut self, tree: &mut Tree, node: NodeId, rank: u8) -> Result<(), Full> {
        let begins = self.rank == 0 || rank <= self.rank;
        self.rank = rank;
        if std::mem::take(&mut self.is_opening) && rank == 2 {
            self.rank = 0;
            return Ok(());
        }
        if !begins {
            return Ok(());
        }
        let note = Note { place: self.place, kind: NoteKind::Annotation, behind: self.closed, text: self.object };
        tree.add_note(node, note)
    }
}
