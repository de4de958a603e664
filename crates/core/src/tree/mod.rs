//! A whole game as a tree of moves, to walk, edit and write.
//!
//! Nodes are in one list and refer to each other by number, notes about them are in another, and all text is in a
//! third. A plain move costs 4 bytes in a game without variations and 32 in any other, and no code uses recursion,
//! regardless of the nesting of variations.

mod address;
mod annotations;
mod builder;
mod cursor;
mod equality;
mod lines;
mod merge;
mod notes;
mod pack;
mod pgn_tags;
mod restart;
mod slots;
mod steps;
mod tags;
#[cfg(test)]
mod tests;
mod walk;
mod written;

pub use crate::edit::Strip;
pub use address::NoNode;
pub use annotations::{Annotation, NewAnnotation, Removal};
pub use builder::{Builder, Keep};
pub use cursor::Cursor;
pub use merge::{GameCounts, Merger, Merging, NotMerged};
pub use notes::{Nag, Note, NoteKind, NotePlace};
pub use pack::Damaged;
pub use pgn_tags::PgnTags;
pub use tags::TreeTags;
pub use walk::{Postorder, Visit, Visits};

use crate::command::{self, Command};
use crate::dialect::variant_tag;
use crate::location::Location;
use crate::notation::san::SanCode;
use crate::notation::{self, NotationSpec};
use crate::openings::Namer;
use crate::position::fen;
use crate::read::Ending;
use crate::rules::{Move, Position, Rules};
use crate::step::{AsItStood, Dialect, Sink, Termination, TextEditor};
use crate::text::{self, Encoding};
use crate::tree::notes::{Chain, TreeNotes};
use crate::tree::slots::{LineMove, Slots};
use crate::tree::written::WrittenLine;
use crate::write::Filter;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

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

    /// `None` for the root, which is not the child or sibling of a node.
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
    /// How the move is written, if its source wrote it so.
    san: SanCode,
}

/// The move is not legal where it was played.
const ILLEGAL: u8 = 1;
/// The node was deleted.
const DELETED: u8 = 2;

/// A game: its tags, its start, its moves with all variations and notes, its ending.
///
/// ```
/// use scoresheet_core::{game::AnyGames, read::{Record, Settings}, tree::{Builder, Keep, NodeId}};
/// let text = b"[White \"A\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n";
/// let (mut games, mut record) = (AnyGames::new(text, &Settings::default()), Record::new());
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
    tags: TreeTags,
    /// `None` for the standard start.
    start: Option<Box<Position>>,
    slots: Slots,
    notes: TreeNotes,
    termination: Option<Termination>,
    /// The original text of a game whose moves could not be played at all.
    unplayed: Option<Box<Unplayed>>,
    /// The dialect of the tags.
    dialect: Dialect,
    /// The notation in which the moves were spelled.
    notation: &'static NotationSpec,
    /// The games that went through each node; empty unless merged games were counted.
    counts: Vec<GameCounts>,
    /// The last node of the mainline, if it was requested and no line has been moved since.
    last: Option<NodeId>,
}

/// The memory that every game has: that of its tags and of its moves if they are a single line. Dropping it releases the memory.
#[derive(Debug)]
#[expect(dead_code, reason = "memory is only released")]
pub struct TreeMemory(TreeTags, Vec<LineMove>);

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
    /// A game without tags and moves, from the standard start.
    pub fn new() -> Tree {
        Tree {
            tags: TreeTags::default(),
            start: None,
            slots: Slots::default(),
            notes: TreeNotes::default(),
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
        let standard = *position == Position::start();
        Tree { start: (!standard).then(|| Box::new(position.clone())), ..Tree::new() }
    }

    /// Takes memory from a tree that is not used any more, so that another thread can release it.
    ///
    /// ```
    /// use scoresheet_core::tree::Tree;
    /// let mut tree = Tree::new();
    /// tree.tags_mut().set("White", "A").unwrap();
    /// drop(tree.take_memory());
    /// assert!(tree.tags().is_empty());
    /// ```
    pub fn take_memory(&mut self) -> TreeMemory {
        TreeMemory(core::mem::take(&mut self.tags), self.slots.take_line())
    }

    /// The tags in their order.
    pub fn tags(&self) -> &TreeTags {
        &self.tags
    }

    /// The tags, for changes.
    pub fn tags_mut(&mut self) -> &mut TreeTags {
        &mut self.tags
    }

    /// Replaces the tags and, unless it is `None`, the marker after the moves; also in the text of a game whose moves could not
    /// be played, which `texts` changes. Returns whether that was possible.
    pub fn tell(&mut self, tags: TreeTags, marker: Option<Option<Termination>>, texts: TextEditor) -> bool {
        if let Some(unplayed) = &mut self.unplayed {
            let game = AsItStood { text: &unplayed.text, encoding: unplayed.encoding, alone: unplayed.alone };
            let changed = texts(&game, self.dialect, &mut |head| {
                *head.tags = tags.iter().map(|(name, value)| (name.into(), value.into())).collect();
                *head.termination = marker.unwrap_or(*head.termination);
            });
            let Some(text) = changed else { return false };
            (unplayed.text, unplayed.encoding) = (text.into_bytes().into(), Encoding::Utf8);
        }
        self.tags = tags;
        self.termination = marker.unwrap_or(self.termination);
        true
    }

    /// The position before the first move.
    pub fn start(&self) -> Position {
        self.start.as_ref().map_or_else(Position::start, |start| (**start).clone())
    }

    /// Whether this is the standard start.
    pub fn has_standard_start(&self) -> bool {
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

    /// Makes a position the start. Moves that are not legal any more are deleted, with everything that follows them.
    /// Returns how many moves were deleted. The numbers of the others do not change.
    ///
    /// ```
    /// use scoresheet_core::{notation::san, position::fen, rules::Position, tree::{NodeId, Tree}};
    /// let mut tree = Tree::new();
    /// for word in ["e4", "d4"] {
    ///     let named = san::read(&tree.start(), word.as_bytes(), &scoresheet_core::notation::language::ENGLISH).unwrap();
    ///     tree.add(NodeId::ROOT, named.mv, false).unwrap();
    /// }
    /// let start = fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    /// assert_eq!((tree.restart(&start), tree.len()), (1, 1));
    /// ```
    pub fn restart(&mut self, position: &Position) -> usize {
        restart::restart(self, position)
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

    /// The text of a game whose moves could not be played at all, because its rules or its start are not supported, or because it
    /// is a document of a game on a board without edges.
    pub fn unplayed(&self) -> Option<Cow<'_, str>> {
        self.unplayed.as_ref().map(|game| text::decode(&game.text, game.encoding))
    }

    /// The dialect of the tags.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Whether the number is that of a node that has not been deleted.
    pub fn holds(&self, node: NodeId) -> bool {
        node.index() < self.slots.len() && self.slot(node).flags & DELETED == 0
    }

    /// The number of nodes without the root.
    pub fn len(&self) -> usize {
        (1..self.slots.len()).filter(|number| self.holds(NodeId(*number as u32))).count()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.first_child(NodeId::ROOT).is_none()
    }

    #[inline]
    fn slot(&self, node: NodeId) -> Slot {
        self.slots.slot(node)
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

    /// What follows a node in a game without variations: the nodes, their moves, and whether they have notes. `None` for
    /// other games. This is faster than a question for each of them.
    ///
    /// ```
    /// use scoresheet_core::{notation::san, rules::Position, tree::{NodeId, Tree}};
    /// let mut tree = Tree::new();
    /// let e4 = san::read(&tree.start(), b"e4", &scoresheet_core::notation::language::ENGLISH).unwrap().mv;
    /// let first = tree.add(NodeId::ROOT, e4, false).unwrap();
    /// assert_eq!(tree.line_after(NodeId::ROOT).unwrap().collect::<Vec<_>>(), [(first, e4, false)]);
    /// ```
    #[inline]
    pub fn line_after(&self, node: NodeId) -> Option<impl Iterator<Item = (NodeId, Move, bool)>> {
        self.slots.line_after(node)
    }

    /// The last node of the line that continues from this one.
    pub fn end_of(&self, node: NodeId) -> NodeId {
        let line = self.slots.end_of_line(node);
        line.unwrap_or_else(|| {
            core::iter::successors(Some(node), |node| self.first_child(*node)).last().unwrap_or(node)
        })
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

    /// The moves and the variations in the order of the text.
    ///
    /// ```
    /// use scoresheet_core::tree::Tree;
    /// assert_eq!(Tree::new().visits().next(), None);
    /// ```
    pub fn visits(&self) -> Visits<'_> {
        Visits::behind(self, NodeId::ROOT)
    }

    /// The moves in the order of the text.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> {
        self.visits().filter_map(|visit| if let Visit::Move(node) = visit { Some(node) } else { None })
    }

    /// The move that follows this one in the order of the text; the first one after the root.
    pub fn walk_on(&self, node: NodeId) -> Option<NodeId> {
        let visits = Visits::behind(self, node);
        visits.filter_map(|visit| if let Visit::Move(node) = visit { Some(node) } else { None }).next()
    }

    /// A node and all after it, a node's followers before it.
    pub fn postorder(&self, top: NodeId) -> Postorder<'_> {
        Postorder::of(self, top)
    }

    /// The node after this one in that order; `None` for the root, the last of all.
    pub fn post_on(&self, node: NodeId) -> Option<NodeId> {
        match self.next_sibling(node) {
            Some(sibling) => Some(self.end_of(sibling)),
            None => self.parent(node),
        }
    }

    /// The node that follows in the order in which each comes before its followers, after `top` alone.
    fn descend(&self, node: NodeId, top: NodeId) -> Option<NodeId> {
        if let Some(child) = self.first_child(node) {
            return Some(child);
        }
        let mut at = node;
        while at != top {
            if let Some(sibling) = self.next_sibling(at) {
                return Some(sibling);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// `top` and all nodes after it, each before its followers.
    fn preorder(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(top), move |node| self.descend(*node, top))
    }

    /// The notes of a node, in order.
    pub fn notes(&self, node: NodeId) -> impl Iterator<Item = Note<'_>> {
        self.notes.of(self.slot(node).notes)
    }

    /// Whether a node has any notes.
    #[inline]
    pub fn has_notes(&self, node: NodeId) -> bool {
        !self.slot(node).notes.is_empty()
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
            + self.slots.heap_size()
            + self.notes.heap_size()
            + self.counts.capacity() * size_of::<GameCounts>()
            + self.unplayed.as_ref().map_or(0, |game| size_of::<Unplayed>() + game.text.len())
    }
}

/// Nothing more can be added: a tree has room for 2^32 nodes, notes and bytes of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl core::fmt::Display for Full {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the game is full")
    }
}

impl core::error::Error for Full {}

/// A note without its tree.
type DetachedNote = (NotePlace, NoteKind, u32, String);

impl Tree {
    /// Adds a note about a node.
    ///
    /// # Errors
    /// If there is no room.
    pub fn add_note(&mut self, node: NodeId, note: Note<'_>) -> Result<(), Full> {
        let Tree { slots, notes, .. } = self;
        slots.chain_mut(node).map_or(Ok(()), |chain| notes.add(chain, note))
    }

    /// Keeps only the notes of a node for which `keep` holds.
    pub fn retain_notes(&mut self, node: NodeId, keep: impl FnMut(&Note<'_>) -> bool) {
        let Tree { slots, notes, .. } = self;
        if !slots.slot(node).notes.is_empty()
            && let Some(chain) = slots.chain_mut(node)
        {
            *chain = notes.filter(*chain, keep);
        }
        self.tidy();
    }

    /// Replaces the comments of a node in `place`.
    ///
    /// # Errors
    /// If there is no room.
    pub fn set_comments<'t>(
        &mut self,
        node: NodeId,
        place: NotePlace,
        comments: impl IntoIterator<Item = &'t str>,
    ) -> Result<(), Full> {
        self.retain_notes(node, |note| note.place != place || !note.kind.is_comment());
        // These comments have no named source.
        let mut attributed = false;
        let last = self.take_notes(node, |note| {
            attributed |= note.kind == NoteKind::Annotation && note.place == place;
            attributed
        });
        comments.into_iter().try_for_each(|text| self.add_note(node, Note::comment(place, text)))?;
        self.put_back(node, &last)
    }

    /// Replaces the NAGs of a node.
    ///
    /// # Errors
    /// If there is no room.
    pub fn set_nags<'t>(&mut self, node: NodeId, nags: impl IntoIterator<Item = Nag<'t>>) -> Result<(), Full> {
        self.retain_notes(node, |note| !matches!(note.kind, NoteKind::Nag(_)));
        // Before the comments, where they are always written.
        let others = self.take_notes(node, |note| note.place != NotePlace::Before);
        for Nag { value, spelled } in nags {
            self.add_note(
                node,
                Note { place: NotePlace::After, kind: NoteKind::Nag(value), behind: 0, text: spelled },
            )?;
        }
        self.put_back(node, &others)
    }

    /// Removes the notes of a node for which `wanted` holds, and returns them.
    fn take_notes(&mut self, node: NodeId, mut wanted: impl FnMut(&Note<'_>) -> bool) -> Vec<DetachedNote> {
        let mut taken = Vec::new();
        self.retain_notes(node, |note| {
            let takes = wanted(note);
            if takes {
                taken.push((note.place, note.kind, note.behind, note.text.into()));
            }
            !takes
        });
        taken
    }

    /// Adds notes that were taken out.
    fn put_back(&mut self, node: NodeId, taken: &[DetachedNote]) -> Result<(), Full> {
        taken.iter().try_for_each(|(place, kind, behind, text)| {
            self.add_note(node, Note { place: *place, kind: *kind, behind: *behind, text })
        })
    }

    /// Rewrites the list of notes when most of them are unused.
    fn tidy(&mut self) {
        if !self.notes.is_mostly_dropped() {
            return;
        }
        let mut tidied = TreeNotes::default();
        for chain in self.slots.chains_mut() {
            let mut copy = Chain::EMPTY;
            for note in self.notes.of(*chain) {
                // A copy is not larger than the original.
                let _ = tidied.add(&mut copy, note);
            }
            *chain = copy;
        }
        self.notes = tidied;
    }

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

    /// Adds a move as the last alternative after `parent`. The caller determines whether it is legal and passes that.
    ///
    /// # Errors
    /// If there is no room.
    ///
    /// ```
    /// use scoresheet_core::{notation::san, rules::Position, tree::{NodeId, Tree}};
    /// let mut tree = Tree::new();
    /// for word in ["e4", "d4"] {
    ///     let named = san::read(&tree.start(), word.as_bytes(), &scoresheet_core::notation::language::ENGLISH).unwrap();
    ///     tree.add(NodeId::ROOT, named.mv, false).unwrap();
    /// }
    /// assert_eq!(tree.children(NodeId::ROOT).count(), 2);
    /// ```
    pub fn add(&mut self, parent: NodeId, mv: Move, illegal: bool) -> Result<NodeId, Full> {
        let number = u32::try_from(self.slots.len()).map_err(|_| Full)?;
        if !illegal && self.slots.continue_line(parent, mv) {
            if self.last == Some(parent) {
                self.last = Some(NodeId(number));
            }
            return Ok(NodeId(number));
        }
        let ply = self.slot(parent).ply.saturating_add(1);
        let root = NodeId::ROOT;
        let flags = if illegal { ILLEGAL } else { 0 };
        self.slots.push(Slot {
            mv,
            parent,
            first: root,
            next: root,
            previous: root,
            notes: Chain::EMPTY,
            ply,
            flags,
            san: SanCode::UNKNOWN,
        });
        self.link_last(NodeId(number));
        Ok(NodeId(number))
    }

    /// The child of a node with this move.
    pub fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.children(parent).find(|child| self.slot(*child).mv == mv)
    }

    /// Moves the variation that contains a node one place forward, before the preferred one; `false` in
    /// the mainline.
    pub fn promote(&mut self, node: NodeId) -> bool {
        let Some(start) = self.variation_start(node) else { return false };
        let before = self.slot(start).previous;
        self.unlink(start);
        self.link_before(start, before);
        true
    }

    /// Makes the moves to a node the mainline; `false` if they already are.
    pub fn promote_to_mainline(&mut self, node: NodeId) -> bool {
        let mut changed = false;
        let mut at = node;
        while at != NodeId::ROOT {
            let parent = self.slot(at).parent;
            if !self.is_first(at) {
                let first = self.slot(parent).first;
                self.unlink(at);
                self.link_before(at, first);
                changed = true;
            }
            at = parent;
        }
        changed
    }

    /// Moves a move, with everything that follows it, one place back, after the next alternative; `false` if it is the
    /// last.
    pub fn demote(&mut self, node: NodeId) -> bool {
        let Some(next) = self.next_sibling(node) else { return false };
        self.unlink(next);
        self.link_before(next, node);
        true
    }

    /// Deletes a move and everything that follows it; `false` for the root and for deleted nodes. Its number is not
    /// reused.
    pub fn delete(&mut self, node: NodeId) -> bool {
        if node == NodeId::ROOT || !self.holds(node) {
            return false;
        }
        self.unlink(node);
        let mut next = Some(node);
        while let Some(at) = next {
            next = self.descend(at, node);
            self.forget_notes(at);
            self.change(at, |slot| slot.flags |= DELETED);
        }
        true
    }

    fn forget_notes(&mut self, node: NodeId) {
        if !self.slot(node).notes.is_empty() {
            self.retain_notes(node, |_| false);
        }
    }

    fn change(&mut self, node: NodeId, change: impl FnOnce(&mut Slot)) {
        self.slots.change(node, change);
    }

    /// Adds a node after all other children of its parent.
    #[inline]
    fn link_last(&mut self, node: NodeId) {
        let parent = self.slot(node).parent;
        let Some(first) = self.first_child(parent) else {
            if self.last == Some(parent) {
                self.last = Some(node);
            }
            self.change(parent, |slot| slot.first = node);
            return self.change(node, |slot| (slot.previous, slot.next) = (node, NodeId::ROOT));
        };
        let last = self.slot(first).previous;
        self.change(last, |slot| slot.next = node);
        self.change(node, |slot| (slot.previous, slot.next) = (last, NodeId::ROOT));
        self.change(first, |slot| slot.previous = node);
    }

    /// Adds a node before a child of its parent.
    fn link_before(&mut self, node: NodeId, sibling: NodeId) {
        let (parent, previous) = (self.slot(node).parent, self.slot(sibling).previous);
        self.last = None;
        if self.slot(parent).first == sibling {
            self.change(parent, |slot| slot.first = node);
        } else {
            self.change(previous, |slot| slot.next = node);
        }
        self.change(node, |slot| (slot.previous, slot.next) = (previous, sibling));
        self.change(sibling, |slot| slot.previous = node);
    }

    /// Removes a node from its parent. The node keeps its parent and its children.
    fn unlink(&mut self, node: NodeId) {
        let Slot { parent, next, previous, .. } = self.slot(node);
        self.last = None;
        let first = self.slot(parent).first;
        if first == node {
            self.change(parent, |slot| slot.first = next);
        } else {
            self.change(previous, |slot| slot.next = next);
        }
        // The first of the row refers to the last one.
        let behind = if next != NodeId::ROOT { Some(next) } else { Some(first).filter(|first| *first != node) };
        if let Some(behind) = behind {
            self.change(behind, |slot| slot.previous = previous);
        }
        self.change(node, |slot| slot.next = NodeId::ROOT);
    }

    /// Removes the parts that `strip` names, and comments that become empty.
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
                NoteKind::Rest | NoteKind::Verbatim => !strip.comments,
                NoteKind::Unplayed => !(strip.comments || strip.variations),
                NoteKind::Bare => !strip.variations,
                NoteKind::Annotation => !(strip.comments && strip.nags),
                NoteKind::Escape => !strip.escapes,
                NoteKind::Spelling | NoteKind::Skipped | NoteKind::Inner(_) | NoteKind::Field => true,
            });
            if strip.rewords() {
                self.strip_commands(node, strip);
            }
        }
    }

    fn strip_variations(&mut self) {
        let variations: Vec<NodeId> = self.mainline().flat_map(|node| self.siblings_behind(node)).collect();
        // The last one first: each is then at the end of its row.
        for node in variations.into_iter().rev() {
            self.delete(node);
        }
    }

    fn siblings_behind(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.next_sibling(node), |sibling| self.next_sibling(*sibling))
    }

    fn strip_commands(&mut self, node: NodeId, strip: Strip) {
        let changes = |note: &Note<'_>| note.kind.is_comment() && note.text.contains("[%");
        if self.notes(node).any(|note| changes(&note)) {
            self.reword(node, |note| strip.reworded(note.text).map(Cow::into_owned));
        }
    }

    /// Deletes every move after this ply, including those of variations; returns how many of these were alternatives
    /// with their own continuation.
    pub fn cut_after(&mut self, ply: u32) -> usize {
        let mut beyond = Vec::new();
        let mut next = Some(NodeId::ROOT);
        while let Some(node) = next {
            if self.ply(node) == ply {
                beyond.extend(self.children(node));
                next = self.past(node);
            } else {
                next = self.descend(node, NodeId::ROOT);
            }
        }
        // The last one first: each is then at the end of its row.
        beyond.iter().rev().filter(|node| self.delete(**node)).count()
    }

    /// The node that follows if everything after this one is left out, in the order of parents before children.
    fn past(&self, node: NodeId) -> Option<NodeId> {
        let mut at = node;
        loop {
            if let Some(sibling) = self.next_sibling(at) {
                return Some(sibling);
            }
            at = self.parent(at)?;
        }
    }

    /// The game from the position at a node on. This position becomes the start, and the tags describe it.
    ///
    /// # Errors
    /// If there is no room for the tags.
    pub fn cut_before(&self, node: NodeId) -> Result<Tree, Full> {
        let mut cursor = Cursor::new(self);
        let start = cursor.go(self, node).clone();
        let mut cut = self.copy_from(node);
        if node != NodeId::ROOT {
            // Notes about the move that led here become notes about the start.
            cut.tags.set("SetUp", "1")?;
            cut.tags.set("FEN", &fen::write(&start, fen::Style::default()))?;
            if start.rules() != Rules::STANDARD && cut.tags.get("Variant").is_none() {
                cut.tags.set("Variant", &variant_tag(&start))?;
            }
            cut.start = Some(Box::new(start));
        }
        Ok(cut)
    }

    /// A copy without the space of deleted nodes. Its nodes have other numbers.
    #[must_use]
    pub fn compact(&self) -> Tree {
        self.copy_from(NodeId::ROOT)
    }

    /// A copy of the part after `top`, which becomes the root.
    fn copy_from(&self, top: NodeId) -> Tree {
        let mut copy = Tree {
            tags: self.tags.clone(),
            start: self.start.clone(),
            termination: self.termination,
            unplayed: self.unplayed.clone(),
            dialect: self.dialect,
            notation: self.notation,
            ..Tree::new()
        };
        copy.notes = TreeNotes::default();
        let mut there = alloc::vec![NodeId::ROOT; self.slots.len()];
        for node in self.preorder(top) {
            let place = if node == top {
                NodeId::ROOT
            } else {
                let parent = self.parent(node).map_or(NodeId::ROOT, |parent| there[parent.index()]);
                let Some(mv) = self.mv(node) else { continue };
                // A copy is not larger than the original.
                let Ok(place) = copy.add(parent, mv, self.is_illegal(node)) else { continue };
                place
            };
            there[node.index()] = place;
            copy.slots.set_san(place, self.slot(node).san);
            copy.counts.extend(self.counts(node));
            for note in self.notes(node).filter(|note| node != top || top == NodeId::ROOT || is_of_start(note)) {
                let _ = copy.add_note(place, note);
            }
        }
        for note in self.notes(NodeId::ROOT).filter(|note| top != NodeId::ROOT && note.place == NotePlace::End) {
            let _ = copy.add_note(NodeId::ROOT, note);
        }
        copy.slots.shrink_to_fit();
        copy
    }
}

/// Whether a note about a move also fits the position that it led to: comments and escaped lines after it, and words that
/// could not be played.
fn is_of_start(note: &Note<'_>) -> bool {
    let stays = note.kind.is_comment() || matches!(note.kind, NoteKind::Rest | NoteKind::Escape);
    note.place == NotePlace::After && stays
}

impl Tree {
    /// The tags in the form of PGN. Those of a PGN game do not change; those of a VGN game are translated.
    ///
    /// ```
    /// use scoresheet_core::tree::Tree;
    /// let mut tree = Tree::new();
    /// tree.tags_mut().push("White", "A").unwrap();
    /// assert_eq!(tree.tags_in_pgn().tags, [("White".into(), "A".into())]);
    /// ```
    pub fn tags_in_pgn(&self) -> PgnTags {
        PgnTags::of(self)
    }

    /// Names the mainline up to its first illegal move.
    ///
    /// ```
    /// use scoresheet_core::rules::{Move, Square};
    /// use scoresheet_core::tree::{NodeId, Tree};
    /// let mut tree = Tree::new();
    /// tree.add(NodeId::ROOT, Move::plain(Square::at(4, 1), Square::at(4, 3)), false).unwrap();
    /// assert_eq!(tree.opening().found().map(|opening| opening.eco()), Some("B00"));
    /// ```
    pub fn opening(&self) -> Namer {
        let (mut namer, mut position) = (Namer::new(), self.start());
        namer.see(&position);
        for node in self.mainline() {
            let Some(mv) = self.mv(node).filter(|_| !namer.is_over() && !self.is_illegal(node)) else { break };
            position.play_unchecked(mv);
            namer.see(&position);
        }
        namer
    }
}

/// Algorithms that have files of their own.
impl Tree {
    /// Adds the moves of another game as variations where they differ. See [`Merger`], which does this for many games.
    ///
    /// # Errors
    /// If the other game starts from another position, and if there is no room.
    pub fn merge(&mut self, other: &Tree) -> Result<(), NotMerged> {
        Merger::default().add(self, other)
    }

    /// The games that went through a node; `None` if no games were counted.
    pub fn counts(&self, node: NodeId) -> Option<GameCounts> {
        // A node that was added after the last game was counted has no counts.
        (!self.counts.is_empty()).then(|| self.counts.get(node.index()).copied().unwrap_or_default())
    }

    /// Sets the counts of games for a node.
    pub fn set_counts(&mut self, node: NodeId, counts: GameCounts) {
        if self.counts.len() < self.slots.len() {
            self.counts.resize(self.slots.len(), GameCounts::default());
        }
        if let Some(known) = self.counts.get_mut(node.index()) {
            *known = counts;
        }
    }

    /// Emits the steps of the game, which is the one at `place` of its source. Returns a cursor near its end.
    ///
    /// ```
    /// use scoresheet_core::{location::Location, game::{self, GameFormat, WriteOptions}, tree::Tree, write::Filter};
    /// let mut filter = Filter::new(game::pgn::Pgn.writer(&WriteOptions::default()), false);
    /// let mut tree = Tree::new();
    /// tree.tags_mut().push("White", "A").unwrap();
    /// tree.emit(Location::default(), &mut filter);
    /// assert_eq!(filter.bytes(), b"[White \"A\"]\n\n*\n\n");
    /// ```
    pub fn emit<S: Sink>(&self, place: Location, sink: &mut S) -> Cursor {
        steps::emit(self, place, sink)
    }

    /// Writes the game, which is the one at `place` of its source. Its moves are played only if that is needed to write them.
    pub fn write(&self, place: Location, filter: &mut Filter) {
        if !WrittenLine::of(self).is_some_and(|game| filter.take_whole(&game, place)) {
            self.emit(place, filter);
        }
    }

    /// How the mainline ends on the board; `cursor` belongs to this tree.
    pub fn ending(&self, cursor: &mut Cursor) -> Ending {
        if self.unplayed.is_some() {
            return Ending::default();
        }
        Ending::of(cursor.go(self, self.end_of(NodeId::ROOT)))
    }

    /// The tree as bytes for [`Tree::unpack`], without deleted nodes.
    ///
    /// ```
    /// use scoresheet_core::tree::Tree;
    /// let tree = Tree::new();
    /// assert_eq!(Tree::unpack(&tree.pack()), Ok(tree));
    /// assert!(Tree::unpack(b"SSG").is_err());
    /// ```
    pub fn pack(&self) -> Vec<u8> {
        pack::pack(self)
    }

    /// The tree that these bytes are.
    ///
    /// # Errors
    /// If they are invalid: cut short, of another version, or with a move that is not legal and not marked as such.
    pub fn unpack(bytes: &[u8]) -> Result<Tree, Damaged> {
        pack::unpack(bytes)
    }

    /// The last nodes of all lines: that of the mainline, and those of the variations in the order of the text.
    pub fn ends(&self) -> Vec<NodeId> {
        lines::ends(self)
    }

    /// The game up to a node, without variations: a line of its own, with the same tags.
    ///
    /// ```
    /// use scoresheet_core::tree::{NodeId, Tree};
    /// let tree = Tree::new();
    /// assert_eq!(tree.ends(), [NodeId::ROOT]);
    /// assert_eq!(tree.line_to(NodeId::ROOT), tree);
    /// ```
    pub fn line_to(&self, end: NodeId) -> Tree {
        lines::line(self, end)
    }

    /// The numbers that lead to a node: the ply of a move of the mainline and then, for each line on the way, the number of
    /// the line among those on that move, and the number of the move in the line. All count from 1; the root is ply 0.
    pub fn address(&self, node: NodeId) -> Vec<u32> {
        address::address(self, node)
    }

    /// The node to which an address leads.
    ///
    /// # Errors
    /// If it leads to none.
    pub fn find(&self, address: &[u32]) -> Result<NodeId, NoNode> {
        address::find(self, address)
    }

    /// The name of the variation that starts with a node, which only BGN can express.
    pub fn line_name(&self, node: NodeId) -> Option<String> {
        annotations::line_name(self, node)
    }

    /// The annotations of a node in their order, without those that precede the next move.
    pub fn annotations(&self, node: NodeId) -> Vec<Annotation<'_>> {
        annotations::annotations(self, node)
    }

    /// Whether an annotation without a source, added to a node, would become part of the last annotation there, or of
    /// one with a source.
    pub fn joins_annotation(&self, node: NodeId, new: &NewAnnotation<'_>) -> bool {
        annotations::joins_annotation(self, node, new)
    }

    /// Adds an annotation to a node, after all others.
    ///
    /// # Errors
    /// If there is no room.
    ///
    /// ```
    /// use scoresheet_core::tree::{NewAnnotation, NodeId, Tree};
    /// let mut tree = Tree::new();
    /// let new = NewAnnotation { object: Some("{\"id\":\"AA2\"}"), comment: Some("Long."), ..NewAnnotation::default() };
    /// tree.annotate(NodeId::ROOT, &new).unwrap();
    /// assert_eq!(tree.annotations(NodeId::ROOT)[0].comment, Some("Long."));
    /// ```
    pub fn annotate(&mut self, node: NodeId, new: &NewAnnotation<'_>) -> Result<(), Full> {
        annotations::annotate(self, node, new)
    }

    /// Removes annotations of a node, or parts of them, and returns how many there were.
    ///
    /// ```
    /// use scoresheet_core::tree::{NewAnnotation, NodeId, Removal, Tree};
    /// let mut tree = Tree::new();
    /// let new = NewAnnotation { object: Some("{\"id\":\"AA2\"}"), comment: Some("Long."), ..NewAnnotation::default() };
    /// tree.annotate(NodeId::ROOT, &new).unwrap();
    /// let removed = tree.remove_annotations(NodeId::ROOT, |one| match one.source().as_deref() {
    ///     Some("AA2") => Removal::Whole,
    ///     _ => Removal::Nothing,
    /// });
    /// assert_eq!(removed, 1);
    /// assert!(tree.annotations(NodeId::ROOT).is_empty());
    /// ```
    pub fn remove_annotations(&mut self, node: NodeId, goes: impl FnMut(&Annotation<'_>) -> Removal) -> usize {
        annotations::remove(self, node, goes)
    }

    /// The value of a member of the node's BGN object that no other step expresses; for the start, that of the
    /// document.
    pub fn field(&self, node: NodeId, key: &str) -> Option<&str> {
        annotations::field(self, node, key)
    }

    /// Sets such a member; `None` removes it.
    ///
    /// # Errors
    /// If there is no room.
    pub fn set_field(&mut self, node: NodeId, key: &str, value: Option<&str>) -> Result<(), Full> {
        annotations::set_field(self, node, key, value)
    }
}
