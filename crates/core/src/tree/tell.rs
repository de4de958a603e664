//! A tree to a writer of games: its moves in the order of the text, played as they are told.

use super::{Cursor, NodeId, Note, NoteKind, Place, Step, Tree};
use crate::at::At;
use crate::game::{CommentForm, Head};
use crate::loss::LossKind;
use crate::notation::Named;
use crate::rules::Color;
use crate::teller::Teller;
use alloc::borrow::Cow;
use alloc::vec::Vec;

impl Tree {
    /// Tells the game as the one at `place`; `false` where it is one whose moves could not be played, and that the writer
    /// cannot hold as it stood: then nothing is written. With `keep_spelling`, moves are told as they were spelled, where
    /// that was kept and they were spelled in the writer's notation.
    ///
    /// ```
    /// use scoresheet_core::{at::At, game::{self, GameFormat, WriteOptions}, teller::Teller, tree::Tree};
    /// let mut teller = Teller::new(game::pgn::Pgn.writer(&WriteOptions::default()));
    /// let mut tree = Tree::new();
    /// tree.tags_mut().push("White", "A").unwrap();
    /// assert!(tree.tell(At::default(), &mut teller, false));
    /// assert_eq!(teller.bytes(), b"[White \"A\"]\n\n*\n\n");
    /// ```
    pub fn tell(&self, place: At, teller: &mut Teller, keep_spelling: bool) -> bool {
        let before = teller.bytes().len();
        teller.start_game(place);
        if self.unplayed.is_some() {
            return self.copy(place, teller, before);
        }
        let tags: Vec<_> = self.tags.iter().map(|(name, value)| (Cow::from(name), Cow::from(value))).collect();
        let cursor = Cursor::new(self);
        let (start, usual) = (cursor.position(), self.start.is_none());
        teller.head(&Head { dialect: self.dialect, tags: &tags, start, usual });
        let spells = keep_spelling && teller.writer().notation().id == self.notation.id;
        let mut telling = Telling { tree: self, teller, spells, game: place, cursor, told: Vec::new() };
        telling.notes(NodeId::ROOT, |note| note.place == Place::After);
        for step in self.steps() {
            telling.step(step);
        }
        teller.termination(self.result());
        Telling { tree: self, teller, spells, game: place, cursor: Cursor::new(self), told: Vec::new() }
            .notes(NodeId::ROOT, |note| note.place == Place::End);
        teller.end_game();
        true
    }

    /// Writes the game as it stood.
    fn copy(&self, place: At, teller: &mut Teller, before: usize) -> bool {
        // The writer may hold a part of it that was told.
        teller.end_game();
        teller.bytes().truncate(before);
        let Some(unplayed) = &self.unplayed else { return false };
        let copied = unplayed.alone && teller.writer().copy(self.dialect, &unplayed.text, unplayed.encoding);
        if !copied {
            teller.bytes().truncate(before);
            teller.losses().add(LossKind::UnplayedGame, 1, place);
        }
        copied
    }
}

struct Telling<'t> {
    tree: &'t Tree,
    teller: &'t mut Teller,
    /// Whether moves are told as they were spelled.
    spells: bool,
    game: At,
    cursor: Cursor,
    /// How many variations on a move have closed, for each move that still has some to come.
    told: Vec<u32>,
}

impl Telling<'_> {
    fn step(&mut self, step: Step) {
        match step {
            Step::Open(_) => self.teller.open(),
            Step::Move(node) => self.play(node),
            Step::Close(node) => self.close(node),
        }
    }

    fn play(&mut self, node: NodeId) {
        let (tree, Some(mv)) = (self.tree, self.tree.mv(node)) else { return };
        self.notes(node, |note| note.place == Place::Before);
        let before = self.cursor.go(tree, tree.parent(node).unwrap_or(NodeId::ROOT));
        let number = Some((before.fullmove(), before.turn() == Color::Black));
        self.teller.place(At { ply: Some(tree.ply(node)), number, ..self.game });
        let spelled = tree.spelling(node).filter(|_| self.spells).map(str::as_bytes);
        let named = Named { illegal: tree.is_illegal(node), ..Named::plainly(mv) };
        self.teller.moving(before, &named, spelled);
        self.teller.moved(self.cursor.go(tree, node));
        // What stands behind variations waits for them.
        let varied = tree.is_first(node) && tree.next_sibling(node).is_some();
        self.notes(node, |note| note.place == Place::After && !(varied && note.behind > 0));
        if varied {
            self.told.push(0);
        }
    }

    fn close(&mut self, variation: NodeId) {
        self.teller.close();
        let Some(told) = self.told.last_mut() else { return };
        *told += 1;
        let (told, last) = (*told, self.tree.next_sibling(variation).is_none());
        if last {
            self.told.pop();
        }
        let main = self.tree.parent(variation).and_then(|parent| self.tree.first_child(parent));
        if let Some(main) = main {
            self.notes(main, |note| note.behind == told || last && note.behind > told);
        }
    }

    fn notes(&mut self, node: NodeId, wanted: impl Fn(&Note<'_>) -> bool) {
        for note in self.tree.notes(node).filter(wanted) {
            match note.kind {
                NoteKind::Comment(form) => self.teller.comment(note.text, form),
                NoteKind::Nag(value) => self.teller.nag(value, note.text.as_bytes()),
                NoteKind::Escape => self.teller.escape(note.text),
                NoteKind::Rest => self.teller.comment(note.text, CommentForm::Braces),
                NoteKind::Unplayed => {
                    self.teller.open();
                    self.teller.comment(note.text, CommentForm::Braces);
                    self.teller.close();
                }
                NoteKind::Inner(marker) if self.tree.first_child(node).is_none() => self.teller.inner(marker),
                // A move was added behind what was the last one.
                NoteKind::Inner(_) | NoteKind::Spelling => {}
            }
        }
    }
}
