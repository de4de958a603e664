//! The nodes of a tree. A single line, as most games are, is a list of moves, from which everything else follows; other
//! trees have a slot for each node.

use super::notes::Chain;
use super::{NodeId, Slot};
use crate::notation::san::SanCode;
use crate::rules::{Move, MoveKind, Role, Square};
use alloc::vec::Vec;

/// The move of the root, and of numbers without a node.
const NO_MOVE: Move = Move { from: Square::masked(0), to: Square::masked(0), promotion: None, kind: MoveKind::Null };

/// The root, and the result for numbers without a node.
const NOWHERE: Slot = Slot {
    mv: NO_MOVE,
    parent: NodeId::ROOT,
    first: NodeId::ROOT,
    next: NodeId::ROOT,
    previous: NodeId::ROOT,
    notes: Chain::EMPTY,
    ply: 0,
    flags: 0,
    san: SanCode::UNKNOWN,
};

/// A move of a single line in four bytes: its squares, its promotion, its kind and its code for SAN.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineMove(u32);

impl LineMove {
    /// The bits of the promotion and the kind. Those of a plain move are 0.
    const SPECIAL: u32 = 0x1f << 12;

    #[inline]
    fn of(mv: Move) -> LineMove {
        let promotion = mv.promotion.map_or(0, |role| role as u32);
        let squares = u32::from(mv.from.number()) | u32::from(mv.to.number()) << 6;
        LineMove(squares | promotion << 12 | u32::from(mv.kind.two_bits()) << 15)
    }

    #[inline]
    fn mv(self) -> Move {
        let LineMove(bits) = self;
        if bits & LineMove::SPECIAL == 0 {
            return Move::plain(Square::masked(bits as u8), Square::masked((bits >> 6) as u8));
        }
        let promotion = Role::from_number((bits >> 12) as u8 & 7);
        Move {
            from: Square::masked(bits as u8),
            to: Square::masked((bits >> 6) as u8),
            promotion,
            kind: MoveKind::of_two_bits((bits >> 15) as u8, promotion),
        }
    }

    #[inline]
    fn san(self) -> SanCode {
        SanCode::of_byte((self.0 >> 24) as u8)
    }

    #[inline]
    fn set_san(&mut self, san: SanCode) {
        self.0 = self.0 & 0x00ff_ffff | u32::from(san.byte()) << 24;
    }
}

/// All nodes, the root included.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    /// The moves of a single line, in which each node follows the one numbered before it.
    line: Vec<LineMove>,
    /// The notes of the first nodes of a single line, the root included. The nodes after these have none.
    chains: Vec<Chain>,
    /// The nodes of any other tree; empty for a single line.
    all: Vec<Slot>,
}

impl Slots {
    /// How many nodes there are, including deleted ones.
    #[inline]
    pub(super) fn len(&self) -> usize {
        if self.all.is_empty() { self.line.len() + 1 } else { self.all.len() }
    }

    /// The node of this number.
    #[inline]
    pub(super) fn slot(&self, node: NodeId) -> Slot {
        match self.all.get(node.index()) {
            Some(slot) => *slot,
            None => self.in_line(node),
        }
    }

    /// The last node, if all nodes are a single line that contains this one.
    #[inline]
    pub(super) fn end_of_line(&self, node: NodeId) -> Option<NodeId> {
        (self.all.is_empty() && node.index() <= self.line.len()).then_some(NodeId(self.line.len() as u32))
    }

    /// What follows a node if all nodes are a single line: the nodes, their moves, and whether they have notes.
    #[inline]
    pub(super) fn line_after(&self, node: NodeId) -> Option<impl Iterator<Item = (NodeId, Move, bool)>> {
        let after = if self.all.is_empty() { self.line.get(node.index()..)? } else { return None };
        Some(after.iter().zip(node.0 + 1..).map(|(mv, number)| {
            let node = NodeId(number);
            let has_notes = self.chains.get(node.index()).is_some_and(|chain| !chain.is_empty());
            (node, mv.mv(), has_notes)
        }))
    }

    /// The node of this number in a single line. Other trees have no moves there, so every number is beyond them.
    #[inline]
    fn in_line(&self, node: NodeId) -> Slot {
        let (index, last) = (node.index(), self.line.len());
        if index > last {
            return NOWHERE;
        }
        let notes = self.chains.get(index).copied().unwrap_or(Chain::EMPTY);
        let first = if index < last { NodeId(node.0 + 1) } else { NodeId::ROOT };
        match index.checked_sub(1).and_then(|before| self.line.get(before)) {
            None => Slot { first, notes, ..NOWHERE },
            Some(mv) => Slot {
                mv: mv.mv(),
                san: mv.san(),
                parent: NodeId(node.0 - 1),
                first,
                // The first of a row refers to the last one, which is the same.
                previous: node,
                notes,
                ply: node.0,
                ..NOWHERE
            },
        }
    }

    /// Adds a legal move to a single line; `false` if there is none that ends with `parent`.
    #[inline]
    pub(super) fn continue_line(&mut self, parent: NodeId, mv: Move) -> bool {
        let continues = self.all.is_empty() && parent.index() == self.line.len();
        if continues {
            self.line.push(LineMove::of(mv));
        }
        continues
    }

    /// Sets how the move of a node is written.
    #[inline]
    pub(super) fn set_san(&mut self, node: NodeId, san: SanCode) {
        let index = node.index();
        if let Some(slot) = self.all.get_mut(index) {
            slot.san = san;
        } else if let Some(mv) = index.checked_sub(1).and_then(|before| self.line.get_mut(before)) {
            mv.set_san(san);
        }
    }

    /// How the moves of a single line are written; `None` for any other tree.
    pub(super) fn line_codes(&self) -> Option<impl Iterator<Item = SanCode>> {
        self.all.is_empty().then(|| self.line.iter().map(|mv| mv.san()))
    }

    /// Adds a node, which others do not refer to yet.
    pub(super) fn push(&mut self, slot: Slot) {
        self.unfold();
        self.all.push(slot);
    }

    /// Changes a node.
    #[inline]
    pub(super) fn change(&mut self, node: NodeId, change: impl FnOnce(&mut Slot)) {
        self.unfold();
        if let Some(slot) = self.all.get_mut(node.index()) {
            change(slot);
        }
    }

    /// The notes of a node, for changes.
    #[inline]
    pub(super) fn chain_mut(&mut self, node: NodeId) -> Option<&mut Chain> {
        let index = node.index();
        if !self.all.is_empty() {
            return self.all.get_mut(index).map(|slot| &mut slot.notes);
        }
        if index > self.line.len() {
            return None;
        }
        if index >= self.chains.len() {
            self.chains.resize(index + 1, Chain::EMPTY);
        }
        self.chains.get_mut(index)
    }

    /// The notes of all nodes, for changes.
    pub(super) fn chains_mut(&mut self) -> impl Iterator<Item = &mut Chain> {
        self.chains.iter_mut().chain(self.all.iter_mut().map(|slot| &mut slot.notes))
    }

    /// Removes the moves of a single line, and returns their memory.
    pub(super) fn take_line(&mut self) -> Vec<LineMove> {
        core::mem::take(&mut self.line)
    }

    /// Removes all nodes except the root, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.line.clear();
        self.chains.clear();
        self.all.clear();
    }

    /// Releases memory that is not used.
    pub(super) fn shrink_to_fit(&mut self) {
        self.line.shrink_to_fit();
        self.chains.shrink_to_fit();
        self.all.shrink_to_fit();
    }

    /// The number of bytes on the heap.
    pub(super) fn heap_size(&self) -> usize {
        self.line.capacity() * size_of::<LineMove>()
            + self.chains.capacity() * size_of::<Chain>()
            + self.all.capacity() * size_of::<Slot>()
    }

    /// Makes a slot for each node of a single line, because something else is about to be added.
    #[inline]
    fn unfold(&mut self) {
        if self.all.is_empty() {
            self.unfold_line();
        }
    }

    #[cold]
    fn unfold_line(&mut self) {
        let last = self.line.len() as u32;
        let mut all = core::mem::take(&mut self.all);
        all.extend((0..=last).map(|number| self.in_line(NodeId(number))));
        self.all = all;
        self.line.clear();
        self.chains.clear();
    }
}
