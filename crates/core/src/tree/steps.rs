//! The steps of a tree: its moves in the order of text, played one at a time.

use super::{Cursor, NodeId, Note, NoteKind, NotePlace, Tree, Visit};
use crate::location::Location;
use crate::notation::ParsedMove;
use crate::rules::Color;
use crate::step::{AsItStood, CommentForm, GamePart, Head, Sink, Spelling, Step};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Emits the steps of a tree; see [`Tree::emit`].
pub(super) fn emit<S: Sink>(tree: &Tree, place: Location, sink: &mut S) -> Cursor {
    let tags: Vec<_> = tree.tags.iter().map(|(name, value)| (Cow::from(name), Cow::from(value))).collect();
    let cursor = Cursor::roomy(tree);
    let (dialect, notation) = (tree.dialect, tree.notation);
    let (start, standard_start) = (cursor.position(), tree.start.is_none());
    sink.take(Step::Head(&Head {
        place,
        dialect,
        notation,
        tags: &tags,
        section: tree.tags.lines(),
        odd_tags: &[],
        start,
        standard_start,
    }));
    if let Some(unplayed) = &tree.unplayed {
        let game = AsItStood { text: &unplayed.text, encoding: unplayed.encoding, alone: unplayed.alone };
        sink.take(Step::End(Some(game)));
        return cursor;
    }
    let mut emitter = Emitter { tree, sink, game: place, cursor, closed: Vec::new() };
    emitter.notes(NodeId::ROOT, |note| note.place == NotePlace::After);
    for visit in tree.visits() {
        emitter.visit(visit);
    }
    let closing = tree.notes(NodeId::ROOT).any(|note| note.place == NotePlace::End);
    if closing || tree.termination.is_some() {
        emitter.sink.take(Step::Termination(tree.result()));
    }
    emitter.notes(NodeId::ROOT, |note| note.place == NotePlace::End);
    emitter.sink.take(Step::End(None));
    emitter.cursor
}

/// A tree whose steps are being emitted.
struct Emitter<'t, S> {
    tree: &'t Tree,
    sink: &'t mut S,
    game: Location,
    cursor: Cursor,
    /// The number of closed variations for each move that still has some.
    closed: Vec<u32>,
}

impl<S: Sink> Emitter<'_, S> {
    fn visit(&mut self, visit: Visit) {
        match visit {
            Visit::Open(_) => self.sink.take(Step::Open),
            Visit::Move(node) => self.play(node),
            Visit::Close(node) => self.close(node),
        }
    }

    fn play(&mut self, node: NodeId) {
        let (tree, Some(mv)) = (self.tree, self.tree.mv(node)) else { return };
        self.notes(node, |note| note.place == NotePlace::Before);
        let before = self.cursor.go(tree, tree.parent(node).unwrap_or(NodeId::ROOT));
        let number = Some((before.fullmove(), before.turn() == Color::Black));
        self.sink.take(Step::Place(Location { ply: Some(tree.ply(node)), number, ..self.game }));
        let spelled = tree.spelling(node).map(Spelling::of);
        let named = ParsedMove { illegal: tree.is_illegal(node), ..ParsedMove::plainly(mv) };
        self.sink.take(Step::Move { before, named: &named, spelled });
        self.sink.take(Step::Played(self.cursor.go(tree, node)));
        // The text after variations waits for them.
        let varied = tree.is_first(node) && tree.next_sibling(node).is_some();
        self.notes(node, |note| note.place == NotePlace::After && !(varied && note.behind > 0));
        if varied {
            self.closed.push(0);
        }
    }

    fn close(&mut self, variation: NodeId) {
        self.sink.take(Step::Close);
        let Some(closed) = self.closed.last_mut() else { return };
        *closed += 1;
        let (closed, last) = (*closed, self.tree.next_sibling(variation).is_none());
        if last {
            self.closed.pop();
        }
        let main = self.tree.parent(variation).and_then(|parent| self.tree.first_child(parent));
        if let Some(main) = main {
            self.notes(main, |note| note.behind == closed || last && note.behind > closed);
        }
    }

    fn notes(&mut self, node: NodeId, wanted: impl Fn(&Note<'_>) -> bool) {
        let mut notes = self.tree.notes(node).filter(wanted).peekable();
        while let Some(Note { kind, text, behind, .. }) = notes.next() {
            match kind {
                NoteKind::Comment(form) => self.sink.take(Step::Comment { text, form }),
                NoteKind::Nag(value) => self.sink.take(Step::Nag { value, spelled: text }),
                NoteKind::Escape => self.sink.take(Step::Escape(text)),
                NoteKind::Skipped => self.sink.take(Step::Skipped(text)),
                NoteKind::Annotation => self.sink.take(Step::Annotation(text)),
                NoteKind::Field => self.sink.take(Step::Field(text)),
                // The rest of a line, unless moves were added after it.
                NoteKind::Rest => {
                    let verbatim = notes.next_if(|note| note.kind == NoteKind::Verbatim);
                    let is_rest = notes.peek().is_none() && self.is_last(node, behind);
                    self.unplayed(text, is_rest, verbatim);
                }
                NoteKind::Unplayed => {
                    let verbatim = notes.next_if(|note| note.kind == NoteKind::Verbatim);
                    self.sink.take(Step::Open);
                    self.unplayed(text, true, verbatim);
                    self.sink.take(Step::Close);
                }
                NoteKind::Bare => [Step::Open, Step::Close].into_iter().for_each(|step| self.sink.take(step)),
                NoteKind::Inner(marker) if self.tree.first_child(node).is_none() => {
                    self.sink.take(Step::Inner(marker));
                }
                // A move was added after the former last one.
                NoteKind::Inner(_) | NoteKind::Spelling | NoteKind::Verbatim => {}
            }
        }
    }

    /// Words that could not be played: the rest of their line, unless moves were added after it.
    fn unplayed(&mut self, text: &str, is_rest: bool, verbatim: Option<Note<'_>>) {
        if !is_rest {
            return self.sink.take(Step::Comment { text, form: CommentForm::Braces });
        }
        self.sink.take(Step::Unplayed(text));
        if let Some(Note { text, .. }) = verbatim {
            self.sink.take(Step::Verbatim(GamePart::Rest, text));
        }
    }

    /// Whether neither a move nor a variation follows a note on this move that comes after this many variations.
    fn is_last(&self, node: NodeId, behind: u32) -> bool {
        let varied = node != NodeId::ROOT && self.tree.is_first(node);
        let mut variations = 0;
        let mut next = self.tree.next_sibling(node).filter(|_| varied);
        while let Some(variation) = next {
            variations += 1;
            next = self.tree.next_sibling(variation);
        }
        self.tree.first_child(node).is_none() && behind >= variations
    }
}
