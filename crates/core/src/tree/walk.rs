//! Walks the nodes of a tree along their links, without a stack that grows with the depth of the variations.

use super::{NodeId, Tree};
use core::iter::FusedIterator;

/// One stop on the way through a game in the order of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// A variation opens; its first move follows.
    Open(NodeId),
    /// A move.
    Move(NodeId),
    /// The variation that starts with this move closes.
    Close(NodeId),
}

/// A game in the order of its text: each move, the variations on it, what follows it.
#[derive(Clone, Debug)]
pub struct Visits<'t> {
    tree: &'t Tree,
    phase: Phase,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    /// This node was visited; its children were not.
    Told(NodeId),
    /// The variation that starts here has opened.
    Opened(NodeId),
    /// It has closed.
    Closed(NodeId),
    Over,
}

impl<'t> Visits<'t> {
    /// The visits that follow a move.
    pub(super) fn behind(tree: &'t Tree, node: NodeId) -> Visits<'t> {
        Visits { tree, phase: Phase::Told(node) }
    }

    /// The next visit after this move and its variations.
    fn go_on(&mut self, node: NodeId) -> Option<Visit> {
        if let Some(child) = self.tree.first_child(node) {
            self.phase = Phase::Told(child);
            return Some(Visit::Move(child));
        }
        let start = self.tree.variation_start(node);
        self.phase = start.map_or(Phase::Over, Phase::Closed);
        start.map(Visit::Close)
    }

    fn open(&mut self, variation: NodeId) -> Option<Visit> {
        self.phase = Phase::Opened(variation);
        Some(Visit::Open(variation))
    }
}

impl Iterator for Visits<'_> {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        match self.phase {
            Phase::Over => None,
            Phase::Opened(node) => {
                self.phase = Phase::Told(node);
                Some(Visit::Move(node))
            }
            Phase::Told(node) => match self.tree.next_sibling(node) {
                Some(variation) if self.tree.is_first(node) => self.open(variation),
                _ => self.go_on(node),
            },
            Phase::Closed(node) => match self.tree.next_sibling(node) {
                Some(variation) => self.open(variation),
                None => {
                    let main = self.tree.parent(node).and_then(|parent| self.tree.first_child(parent))?;
                    self.go_on(main)
                }
            },
        }
    }
}

impl FusedIterator for Visits<'_> {}

/// Every node after the one it starts from, and that one last: what follows from a node comes before it.
#[derive(Clone, Debug)]
pub struct Postorder<'t> {
    tree: &'t Tree,
    top: NodeId,
    next: Option<NodeId>,
}

impl<'t> Postorder<'t> {
    pub(super) fn of(tree: &'t Tree, top: NodeId) -> Postorder<'t> {
        Postorder { tree, top, next: Some(tree.end_of(top)) }
    }
}

impl Iterator for Postorder<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = if node == self.top { None } else { self.tree.post_on(node) };
        Some(node)
    }
}

impl FusedIterator for Postorder<'_> {}
