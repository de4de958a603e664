//! A game's events to a tree. The buffers are used again for the next game; what is handed out is as large as it must be.

use super::notes::Chain;
use super::{NodeId, Note, NoteKind, Place, Tree, Unplayed};
use crate::game::Event;
use crate::notation::Named;
use crate::position::fen;
use crate::reading::{Setup, Sink};
use crate::record::Record;
use crate::rewrite::Rest;
use crate::rules::Position;
use crate::text::{self, Encoding};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What is kept besides what has meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// How moves and annotations were spelled.
    pub spelling: bool,
}

/// Builds a tree of each game that is read.
#[derive(Debug)]
pub struct Builder {
    keep: Keep,
    tree: Tree,
    encoding: Encoding,
    line: Line,
    /// What open variations interrupt.
    outer: Vec<Line>,
    rest: Option<Rest>,
    /// Whether the marker at the end has been read.
    over: bool,
}

/// The mainline, or an open variation, as far as it was read.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The last move; before the first one of a variation, the move that it replaces.
    at: NodeId,
    /// Whether there is a move of its own.
    begun: bool,
    /// Variations on the last move that have closed.
    variations: u32,
    /// What stands before the first move of a variation.
    before: Chain,
}

impl Line {
    fn from(at: NodeId) -> Line {
        Line { at, begun: false, variations: 0, before: Chain::EMPTY }
    }
}

impl Builder {
    /// A builder that has seen nothing.
    pub fn new(keep: Keep) -> Builder {
        Builder {
            keep,
            tree: Tree::new(),
            encoding: Encoding::Utf8,
            line: Line::from(NodeId::ROOT),
            outer: Vec::new(),
            rest: None,
            over: false,
        }
    }

    /// The comments behind the last game belong to it: there is no other.
    pub fn trailing(tree: &mut Tree, comments: &[&[u8]]) {
        for comment in comments {
            let text = text::decode(comment, Encoding::Each);
            // There is room: a game is no longer than the block it was read from.
            let _ = tree.add_note(NodeId::ROOT, Note::comment(Place::End, &text));
        }
    }

    /// The game that `record` was read of and this was told of.
    pub fn finish(&mut self, record: &Record<'_>) -> Tree {
        while !self.outer.is_empty() {
            self.close();
        }
        self.end_rest();
        self.tree.termination = record.termination;
        if !record.played {
            let (text, encoding, alone) = (record.text.into(), record.encoding, record.stands_alone);
            self.tree.unplayed = Some(Box::new(Unplayed { text, encoding, alone }));
        } else if !record.usual_start {
            self.tree.start = Some(Box::new(record.start.clone()));
        }
        // A copy is as large as it must be, and the room for the next game stays here.
        self.tree.clone()
    }

    fn note(&mut self, kind: NoteKind, text: &str) {
        let Builder { tree, line, outer, over, .. } = self;
        let opening = !line.begun && !outer.is_empty();
        let place = if *over {
            Place::End
        } else if opening {
            Place::Before
        } else {
            Place::After
        };
        let chain = match place {
            Place::Before => Some(&mut line.before),
            Place::After => tree.slots.get_mut(line.at.index()).map(|slot| &mut slot.notes),
            Place::End => tree.slots.first_mut().map(|slot| &mut slot.notes),
        };
        if let Some(chain) = chain {
            // There is room: a game is no longer than the block it was read from.
            let _ = tree.notes.add(chain, Note { place, kind, behind: line.variations, text });
        }
    }

    fn open(&mut self) {
        let at = self.line.at;
        self.outer.push(core::mem::replace(&mut self.line, Line::from(at)));
    }

    fn close(&mut self) {
        self.end_rest();
        let Some(outer) = self.outer.pop() else { return };
        let closed = core::mem::replace(&mut self.line, outer);
        self.line.variations += u32::from(closed.begun);
        if !closed.begun {
            self.take_over(closed.before);
        }
    }

    /// What stands in a variation without a move goes to the move that it would have replaced.
    fn take_over(&mut self, chain: Chain) {
        let Builder { tree, line, outer, .. } = self;
        let opening = !line.begun && !outer.is_empty();
        if opening {
            tree.notes.append(&mut line.before, chain, Place::Before, 0);
        } else if let Some(slot) = tree.slots.get_mut(line.at.index()) {
            tree.notes.append(&mut slot.notes, chain, Place::After, line.variations);
        }
    }

    /// The rest of a line is kept as text and never becomes moves.
    fn end_rest(&mut self) {
        let Some(rest) = self.rest.take() else { return };
        let own = self.line.begun || self.outer.is_empty();
        self.note(if own { NoteKind::Rest } else { NoteKind::Unplayed }, &rest.text);
    }
}

impl<'a> Sink<'a> for Builder {
    fn begin(&mut self, encoding: Encoding) {
        let Builder { tree, .. } = self;
        self.encoding = encoding;
        tree.tags.clear();
        tree.start = None;
        tree.slots.truncate(1);
        tree.slots[0] = super::NOWHERE;
        tree.notes.clear();
        tree.termination = None;
        tree.unplayed = None;
        tree.last = None;
        self.line = Line::from(NodeId::ROOT);
        self.outer.clear();
        self.rest = None;
        self.over = false;
    }

    fn event(&mut self, event: &Event<'a>) {
        let encoding = self.encoding;
        if matches!(event, Event::Number { .. }) || self.rest.as_mut().is_some_and(|rest| rest.add(event, encoding)) {
            return;
        }
        match *event {
            Event::Tag { name, raw } => {
                let name = text::decode(name, encoding);
                // There is room: a game is no longer than the block it was read from.
                let _ = self.tree.tags.push(&name, &text::tag_value(raw, encoding));
            }
            Event::TagValue { name, value, escaped } => {
                let value = if escaped { text::unescaped(value, encoding) } else { text::decode(value, encoding) };
                let _ = self.tree.tags.push(&text::decode(name, encoding), &value);
            }
            Event::Comment { text, form } => self.note(NoteKind::Comment(form), &text::decode(text, encoding)),
            Event::Nag { value, spelled } => {
                let spelled = if self.keep.spelling || value.is_none() { spelled } else { b"" };
                self.note(NoteKind::Nag(value), &text::decode(spelled, encoding));
            }
            Event::Escape(text) => self.note(NoteKind::Escape, &text::decode(text, encoding)),
            Event::Open => self.open(),
            Event::Close => self.close(),
            Event::Inner(marker) => {
                self.end_rest();
                if self.line.begun {
                    self.note(NoteKind::Inner(marker), "");
                }
            }
            Event::Termination(_) => {
                self.end_rest();
                self.over = true;
            }
            Event::Number { .. } | Event::Move(_) => {}
        }
    }

    fn start(&mut self, setup: &Setup<'_>) {
        (self.tree.dialect, self.tree.notation) = (setup.dialect, setup.notation);
        if setup.told && !setup.usual {
            // There is room: a game is no longer than the block it was read from.
            let _ = self.tree.tags.set("SetUp", "1");
            let _ = self.tree.tags.set("FEN", &fen::write(setup.position, fen::Style::default()));
        }
    }

    fn moving(&mut self, _before: &Position, named: &Named, word: &'a [u8]) {
        let Line { at, begun, before, .. } = self.line;
        let in_place = !begun && !self.outer.is_empty();
        let parent = if in_place { self.tree.slot(at).parent } else { at };
        // There is room: a game is no longer than the block it was read from.
        let Ok(node) = self.tree.add(parent, named.mv, named.illegal) else { return };
        self.line = Line { at: node, begun: true, variations: 0, before: Chain::EMPTY };
        if !before.is_empty()
            && let Some(slot) = self.tree.slots.last_mut()
        {
            slot.notes = before;
        }
        if self.keep.spelling {
            self.note(NoteKind::Spelling, &text::decode(word, self.encoding));
        }
    }

    fn unplayed(&mut self, word: &'a [u8]) {
        let word = text::decode(word, self.encoding);
        self.rest.get_or_insert_default().push(&word);
    }
}
