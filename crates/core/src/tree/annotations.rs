//! Adds, reads and replaces annotations with a source, and members of BGN objects.

use super::notes::{Nag, Note, NoteKind, NotePlace};
use super::{NodeId, Tree};
use crate::json::{Members, behind_blanks, push_string, unescape, value};
use crate::tree::Full;
use alloc::string::String;
use alloc::vec::Vec;

/// An annotation to add.
#[derive(Clone, Debug, Default)]
pub struct NewAnnotation<'a> {
    /// The BGN object that names its source; `None` for one that needs none.
    pub object: Option<&'a str>,
    /// Its NAG.
    pub nag: Option<Nag<'a>>,
    /// Its comment.
    pub comment: Option<&'a str>,
    /// Its line, which replaces the move of the node: a game from the position before it, in which the first move has no
    /// alternatives. What is noted before its first move belongs to the line.
    pub line: Option<&'a Tree>,
    /// The name of the line.
    pub name: Option<&'a str>,
}

/// An annotation in a tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Annotation<'t> {
    /// The object that names its source, if there is one.
    pub object: Option<&'t str>,
    /// Its NAG.
    pub nag: Option<Nag<'t>>,
    /// Its comment.
    pub comment: Option<&'t str>,
    /// The first move of its line.
    pub line: Option<NodeId>,
}

/// What is removed of an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// It stays as it is.
    Nothing,
    /// Everything except its line: an annotation without one is removed.
    Words,
    /// All of it, with its line.
    Whole,
}

impl Annotation<'_> {
    /// The id of its source, if it names one.
    pub fn source(&self) -> Option<String> {
        self.object.and_then(source_of)
    }

    /// The last part of it: 0 for none, then NAG, comment, line.
    fn rank(&self) -> u8 {
        match self {
            Annotation { line: Some(_), .. } => 3,
            Annotation { comment: Some(_), .. } => 2,
            Annotation { nag: Some(_), .. } => 1,
            _ => 0,
        }
    }
}

/// See [`Tree::annotations`].
pub(super) fn annotations(tree: &Tree, node: NodeId) -> Vec<Annotation<'_>> {
    Owned::of(tree, node).annotations
}

/// The annotations of a node, and which of them each note after the move and each line belongs to.
struct Owned<'t> {
    annotations: Vec<Annotation<'t>>,
    /// The number of the annotation of each note after the move, in their order; `None` for one that belongs to none.
    notes: Vec<Option<usize>>,
    /// The same for each line.
    lines: Vec<Option<usize>>,
}

impl<'t> Owned<'t> {
    fn of(tree: &'t Tree, node: NodeId) -> Owned<'t> {
        let mut owned = Owned { annotations: Vec::new(), notes: Vec::new(), lines: Vec::new() };
        let found = &mut owned.annotations;
        let mut lines = lines(tree, node);
        let (mut closed, mut before) = (0, false);
        let mut notes = tree.notes(node).filter(|note| note.place == NotePlace::After).peekable();
        loop {
            // A line precedes the notes that count it.
            let behind = notes.peek().map(|note| note.behind);
            if behind.is_none_or(|behind| behind > closed)
                && let Some(line) = lines.next()
            {
                closed += 1;
                if !before {
                    last_of(found, 3).line = Some(line);
                }
                owned.lines.push(found.len().checked_sub(1).filter(|_| !before));
                continue;
            }
            let Some(note) = notes.next() else { break };
            let mut belongs = !before;
            match note.kind {
                NoteKind::Annotation => {
                    before = stands_before(note.text);
                    belongs = !before;
                    if !before {
                        found.push(Annotation { object: Some(note.text), ..Annotation::default() });
                    }
                }
                NoteKind::Nag(value) if !before => {
                    last_of(found, 1).nag = Some(Nag { value, spelled: note.text });
                }
                NoteKind::Comment(_) if !before => last_of(found, 2).comment = Some(note.text),
                _ => belongs = false,
            }
            owned.notes.push(found.len().checked_sub(1).filter(|_| belongs));
        }
        owned
    }
}

/// See [`Tree::remove_annotations`].
pub(super) fn remove(tree: &mut Tree, node: NodeId, mut goes: impl FnMut(&Annotation<'_>) -> Removal) -> usize {
    let owned = Owned::of(tree, node);
    let removed: Vec<Removal> = owned.annotations.iter().map(&mut goes).collect();
    let removal = |owner: &Option<usize>| owner.map_or(Removal::Nothing, |number| removed[number]);
    // A line keeps the object that names its source.
    let names_line = |owner: &Option<usize>| owner.is_some_and(|number| owned.annotations[number].line.is_some());
    let notes = tree.notes(node).filter(|note| note.place == NotePlace::After).zip(&owned.notes);
    let of_notes: Vec<bool> = notes
        .map(|(note, owner)| match removal(owner) {
            Removal::Nothing => false,
            Removal::Words => note.kind != NoteKind::Annotation || !names_line(owner),
            Removal::Whole => true,
        })
        .collect();
    let of_lines: Vec<bool> = owned.lines.iter().map(|owner| removal(owner) == Removal::Whole).collect();
    let gone: Vec<NodeId> = lines(tree, node).zip(&of_lines).filter(|(_, goes)| **goes).map(|(line, _)| line).collect();
    for line in gone {
        tree.delete(line);
    }
    let mut of_notes = of_notes.into_iter();
    let mut kept = tree.take_notes(node, |note| note.place == NotePlace::After);
    kept.retain(|_| of_notes.next() == Some(false));
    for (_, _, behind, _) in &mut kept {
        let lines = of_lines.iter().take(*behind as usize).filter(|goes| **goes).count();
        *behind -= lines as u32;
    }
    // This cannot fail, because as much was removed.
    let _ = tree.put_back(node, &kept);
    removed.into_iter().filter(|removal| *removal != Removal::Nothing).count()
}

/// The first moves of the variations on a node.
fn lines(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> {
    let first = tree.next_sibling(node).filter(|_| node != NodeId::ROOT && tree.is_first(node));
    core::iter::successors(first, |line| tree.next_sibling(*line))
}

/// See [`Tree::joins_annotation`].
pub(super) fn joins_annotation(tree: &Tree, node: NodeId, new: &NewAnnotation<'_>) -> bool {
    let annotations = annotations(tree, node);
    let first = match new {
        NewAnnotation { nag: Some(_), .. } => 1,
        NewAnnotation { comment: Some(_), .. } => 2,
        NewAnnotation { line: None, .. } => return true,
        _ => 3,
    };
    let last = annotations.last().map_or(0, Annotation::rank);
    annotations.iter().any(|one| one.object.is_some()) || last > 0 && first > last
}

/// See [`Tree::annotate`].
pub(super) fn annotate(tree: &mut Tree, node: NodeId, new: &NewAnnotation<'_>) -> Result<(), Full> {
    let lines = u32::try_from(lines(tree, node).count()).map_err(|_| Full)?;
    // Notes of the next move, and text that could not be read after this one, stay last.
    let mut ends = false;
    let mut last = tree.take_notes(node, |note| {
        ends |= note.kind == NoteKind::Annotation && stands_before(note.text);
        note.place == NotePlace::After && (ends || note.kind == NoteKind::Rest)
    });
    let mut add = |kind, text| tree.add_note(node, Note { place: NotePlace::After, kind, behind: lines, text });
    if let Some(object) = new.object {
        add(NoteKind::Annotation, object)?;
    }
    if let Some(Nag { value, spelled }) = new.nag {
        add(NoteKind::Nag(value), spelled)?;
    }
    if let Some(comment) = new.comment {
        add(Note::comment(NotePlace::After, "").kind, comment)?;
    }
    if let Some(line) = new.line {
        let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
        add_line(tree, parent, line, new.name)?;
    }
    last.iter_mut().for_each(|(_, _, behind, _)| *behind = lines + u32::from(new.line.is_some()));
    tree.put_back(node, &last)
}

/// Adds the moves of a line with their notes as a variation.
fn add_line(tree: &mut Tree, parent: NodeId, line: &Tree, name: Option<&str>) -> Result<(), Full> {
    let mut here = alloc::vec![parent; line.slots.len()];
    for node in line.preorder(NodeId::ROOT) {
        let Some(mv) = line.mv(node) else { continue };
        let after = line.parent(node).unwrap_or(NodeId::ROOT);
        let added = tree.add(here[after.index()], mv, line.is_illegal(node))?;
        here[node.index()] = added;
        if after == NodeId::ROOT {
            if let Some(name) = name {
                let text = &name_member(name);
                tree.add_note(added, Note { place: NotePlace::Before, kind: NoteKind::Field, behind: 0, text })?;
            }
            for note in line.notes(after).filter(|note| note.place == NotePlace::After) {
                tree.add_note(added, Note { place: NotePlace::Before, ..note })?;
            }
        }
        line.notes(node).try_for_each(|note| tree.add_note(added, note))?;
    }
    Ok(())
}

/// The member of a line that names it.
fn name_member(name: &str) -> String {
    let mut text = Vec::from(b"\"name\":");
    push_string(name, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// See [`Tree::line_name`].
pub(super) fn line_name(tree: &Tree, node: NodeId) -> Option<String> {
    let fields = tree.notes(node).filter(|note| note.kind == NoteKind::Field && note.place == NotePlace::Before);
    let (_, value) = fields.filter_map(|note| member(note.text)).find(|(key, _)| *key == "name")?;
    let inside = value.strip_prefix('"')?.strip_suffix('"')?;
    Some(String::from_utf8_lossy(&unescape(inside.as_bytes()).ok()?).into_owned())
}

/// See [`Tree::field`].
pub(super) fn field<'t>(tree: &'t Tree, node: NodeId, key: &str) -> Option<&'t str> {
    let fields = tree.notes(node).filter(|note| note.kind == NoteKind::Field && note.place == NotePlace::After);
    fields.filter_map(|note| member(note.text)).find(|(known, _)| *known == key).map(|(_, value)| value)
}

/// See [`Tree::set_field`].
pub(super) fn set_field(tree: &mut Tree, node: NodeId, key: &str, value: Option<&str>) -> Result<(), Full> {
    let is_it = |text: &str| member(text).is_some_and(|(known, _)| known == key);
    let text = value.map(|value| ["\"", key, "\":", value].concat());
    let notes = tree.take_notes(node, |_| true);
    // Before everything that follows it in a document: the time and the annotations.
    let follows = |kind: NoteKind, text: &str| match kind {
        NoteKind::Field if key == "bgn" => true,
        NoteKind::Field => is_it(text) || member(text).is_some_and(|(known, _)| known == "et"),
        _ => true,
    };
    let mut text = text.as_deref();
    for (place, kind, behind, own) in &notes {
        if *place == NotePlace::After
            && follows(*kind, own)
            && let Some(text) = text.take()
        {
            tree.add_note(node, Note { place: *place, kind: NoteKind::Field, behind: 0, text })?;
        }
        if *kind != NoteKind::Field || !is_it(own) {
            tree.add_note(node, Note { place: *place, kind: *kind, behind: *behind, text: own })?;
        }
    }
    text.map_or(Ok(()), |text| {
        tree.add_note(node, Note { place: NotePlace::After, kind: NoteKind::Field, behind: 0, text })
    })
}

/// The last annotation, if a part of this rank can still be added to it; else a new one of the same source.
fn last_of<'f, 't>(found: &'f mut Vec<Annotation<'t>>, rank: u8) -> &'f mut Annotation<'t> {
    if found.last().is_none_or(|last| last.rank() >= rank) {
        let object = found.last().and_then(|last| last.object);
        found.push(Annotation { object, ..Annotation::default() });
    }
    let last = found.len() - 1;
    &mut found[last]
}

/// Whether the object of an annotation places it before the next move.
fn stands_before(object: &str) -> bool {
    value_of(object, b"before") == Some("true")
}

/// The id of the source in the object of an annotation.
fn source_of(object: &str) -> Option<String> {
    let inside = value_of(object, b"id")?.strip_prefix('"')?.strip_suffix('"')?;
    Some(String::from_utf8_lossy(&unescape(inside.as_bytes()).ok()?).into_owned())
}

/// The value of a member in the object of an annotation, as JSON.
fn value_of<'o>(object: &'o str, key: &[u8]) -> Option<&'o str> {
    let text = object.as_bytes();
    let mut members = Members::of(behind_blanks(text, 0));
    while let Ok(Some(found)) = members.next(text) {
        let value = value(text, found.value, u64::MAX).ok()?;
        if &text[found.key.inside] == key {
            return object.get(value.span);
        }
        members.go_on(value.span.end);
    }
    None
}

/// The key of a member, without its quotes, and its value.
fn member(text: &str) -> Option<(&str, &str)> {
    let found = Members::behind(0).next(text.as_bytes()).ok()??;
    Some((text.get(found.key.inside)?, text.get(found.value..)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{language, san};

    fn tree(words: &[&str]) -> Tree {
        let mut tree = Tree::new();
        let (mut board, mut at) = (tree.start(), NodeId::ROOT);
        for word in words {
            let mv = san::read(&board, word.as_bytes(), &language::ENGLISH).expect(word).mv;
            at = tree.add(at, mv, false).expect("there is room");
            board.play_unchecked(mv);
        }
        tree
    }

    type Shown<'t> = (Option<&'t str>, Option<u8>, Option<&'t str>, Option<u32>);

    fn shown(tree: &Tree, node: NodeId) -> Vec<Shown<'_>> {
        let annotations = tree.annotations(node).into_iter();
        let line = |one: &Annotation<'_>| one.line.map(NodeId::number);
        annotations.map(|one| (one.object, one.nag.and_then(|nag| nag.value), one.comment, line(&one))).collect()
    }

    #[test]
    fn annotations_come_one_after_the_other() {
        let line = tree(&["e4", "e5"]);
        let mut tree = line.clone();
        let node = NodeId::numbered(1);
        let nag = Some(Nag { value: Some(1), spelled: "" });
        let object = Some("{\"id\":\"x\"}");
        for new in [
            NewAnnotation { nag, comment: Some("a"), ..NewAnnotation::default() },
            NewAnnotation { nag, ..NewAnnotation::default() },
            NewAnnotation { object, comment: Some("b"), line: Some(&line), ..NewAnnotation::default() },
            NewAnnotation { object, nag, ..NewAnnotation::default() },
        ] {
            tree.annotate(node, &new).expect("there is room");
        }
        assert_eq!(
            shown(&tree, node),
            [
                (None, Some(1), Some("a"), None),
                (None, Some(1), None, None),
                (object, None, Some("b"), Some(3)),
                (object, Some(1), None, None),
            ]
        );
        let behind: Vec<u32> = tree.notes(node).map(|note| note.behind).collect();
        assert_eq!(behind, [0, 0, 0, 0, 0, 1, 1]);
    }

    #[test]
    fn lines_bring_their_notes_and_variations() {
        let mut line = tree(&["d4", "d5"]);
        let (first, second) = (NodeId::numbered(1), NodeId::numbered(2));
        line.add_note(NodeId::ROOT, Note::comment(NotePlace::After, "before")).expect("there is room");
        line.add_note(second, Note::comment(NotePlace::After, "after")).expect("there is room");
        let other = line.mv(second).expect("it is a move");
        line.add(first, other, false).expect("there is room");
        let mut tree = tree(&["e4"]);
        let new = NewAnnotation { line: Some(&line), name: Some("a \"b\""), ..NewAnnotation::default() };
        tree.annotate(first, &new).expect("there is room");
        assert_eq!(shown(&tree, first), [(None, None, None, Some(2))]);
        assert_eq!(tree.line_name(second).as_deref(), Some("a \"b\""));
        assert_eq!(tree.comments(second, NotePlace::Before).collect::<Vec<_>>(), ["before"]);
        assert_eq!(tree.children(second).count(), 2);
        let end = tree.find(&[1, 1, 2]).expect("it is there");
        assert_eq!(tree.comments(end, NotePlace::After).collect::<Vec<_>>(), ["after"]);
    }

    #[test]
    fn what_would_join_another_annotation_needs_a_source() {
        let line = tree(&["e4"]);
        let mut tree = line.clone();
        let node = NodeId::numbered(1);
        let nag = NewAnnotation { nag: Some(Nag { value: Some(1), spelled: "" }), ..NewAnnotation::default() };
        let comment = NewAnnotation { comment: Some("a"), ..NewAnnotation::default() };
        let line = NewAnnotation { line: Some(&line), ..NewAnnotation::default() };
        let joins = |tree: &Tree| [&nag, &comment, &line].map(|new| tree.joins_annotation(node, new));
        assert_eq!(joins(&tree), [false; 3]);
        tree.annotate(node, &nag).expect("there is room");
        assert_eq!(joins(&tree), [false, true, true]);
        tree.annotate(node, &comment).expect("there is room");
        assert_eq!(joins(&tree), [false, false, true]);
        tree.annotate(node, &NewAnnotation { object: Some("{\"id\":\"x\"}"), ..nag.clone() }).expect("there is room");
        assert_eq!(joins(&tree), [true; 3]);
    }

    #[test]
    fn the_annotations_of_one_source_go_with_their_lines() {
        let line = tree(&["d4", "d5"]);
        let mut tree = tree(&["e4", "e5"]);
        let node = NodeId::numbered(1);
        let nag = Some(Nag { value: Some(4), spelled: "" });
        let (ours, theirs) = (Some("{\"id\":\"x\"}"), Some("{\"id\":\"y \\u0041\"}"));
        for object in [ours, theirs, ours] {
            let new = NewAnnotation { object, nag, comment: Some("a"), line: Some(&line), ..NewAnnotation::default() };
            tree.annotate(node, &new).expect("there is room");
        }
        tree.add_note(node, Note { behind: 3, kind: NoteKind::Rest, place: NotePlace::After, text: "?" })
            .expect("room");
        assert_eq!(tree.annotations(node)[1].source().as_deref(), Some("y A"));
        let of_x = |removal: Removal| {
            move |one: &Annotation<'_>| if one.source().as_deref() == Some("x") { removal } else { Removal::Nothing }
        };
        assert_eq!(tree.remove_annotations(node, of_x(Removal::Words)), 2);
        let left = tree.annotations(node);
        assert_eq!((left.len(), left[0].comment, left[1].comment), (3, None, Some("a")));
        assert_eq!(tree.children(NodeId::ROOT).count(), 4);
        assert_eq!(tree.remove_annotations(node, of_x(Removal::Whole)), 2);
        let left = tree.annotations(node);
        assert_eq!((left.len(), left[0].object, left[0].comment), (1, theirs, Some("a")));
        assert_eq!(tree.children(NodeId::ROOT).count(), 2);
        let behind: Vec<u32> = tree.notes(node).map(|note| note.behind).collect();
        assert_eq!(behind, [0, 0, 0, 1]);
        assert_eq!(tree.remove_annotations(node, of_x(Removal::Whole)), 0);
    }

    #[test]
    fn fields_come_before_annotations() {
        let mut tree = tree(&["e4"]);
        let node = NodeId::numbered(1);
        tree.annotate(node, &NewAnnotation { object: Some("{}"), ..NewAnnotation::default() }).expect("there is room");
        for (key, value) in [("et", "1"), ("properties", "{\"a\":1}"), ("properties", "{\"b\":[2]}")] {
            tree.set_field(node, key, Some(value)).expect("there is room");
        }
        assert_eq!(tree.field(node, "properties"), Some("{\"b\":[2]}"));
        let notes: Vec<&str> = tree.notes(node).map(|note| note.text).collect();
        assert_eq!(notes, ["\"properties\":{\"b\":[2]}", "\"et\":1", "{}"]);
        tree.set_field(node, "properties", None).expect("there is room");
        assert_eq!((tree.field(node, "properties"), tree.field(node, "et")), (None, Some("1")));
    }
}
