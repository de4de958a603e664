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
    /// This node was told; what hangs on it was not.
    Told(NodeId),
    /// The variation that starts here has opened.
    Opened(NodeId),
    /// It has closed.
    Closed(NodeId),
    Over,
}

impl Visits<'_> {
    /// What follows this move once its variations are told.
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

impl Iterator for Postorder<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = if node == self.top { None } else { self.tree.post_on(node) };
        Some(node)
    }
}

impl FusedIterator for Postorder<'_> {}

impl Tree {
    /// The moves and the variations in the order of the text.
    ///
    /// ```
    /// use scoresheet_core::tree::Tree;
    /// assert_eq!(Tree::new().visits().next(), None);
    /// ```
    pub fn visits(&self) -> Visits<'_> {
        Visits { tree: self, phase: Phase::Told(NodeId::ROOT) }
    }

    /// The moves in the order of the text.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> {
        self.visits().filter_map(|visit| if let Visit::Move(node) = visit { Some(node) } else { None })
    }

    /// The move that follows this one in the order of the text; the first one after the root.
    pub fn walk_on(&self, node: NodeId) -> Option<NodeId> {
        let steps = Visits { tree: self, phase: Phase::Told(node) };
        steps.filter_map(|step| if let Visit::Move(node) = step { Some(node) } else { None }).next()
    }

    /// A node and all after it, a node's followers before it.
    pub fn postorder(&self, top: NodeId) -> Postorder<'_> {
        Postorder { tree: self, top, next: Some(self.end_of(top)) }
    }

    /// The node after this one in that order; `None` for the root, the last of all.
    pub fn post_on(&self, node: NodeId) -> Option<NodeId> {
        match self.next_sibling(node) {
            Some(sibling) => Some(self.end_of(sibling)),
            None => self.parent(node),
        }
    }

    /// The node that follows in the order in which each comes before its followers, after `top` alone.
    pub(super) fn descend(&self, node: NodeId, top: NodeId) -> Option<NodeId> {
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
    pub(super) fn preorder(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(top), move |node| self.descend(*node, top))
    }
}
