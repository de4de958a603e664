//! A whole game as a tree of moves, to walk, edit and write.
//!
//! Nodes are in one list and refer to each other by number, notes about them are in another, and all text is in a
//! third. A plain move costs [32 bytes](Slot), and no code uses recursion, regardless of the nesting of variations.

mod annotate;
mod attributed;
mod builder;
mod commands;
mod cursor;
mod cut;
mod edit;
mod full;
mod in_pgn;
mod merge;
mod notes;
mod opening;
mod pack;
mod same;
mod steps;
mod strip;
mod tags;
mod walk;

#[cfg(test)]
mod tests;

pub use crate::edit::Strip;
pub use attributed::{Annotation, NewAnnotation};
pub use builder::{Builder, Keep};
pub use cursor::Cursor;
pub use full::Full;
pub use in_pgn::PgnTags;
pub use merge::{Counts, Merger, Merging, NotMerged};
pub use notes::{Nag, Note, NoteKind, NotePlace};
pub use pack::Damaged;
pub use tags::Tags;
pub use walk::{Postorder, Visit, Visits};

use crate::notation::{self, Spec};
use crate::rules::{Kind, Move, Position, Square};
use crate::step::{Dialect, Termination};
use crate::text::{self, Encoding};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use notes::Notes;

/// A node of one tree: the start of the game, or a move with the position it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game, before any move.
    pub const ROOT: NodeId = NodeId(0);

    /// Its number in the tree.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The node with this number, which may not exist: see [`Tree::holds`].
    pub fn numbered(number: u32) -> NodeId {
        NodeId(number)
    }

    fn index(self) -> usize {
        self.0 as usize
    }

    /// `None` for the root, which is no node's child or sibling.
    fn some(self) -> Option<NodeId> {
        if self == NodeId::ROOT { None } else { Some(self) }
    }
}

/// The data of a node.
#[derive(Clone, Copy, Debug)]
struct Slot {
    mv: Move,
    parent: NodeId,
    /// The first child; the root if there is none.
    first: NodeId,
    /// The next sibling; the root if there is none.
    next: NodeId,
    /// The previous sibling; for a first child the last sibling, so that a child is added in one step.
    previous: NodeId,
    /// The last note, which leads to the first one.
    notes: notes::Chain,
    ply: u32,
    flags: u8,
}

/// The move is not legal where it was played.
const ILLEGAL: u8 = 1;
/// The node was deleted.
const DELETED: u8 = 2;

/// The root, and the result for numbers without a node.
const NOWHERE: Slot = Slot {
    mv: Move { from: Square::masked(0), to: Square::masked(0), promotion: None, kind: Kind::Null },
    parent: NodeId::ROOT,
    first: NodeId::ROOT,
    next: NodeId::ROOT,
    previous: NodeId::ROOT,
    notes: notes::Chain::EMPTY,
    ply: 0,
    flags: 0,
};

/// A game: its tags, its start, its moves with all variations and notes, its ending.
///
/// ```
/// use scoresheet_core::{game::Games, read::{Record, Settings}, tree::{Builder, Keep, NodeId}};
/// let text = b"[White \"A\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n";
/// let (mut games, mut record) = (Games::new(text, &Settings::default()), Record::new());
/// let mut builder = Builder::new(Keep::default());
/// assert!(games.next(&mut record, &mut builder));
/// let tree = builder.finish();
/// assert_eq!(tree.tags().get("White"), Some("A"));
/// let plies: Vec<u32> = tree.mainline().map(|node| tree.ply(node)).collect();
/// assert_eq!(plies, [1, 2, 3]);
/// assert_eq!(tree.walk().count(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    tags: Tags,
    /// `None` for the usual start.
    start: Option<Box<Position>>,
    slots: Vec<Slot>,
    notes: Notes,
    termination: Option<Termination>,
    /// The original text of a game whose moves could not be played at all.
    unplayed: Option<Box<Unplayed>>,
    /// The dialect of the tags.
    dialect: Dialect,
    /// The notation in which the moves were spelled.
    notation: &'static Spec,
    /// The games that went through each node; empty unless merged games were counted.
    counts: Vec<Counts>,
    /// The last node of the mainline, if it was requested and no line has been moved since.
    last: Option<NodeId>,
}

/// The original text of a game that could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Unplayed {
    text: Box<[u8]>,
    encoding: Encoding,
    /// Whether the text is a complete game without its file.
    alone: bool,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A game without tags and moves, from the usual start.
    pub fn new() -> Tree {
        Tree {
            tags: Tags::default(),
            start: None,
            slots: Vec::from([NOWHERE]),
            notes: Notes::default(),
            termination: None,
            unplayed: None,
            dialect: Dialect::Pgn,
            notation: notation::ALL[0].spec(),
            counts: Vec::new(),
            last: None,
        }
    }

    /// The same from another position.
    pub fn starting(position: &Position) -> Tree {
        let usual = *position == Position::start();
        Tree { start: (!usual).then(|| Box::new(position.clone())), ..Tree::new() }
    }

    /// The tags in their order.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tags, for changes.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The position before the first move.
    pub fn start(&self) -> Position {
        self.start.as_ref().map_or_else(Position::start, |start| (**start).clone())
    }

    /// Whether this is the usual start.
    pub fn starts_as_usual(&self) -> bool {
        self.start.is_none()
    }

    /// Changes the starting position; `false` if there are moves already.
    pub fn set_start(&mut self, position: &Position) -> bool {
        let free = self.first_child(NodeId::ROOT).is_none();
        if free {
            self.start = (*position != Position::start()).then(|| Box::new(position.clone()));
        }
        free
    }

    /// The marker after the moves.
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Sets the marker after the moves.
    pub fn set_termination(&mut self, termination: Option<Termination>) {
        self.termination = termination;
    }

    /// The marker, or the value of the Result tag.
    pub fn result(&self) -> Termination {
        self.termination.unwrap_or_else(|| Termination::of_result(self.tags.get("Result")))
    }

    /// The text of a game whose moves could not be played at all, because its rules or its start are not supported.
    pub fn unplayed(&self) -> Option<Cow<'_, str>> {
        self.unplayed.as_ref().map(|game| text::decode(&game.text, game.encoding))
    }

    /// The dialect of the tags.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Whether the number is that of a node that has not been deleted.
    pub fn holds(&self, node: NodeId) -> bool {
        self.slots.get(node.index()).is_some_and(|slot| slot.flags & DELETED == 0)
    }

    /// The number of nodes without the root.
    pub fn len(&self) -> usize {
        self.slots.iter().skip(1).filter(|slot| slot.flags & DELETED == 0).count()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.first_child(NodeId::ROOT).is_none()
    }

    #[inline]
    fn slot(&self, node: NodeId) -> &Slot {
        self.slots.get(node.index()).unwrap_or(&NOWHERE)
    }

    /// The move that leads to a node; `None` for the root.
    #[inline]
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        node.some().map(|node| self.slot(node).mv)
    }

    /// Half-moves from the start to a node.
    #[inline]
    pub fn ply(&self, node: NodeId) -> u32 {
        self.slot(node).ply
    }

    /// Whether the move is not legal where it was played.
    #[inline]
    pub fn is_illegal(&self, node: NodeId) -> bool {
        self.slot(node).flags & ILLEGAL != 0
    }

    /// The previous node; `None` for the root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        node.some().map(|node| self.slot(node).parent)
    }

    /// The move that continues from a node.
    #[inline]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.slot(node).first.some()
    }

    /// The next alternative to a move.
    #[inline]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.slot(node).next.some()
    }

    /// The previous alternative to a move.
    pub fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        if self.is_first(node) { None } else { self.slot(node).previous.some() }
    }

    /// Whether a node continues its line rather than starting a variation.
    #[inline]
    pub fn is_first(&self, node: NodeId) -> bool {
        node == NodeId::ROOT || self.slot(self.slot(node).parent).first == node
    }

    /// The moves from a node: first the continuation, then the variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.first_child(node), |child| self.next_sibling(*child))
    }

    /// The mainline from the first move.
    pub fn mainline(&self) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.first_child(NodeId::ROOT), |node| self.first_child(*node))
    }

    /// The last node of the line that continues from this one.
    pub fn end_of(&self, node: NodeId) -> NodeId {
        core::iter::successors(Some(node), |node| self.first_child(*node)).last().unwrap_or(node)
    }

    /// The last node of the mainline. It is cached, so that a mainline is built in one step per move.
    pub fn last(&mut self) -> NodeId {
        let last = self.last.unwrap_or_else(|| self.end_of(NodeId::ROOT));
        self.last = Some(last);
        last
    }

    /// The first move of the variation that contains a node; `None` in the mainline.
    pub fn variation_start(&self, node: NodeId) -> Option<NodeId> {
        let mut at = node;
        while self.is_first(at) {
            at = self.parent(at)?;
        }
        Some(at)
    }

    /// The notes of a node, in order.
    pub fn notes(&self, node: NodeId) -> impl Iterator<Item = Note<'_>> {
        self.notes.of(self.slot(node).notes)
    }

    /// The comments of a node in one place.
    pub fn comments(&self, node: NodeId, place: NotePlace) -> impl Iterator<Item = &str> {
        self.notes(node).filter(move |note| note.place == place && note.kind.is_comment()).map(|note| note.text)
    }

    /// The NAGs of a node.
    pub fn nags(&self, node: NodeId) -> impl Iterator<Item = Nag<'_>> {
        self.notes(node).filter_map(|note| match note.kind {
            NoteKind::Nag(value) => Some(Nag { value, spelled: note.text }),
            _ => None,
        })
    }

    /// The original spelling of the move, if it was kept.
    pub fn spelling(&self, node: NodeId) -> Option<&str> {
        self.notes(node).find(|note| note.kind == NoteKind::Spelling).map(|note| note.text)
    }

    /// The words after a node that could not be played, up to the end of its variation.
    pub fn rest(&self, node: NodeId) -> Option<&str> {
        self.notes(node).find(|note| note.kind == NoteKind::Rest).map(|note| note.text)
    }

    /// The number of bytes that the tree uses on the heap.
    pub fn heap_size(&self) -> usize {
        self.tags.heap_size()
            + self.start.as_ref().map_or(0, |_| size_of::<Position>())
            + self.slots.capacity() * size_of::<Slot>()
            + self.notes.heap_size()
            + self.counts.capacity() * size_of::<Counts>()
            + self.unplayed.as_ref().map_or(0, |game| size_of::<Unplayed>() + game.text.len())
    }
}
