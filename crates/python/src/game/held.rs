//! `Game`: a tree of moves that Python holds, and its operations. Its methods are in `methods`.

use super::history::History;
use crate::boards::from_fen;
use crate::failure::Failure;
use crate::number::Number;
use crate::wanted::Wanted;
use pyo3::prelude::*;
use scoresheet_core::dialect::{self, Unsupported};
use scoresheet_core::name;
use scoresheet_core::rules;
use scoresheet_core::step::Dialect;
use scoresheet_core::tree::{Cursor, NodeId, Tree, TreeTags};
use scoresheet_jobs::{ReadTree, TreeFaults};
use scoresheet_parallel::Lock;

/// The hint for a game that cannot hold more.
pub(super) const FULL: &str =
    "a game holds at most 2^32 nodes, notes and bytes of text; write the rest as another game";

/// A game: its tags, its moves with all variations, comments and NAGs, and its result. All of it can be changed.
///
/// Returned by `parse` and by iterating over `read`, or created empty: `tags` is a mapping, and `fen` and `variant`
/// give the start, as in `Position`; the tags then contain it too.
///
/// A `Node` is a move together with the position after it; the start of the game is a node without a move. Nodes are
/// looked up on demand, so a game needs little more memory than its text. Games are equal if all their contents are.
/// They can be pickled, and both `copy.copy` and `copy.deepcopy` copy everything.
///
/// >>> import scoresheet
/// >>> game = scoresheet.parse("1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 *")
/// >>> [node.san for node in game.mainline()]
/// ['e4', 'e5', 'Nf3']
/// >>> game.at(1).comment
/// 'best'
/// >>> [variation.san for variation in game.at(2).variations]
/// ['c5']
/// >>> game.add("Nc6").ply
/// 4
/// >>> game.tags["White"] = "Somebody"
/// >>> print(game.to("pgn").strip())
/// [White "Somebody"]
/// <BLANKLINE>
/// 1. e4 {best} 1... e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *
#[pyclass(subclass, weakref, module = "scoresheet")]
pub(crate) struct Game {
    pub(crate) tree: Tree,
    /// A position that moves with its caller from node to node.
    pub(super) cursor: Lock<Option<Box<Cursor>>>,
    /// How often the nodes were renumbered, which makes earlier `Node` objects invalid.
    pub(super) edition: u32,
    /// The faults of the game.
    pub(super) found: TreeFaults,
}

impl Game {
    pub(crate) fn of(tree: Tree) -> Game {
        Game { tree, cursor: Lock::new(None), edition: 0, found: TreeFaults::default() }
    }

    /// A game that was read.
    pub(crate) fn read(read: ReadTree) -> Game {
        Game { found: read.found, ..Game::of(read.tree) }
    }

    /// Passes the position at a node to `look`.
    pub(crate) fn look<T>(&self, node: NodeId, look: impl FnOnce(&rules::Position) -> T) -> T {
        let mut cursor = self.cursor.lock();
        let cursor = cursor.get_or_insert_with(|| Box::new(Cursor::new(&self.tree)));
        look(cursor.go(&self.tree, node))
    }

    /// The positions of the mainline.
    pub(super) fn history(&self) -> History {
        History::of(&self.tree, self.tree.end_of(NodeId::ROOT))
    }

    /// Replaces the tree, whose nodes are renumbered.
    pub(super) fn replace(&mut self, tree: Tree) {
        self.tree = tree;
        self.edition += 1;
        self.forget_position();
    }

    pub(super) fn forget_position(&mut self) {
        *self.cursor.get_mut() = None;
    }

    /// The node of this ply in the mainline; negative plies count from the end: -1 is the last.
    pub(super) fn counted(&self, ply: &Number) -> Result<NodeId, Failure> {
        let plies = self.tree.ply(self.tree.end_of(NodeId::ROOT));
        match ply.below() {
            Some(back) if back <= u64::from(plies) + 1 => {
                self.in_mainline(&Number::Fits((u64::from(plies) + 1 - back) as u32))
            }
            _ => self.in_mainline(ply),
        }
    }

    /// The node of this ply in the mainline.
    pub(super) fn in_mainline(&self, ply: &Number) -> Result<NodeId, Failure> {
        ply.get().and_then(|ply| self.node_at(ply)).ok_or_else(|| {
            let plies = self.tree.ply(self.tree.end_of(NodeId::ROOT));
            Failure::usage(format!("there is no ply {ply} in the mainline"), format!("it has {plies}"))
        })
    }

    fn node_at(&self, ply: u32) -> Option<NodeId> {
        match ply.checked_sub(1) {
            None => Some(NodeId::ROOT),
            Some(before) => self.tree.mainline().nth(before as usize),
        }
    }

    /// Removes the moves before one ply of the mainline and after another.
    pub(super) fn cut_to(&mut self, before: Option<&Number>, after: Option<&Number>) -> Result<(), Failure> {
        let first = match before {
            Some(Number::Fits(ply)) => Some(self.in_mainline(&Number::Fits(ply.saturating_sub(1)))?),
            Some(beyond) => Some(self.in_mainline(beyond)?),
            None => None,
        };
        match after {
            Some(Number::Fits(ply)) => _ = self.tree.cut_after(*ply),
            Some(below @ Number::Below(_)) => _ = self.in_mainline(below)?,
            // No moves follow such a ply.
            Some(Number::Above(_)) | None => {}
        }
        match first {
            Some(node) if node != NodeId::ROOT && self.tree.holds(node) => {
                let cut = self.tree.cut_before(node).map_err(|full| Failure::usage(full.to_string(), FULL))?;
                self.replace(cut);
                Ok(())
            }
            Some(node) if node != NodeId::ROOT => Err(Failure::usage(
                "nothing is left between `before` and `after`",
                "`before` comes after `after` in the game",
            )),
            _ => Ok(()),
        }
    }

    /// Adds a move after a node, unless it exists.
    pub(super) fn add_move(&mut self, parent: NodeId, wanted: &Wanted<'_>) -> Result<NodeId, Failure> {
        let (mv, illegal) = self.look(parent, |before| wanted.find(before))?;
        match self.tree.child(parent, mv) {
            Some(child) => Ok(child),
            None => self.tree.add(parent, mv, illegal).map_err(|full| Failure::usage(full.to_string(), FULL)),
        }
    }

    /// Sets a tag, and the start of the game if the tag defines it.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        check_name(name)?;
        let mut tags = self.tree.tags().clone();
        tags.set(name, value).map_err(|full| Failure::usage(full.to_string(), FULL))?;
        self.set_tags_and_start(tags)
    }

    pub(super) fn remove(&mut self, name: &str) -> Result<bool, Failure> {
        let mut tags = self.tree.tags().clone();
        let removed = tags.remove(name);
        self.set_tags_and_start(tags).map(|()| removed)
    }

    /// Replaces the tags and sets the start of the game accordingly.
    pub(super) fn set_tags_and_start(&mut self, tags: TreeTags) -> Result<(), Failure> {
        let told = |tags: &TreeTags| ["FEN", "Variant"].map(|name| tags.get(name).map(str::to_owned));
        if told(&tags) != told(self.tree.tags()) && self.tree.dialect() == Dialect::Pgn {
            let start = start_told_by(&tags)?;
            if start != self.tree.start() && !self.tree.set_start(&start) {
                let hint = "create a game that starts there: `Game(fen=…)`";
                return Err(Failure::usage("the start of a game with moves cannot be changed", hint));
            }
            self.forget_position();
        }
        *self.tree.tags_mut() = tags;
        Ok(())
    }
}

/// Whether a tag may have this name.
pub(super) fn check_name(name: &str) -> Result<(), Failure> {
    if !name::is_name(name) || name.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(Failure::usage(format!("a tag cannot be called `{name}`"), "use letters, digits and `_`"));
    }
    Ok(())
}

/// The position in the tags FEN and Variant.
fn start_told_by(tags: &TreeTags) -> Result<rules::Position, Failure> {
    let variant = tags.get("Variant").unwrap_or_default();
    match dialect::variant(variant) {
        Ok(None) => from_fen(tags.get("FEN"), None),
        Ok(Some(rules)) => from_fen(tags.get("FEN"), Some(rules.id)),
        Err(Unsupported) => from_fen(None, Some(variant)),
    }
}
