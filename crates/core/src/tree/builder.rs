//! Builds a tree from the steps of a game. Buffers are reused for the next game; a finished tree is as small as
//! possible.

use super::notes::Chain;
use super::{NodeId, Note, NoteKind, NotePlace, Tree, Unplayed};
use crate::notation::san::SanCode;
use crate::notation::{ParsedMove, ShortText, san_mark};
use crate::rules::Position;
use crate::step::{AsItStood, Head, Sink, Spelling, Step, Termination};
use crate::text::{self, Encoding};
use crate::write::Rest;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What is kept in addition to the meaning of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// The spelling of moves and annotations.
    pub spelling: bool,
}

/// Builds a tree of each game that is read.
#[derive(Debug)]
pub struct Builder {
    keep: Keep,
    tree: Tree,
    line: LineBuilder,
    /// The lines that the open variations interrupt.
    outer: Vec<LineBuilder>,
    rest: Option<Rest>,
    /// How the last move is written, apart from its mark.
    san: SanCode,
    /// Whether the marker at the end has been read.
    over: bool,
}

/// The mainline, or an open variation, up to the current move.
#[derive(Clone, Copy, Debug)]
struct LineBuilder {
    /// The last move; before the first one of a variation, the move that it replaces.
    at: NodeId,
    /// Whether it has a move of its own.
    begun: bool,
    /// The number of variations on the last move that have closed.
    variations: u32,
    /// Whether the last move is the first one of a variation. Variations on it are alternatives to the variation itself.
    is_start: bool,
    /// The number of variations on the first move that have closed.
    alternatives: u32,
    /// The text before the first move of a variation.
    before: Chain,
}

impl LineBuilder {
    fn from(at: NodeId) -> LineBuilder {
        LineBuilder { at, begun: false, variations: 0, is_start: false, alternatives: 0, before: Chain::EMPTY }
    }
}

impl Builder {
    /// A builder that has received no steps.
    pub fn new(keep: Keep) -> Builder {
        Builder {
            keep,
            tree: Tree::new(),
            line: LineBuilder::from(NodeId::ROOT),
            outer: Vec::new(),
            rest: None,
            san: SanCode::UNKNOWN,
            over: false,
        }
    }

    /// Adds the comments after the last game to it, because no other game follows.
    pub fn trailing(tree: &mut Tree, comments: &[&[u8]]) {
        for comment in comments {
            let text = text::decode(comment, Encoding::Each);
            // This cannot fail, because a game is not longer than its block.
            let _ = tree.add_note(NodeId::ROOT, Note::comment(NotePlace::End, &text));
        }
    }

    /// The tree of the game whose steps were received.
    pub fn finish(&mut self) -> Tree {
        // A copy has no spare capacity, and the buffers stay here for the next game.
        self.tree.clone()
    }

    fn head(&mut self, head: &Head<'_>) {
        let Builder { tree, .. } = self;
        match head.section {
            Some(lines) => tree.tags.set_lines(lines),
            None => {
                tree.tags.clear();
                for (name, value) in head.tags {
                    // This cannot fail, because a game is not longer than its block.
                    let _ = tree.tags.push(name, value);
                }
            }
        }
        tree.start = (!head.standard_start).then(|| Box::new(head.start.clone()));
        tree.slots.clear();
        tree.notes.clear();
        tree.termination = None;
        tree.unplayed = None;
        tree.last = None;
        (tree.dialect, tree.notation) = (head.dialect, head.notation);
        self.line = LineBuilder::from(NodeId::ROOT);
        self.outer.clear();
        self.rest = None;
        self.over = false;
    }

    fn end(&mut self, unplayed: Option<AsItStood<'_>>) {
        while !self.outer.is_empty() {
            self.close();
        }
        self.end_rest();
        if let Some(AsItStood { text, encoding, alone }) = unplayed {
            self.tree.start = None;
            self.tree.unplayed = Some(Box::new(Unplayed { text: text.into(), encoding, alone }));
        }
    }

    fn moving(&mut self, named: &ParsedMove, spelled: Option<Spelling<'_>>) {
        let LineBuilder { at, begun, before, alternatives, .. } = self.line;
        let in_place = !begun && !self.outer.is_empty();
        let parent = if in_place { self.tree.slot(at).parent } else { at };
        let proper = spelled.filter(|spelled| spelled.proper_san).and_then(|spelled| ShortText::of_san(spelled.bytes));
        self.san = proper.map_or(SanCode::UNKNOWN, |text| SanCode::of(named.mv, text));
        // This cannot fail, because a game is not longer than its block.
        let Ok(node) = self.tree.add(parent, named.mv, named.illegal) else { return };
        self.line = LineBuilder {
            at: node,
            begun: true,
            variations: 0,
            is_start: in_place,
            alternatives,
            before: Chain::EMPTY,
        };
        if !before.is_empty()
            && let Some(chain) = self.tree.slots.chain_mut(node)
        {
            *chain = before;
        }
        if let Some(spelled) = spelled.filter(|_| self.keep.spelling) {
            self.note(NoteKind::Spelling, &spelled.text());
        }
    }

    /// The last move was played, so its mark is known.
    #[inline]
    fn played(&mut self, after: &Position) {
        if self.san != SanCode::UNKNOWN {
            self.tree.slots.set_san(self.line.at, self.san.marked(san_mark(after)));
        }
    }

    fn inner(&mut self, marker: Termination) {
        self.end_rest();
        if self.line.begun {
            self.note(NoteKind::Inner(marker), "");
        }
    }

    fn note(&mut self, kind: NoteKind, text: &str) {
        let Builder { tree, line, outer, over, .. } = self;
        let opening = !line.begun && !outer.is_empty();
        let place = if *over {
            NotePlace::End
        } else if opening {
            NotePlace::Before
        } else {
            NotePlace::After
        };
        let chain = match place {
            NotePlace::Before => Some(&mut line.before),
            NotePlace::After => tree.slots.chain_mut(line.at),
            NotePlace::End => tree.slots.chain_mut(NodeId::ROOT),
        };
        if let Some(chain) = chain {
            // This cannot fail, because a game is not longer than its block.
            let _ = tree.notes.add(chain, Note { place, kind, behind: line.variations, text });
        }
    }

    fn open(&mut self) {
        let at = self.line.at;
        self.outer.push(core::mem::replace(&mut self.line, LineBuilder::from(at)));
    }

    fn close(&mut self) {
        let had_words = self.rest.is_some();
        self.end_rest();
        let Some(outer) = self.outer.pop() else { return };
        let closed = core::mem::replace(&mut self.line, outer);
        let added = u32::from(closed.begun) + closed.alternatives;
        if self.line.is_start {
            self.line.alternatives += added;
        } else {
            self.line.variations += added;
        }
        if !closed.begun {
            if closed.before.is_empty() && !had_words {
                self.note(NoteKind::Bare, "");
            }
            self.take_over(closed.before);
        }
    }

    /// The notes of a variation without moves go to the move that it would have replaced.
    fn take_over(&mut self, chain: Chain) {
        let Builder { tree, line, outer, .. } = self;
        let opening = !line.begun && !outer.is_empty();
        if opening {
            tree.notes.append(&mut line.before, chain, NotePlace::Before, 0);
        } else if let Some(notes) = tree.slots.chain_mut(line.at) {
            tree.notes.append(notes, chain, NotePlace::After, line.variations);
        }
    }

    /// The rest of a line is kept as text and never becomes moves.
    fn end_rest(&mut self) {
        let Some(rest) = self.rest.take() else { return };
        let own = self.line.begun || self.outer.is_empty();
        self.note(if own { NoteKind::Rest } else { NoteKind::Unplayed }, rest.text());
        if let Some(text) = rest.verbatim().filter(|text| *text != rest.text()) {
            self.note(NoteKind::Verbatim, text);
        }
    }
}

impl Sink for Builder {
    fn take(&mut self, step: Step<'_>) {
        if let Step::Move { named, spelled, .. } = step {
            return self.moving(named, spelled);
        }
        if let Step::Played(after) = step {
            return self.played(after);
        }
        if self.rest.as_mut().is_some_and(|rest| rest.add(&step)) {
            return;
        }
        match step {
            Step::Head(head) => self.head(head),
            Step::Unplayed(word) => self.rest.get_or_insert_default().push(word),
            Step::Nag { value, spelled } => {
                let spelled = if self.keep.spelling || value.is_none() { spelled } else { "" };
                self.note(NoteKind::Nag(value), spelled);
            }
            Step::Comment { text, form } => self.note(NoteKind::Comment(form), text),
            Step::Escape(text) => self.note(NoteKind::Escape, text),
            Step::Annotation(object) => self.note(NoteKind::Annotation, object),
            Step::Field(member) => self.note(NoteKind::Field, member),
            Step::Open => self.open(),
            Step::Close => self.close(),
            Step::Inner(marker) => self.inner(marker),
            Step::Termination(marker) => {
                self.end_rest();
                self.tree.termination = Some(marker);
                self.over = true;
            }
            Step::End(unplayed) => self.end(unplayed),
            Step::Skipped(text) if self.keep.spelling => self.note(NoteKind::Skipped, text),
            Step::Move { .. } | Step::Played(_) | Step::Place(_) | Step::Skipped(_) | Step::Verbatim(..) => {}
        }
    }

    #[inline]
    fn wants_verbatim(&self) -> bool {
        self.keep.spelling
    }
}
