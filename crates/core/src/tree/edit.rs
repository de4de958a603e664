//! Edits a tree: adds, reorders and deletes nodes.

use super::{DELETED, Full, ILLEGAL, NodeId, Slot, Tree, notes::Chain};
use crate::rules::Move;

impl Tree {
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
        let ply = self.slot(parent).ply.saturating_add(1);
        let root = NodeId::ROOT;
        let flags = if illegal { ILLEGAL } else { 0 };
        self.slots.push(Slot { mv, parent, first: root, next: root, previous: root, notes: Chain::EMPTY, ply, flags });
        self.link_last(NodeId(number));
        Ok(NodeId(number))
    }

    /// The child of a node with this move.
    pub fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.children(parent).find(|child| self.slot(*child).mv == mv)
    }

    /// Moves the variation that contains a node one place forward, before the one that is preferred to it; `false` in
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
        if let Some(slot) = self.slots.get_mut(node.index()) {
            change(slot);
        }
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
        let Slot { parent, next, previous, .. } = *self.slot(node);
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
}
