//! A position that moves through a tree: to a neighbour in one step, to any other node through their common ancestor.

use super::{NodeId, Tree};
use crate::rules::{Position, Undo};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// How many moves have room from the start: more than most games have.
const ROOM: usize = 256;

/// The position at a node, with the data to return to the start.
#[derive(Clone, Debug)]
pub struct Cursor {
    position: Position,
    at: NodeId,
    /// The changes made by each move from the start to here.
    back: Vec<Back>,
    /// Nodes still to be played, the last one first.
    ahead: Vec<NodeId>,
}

#[derive(Clone, Debug)]
enum Back {
    Legal(Undo),
    /// The position before a move that is not legal, because undoing such a move may not restore everything.
    Illegal(Box<Position>),
}

impl Cursor {
    /// At the start of a game.
    pub fn new(tree: &Tree) -> Cursor {
        Cursor { position: tree.start(), at: NodeId::ROOT, back: Vec::new(), ahead: Vec::new() }
    }

    /// The same, with room for as many moves as a usual game has.
    pub(super) fn roomy(tree: &Tree) -> Cursor {
        Cursor { back: Vec::with_capacity(tree.slots.len().min(ROOM)), ..Cursor::new(tree) }
    }

    /// The current node.
    pub fn node(&self) -> NodeId {
        self.at
    }

    /// The position at the current node.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Moves to a node of the tree it was created for. Since then, moves may have been added to the tree, deleted or
    /// reordered.
    pub fn go(&mut self, tree: &Tree, to: NodeId) -> &Position {
        let mut other = to;
        while tree.ply(other) > tree.ply(self.at) {
            other = self.put_ahead(tree, other);
        }
        while tree.ply(self.at) > tree.ply(other) {
            self.take_back(tree);
        }
        while self.at != other {
            self.take_back(tree);
            other = self.put_ahead(tree, other);
        }
        while let Some(node) = self.ahead.pop() {
            self.play(tree, node);
        }
        &self.position
    }

    fn put_ahead(&mut self, tree: &Tree, node: NodeId) -> NodeId {
        self.ahead.push(node);
        tree.parent(node).unwrap_or(NodeId::ROOT)
    }

    fn play(&mut self, tree: &Tree, node: NodeId) {
        let Some(mv) = tree.mv(node) else { return };
        let before = tree.is_illegal(node).then(|| Box::new(self.position.clone()));
        let undo = self.position.play_unchecked(mv);
        self.back.push(before.map_or(Back::Legal(undo), Back::Illegal));
        self.at = node;
    }

    fn take_back(&mut self, tree: &Tree) {
        match self.back.pop() {
            Some(Back::Legal(undo)) => self.position.take_back(&undo),
            Some(Back::Illegal(before)) => self.position = *before,
            None => {}
        }
        self.at = tree.parent(self.at).unwrap_or(NodeId::ROOT);
    }
}
