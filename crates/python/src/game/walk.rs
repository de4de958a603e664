//! Iterating over the nodes of a game.

use super::node::{KnownNode, Node, stale};
use super::object::Game;
use super::tracked::Changes;
use crate::failure::IntoException;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use scoresheet_core::rules::Move;
use scoresheet_core::tree::{NodeId, Tree};
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

/// The order of iteration.
#[derive(Clone, Copy)]
pub(super) enum Order {
    Mainline,
    Text,
    Post,
}

impl Order {
    /// The node that follows this one, or the first one.
    fn after(self, last: Option<NodeId>, tree: &Tree) -> Option<NodeId> {
        let from = last.unwrap_or(NodeId::ROOT);
        let next = match self {
            Order::Mainline => tree.first_child(from),
            Order::Text => tree.walk_on(from),
            Order::Post if last.is_none() => Some(tree.end_of(NodeId::ROOT)),
            Order::Post => tree.post_on(from),
        };
        // The start has no move, and it comes last.
        next.filter(|node| *node != NodeId::ROOT)
    }
}

/// How many nodes are looked up at once, at first and later: a caller may want only a few. Python allocates larger objects than
/// walks over this many in a slower way.
const LOOKED_UP: (usize, usize) = (32, 40);
/// How many more objects a walk keeps to reuse them, one for each node that the loop keeps for a while.
const SPARE: usize = 2;

/// An iterator over nodes. Moves may be added meanwhile. Threads may share the iterator: each node goes to one of them.
///
/// Its state consists of atomics, but only because that costs nothing: a step is not divided between threads, as it runs in
/// a critical section.
#[pyclass(frozen, module = "scoresheet")]
pub(crate) struct Walk {
    game: Py<Game>,
    edition: u32,
    order: Order,
    /// Whether the walk has come to its end, which later changes do not move.
    over: AtomicBool,
    ahead: NodesAhead,
    /// The objects that are reused in turn: a loop over nodes drops each of them when it gets the next one.
    pair: [Py<Node>; 2],
    /// Whether the second of them is next.
    turn: AtomicBool,
    /// Objects that are reused when the next of the pair is still needed.
    spare: [OnceLock<Py<Node>>; SPARE],
}

/// The nodes that follow in the game as it was after `version` changes.
struct NodesAhead {
    changes: Changes,
    version: AtomicU64,
    /// Each is a `KnownNode`; 0 after the last one.
    nodes: [AtomicU64; LOOKED_UP.1],
    /// How many of them were returned.
    taken: AtomicUsize,
    /// Whether these are all that follow.
    complete: AtomicBool,
}

impl NodesAhead {
    fn new(changes: Changes) -> NodesAhead {
        NodesAhead {
            version: AtomicU64::new(changes.count()),
            changes,
            nodes: [const { AtomicU64::new(0) }; LOOKED_UP.1],
            taken: AtomicUsize::new(0),
            complete: AtomicBool::new(false),
        }
    }

    /// Whether the game is still as it was.
    #[inline]
    fn is_valid(&self) -> bool {
        self.changes.count() == self.version.load(Relaxed)
    }

    /// The next node, if it is known.
    #[inline]
    fn next(&self) -> Option<KnownNode> {
        let taken = self.taken.load(Relaxed);
        let next = self.nodes.get(taken)?.load(Relaxed);
        if next == 0 || !self.is_valid() {
            return None;
        }
        self.taken.store(taken + 1, Relaxed);
        Some(KnownNode::of_number(next))
    }

    /// The node that was returned last; `None` before the first one.
    fn last(&self) -> Option<NodeId> {
        let last = self.taken.load(Relaxed).checked_sub(1)?;
        self.nodes.get(last).map(|node| KnownNode::of_number(node.load(Relaxed)).id())
    }

    /// Replaces the nodes by those that follow in the game as it is now.
    fn fill(&self, tree: &Tree, order: Order) {
        let last = self.last();
        let wanted = if last.is_none() { LOOKED_UP.0 } else { LOOKED_UP.1 };
        let line = if matches!(order, Order::Post) { None } else { tree.line_after(last.unwrap_or(NodeId::ROOT)) };
        let found = match line {
            Some(line) => self.put(wanted, line.map(|(id, mv, has_notes)| (id, Some(mv), has_notes))),
            None => {
                let after = std::iter::successors(order.after(last, tree), |last| order.after(Some(*last), tree));
                self.put(wanted, after.map(|id| (id, tree.mv(id), tree.has_notes(id))))
            }
        };
        self.version.store(self.changes.count(), Relaxed);
        self.complete.store(found < wanted, Relaxed);
        self.taken.store(0, Relaxed);
    }

    /// Puts up to `wanted` nodes in the place of the earlier ones, and returns how many there were.
    #[inline]
    fn put(&self, wanted: usize, found: impl Iterator<Item = (NodeId, Option<Move>, bool)>) -> usize {
        let mut count = 0;
        for (place, node) in self.nodes.iter().zip(found.take(wanted)) {
            place.store(KnownNode::of(node).number(), Relaxed);
            count += 1;
        }
        if let Some(end) = self.nodes.get(count) {
            end.store(0, Relaxed);
        }
        count
    }
}

impl Walk {
    pub(super) fn new(game: &Bound<'_, Game>, order: Order) -> PyResult<Walk> {
        let (edition, ahead) = {
            let game = game.borrow();
            (game.edition, NodesAhead::new(game.tree.changes().clone()))
        };
        let (py, game) = (game.py(), game.clone().unbind());
        Ok(Walk {
            pair: [Walk::node(py, (&game, edition), &ahead)?, Walk::node(py, (&game, edition), &ahead)?],
            turn: AtomicBool::new(false),
            spare: [const { OnceLock::new() }; SPARE],
            game,
            edition,
            order,
            over: AtomicBool::new(false),
            ahead,
        })
    }

    /// A new object, which is the start of the game until it becomes another node.
    fn node(py: Python<'_>, (game, edition): (&Py<Game>, u32), ahead: &NodesAhead) -> PyResult<Py<Node>> {
        Py::new(py, Node::walked((game.clone_ref(py), edition), ahead.changes.clone()))
    }

    /// The next node, and an object for it if there is one to reuse.
    #[inline]
    fn step(&self, py: Python<'_>) -> PyResult<Option<(KnownNode, Option<Py<Node>>)>> {
        let next = match self.ahead.next() {
            Some(next) => Some(next),
            None => self.look_up(py)?,
        };
        Ok(next.map(|next| (next, self.reused(py, next))))
    }

    /// Looks up the nodes that follow, and returns the first of them; `None` at the end.
    #[cold]
    fn look_up(&self, py: Python<'_>) -> PyResult<Option<KnownNode>> {
        let is_end = self.ahead.complete.load(Relaxed) && self.ahead.is_valid();
        if is_end || self.over.load(Relaxed) {
            self.over.store(true, Relaxed);
            return Ok(None);
        }
        let game = self.game.bind(py).try_borrow()?;
        if game.edition != self.edition || self.ahead.last().is_some_and(|last| !game.tree.holds(last)) {
            drop(game); // the exception is made by code of Python
            return Err(stale().into_exception(py));
        }
        self.ahead.fill(&game.tree, self.order);
        let next = self.ahead.next();
        self.over.store(next.is_none(), Relaxed);
        Ok(next)
    }

    /// An object that nobody else has any more, made to be this node.
    #[inline]
    #[expect(deprecated, reason = "the other way to count references is unsafe")]
    fn reused(&self, py: Python<'_>, known: KnownNode) -> Option<Py<Node>> {
        // To look at both objects of the pair would take a branch that processors cannot predict.
        let turn = self.turn.load(Relaxed);
        self.turn.store(!turn, Relaxed);
        let [first, second] = &self.pair;
        let is_free = |node: &&Py<Node>| node.get_refcnt(py) == 1;
        let node = Some(if turn { second } else { first }).filter(is_free);
        let node = node.or_else(|| self.spare.iter().map_while(OnceLock::get).find(is_free))?;
        node.get().become_other(known, self.ahead.version.load(Relaxed));
        Some(node.clone_ref(py))
    }

    /// A new object for a node, which is kept for later ones if there is room.
    #[cold]
    fn created(&self, py: Python<'_>, known: KnownNode) -> PyResult<Py<Node>> {
        let node = Walk::node(py, (&self.game, self.edition), &self.ahead)?;
        node.get().become_other(known, self.ahead.version.load(Relaxed));
        if let Some(free) = self.spare.iter().find(|spare| spare.get().is_none()) {
            // If another thread was faster, it stays without the object.
            let _ = free.set(node.clone_ref(py));
        }
        Ok(node)
    }
}

#[pymethods]
impl Walk {
    /// Lets the garbage collector see the game, which may belong to a cycle: objects of subclasses can hold their nodes.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.pair.iter().chain(self.spare.iter().filter_map(OnceLock::get)).try_for_each(|node| visit.call(node))?;
        visit.call(&self.game)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(slf: &Bound<'_, Self>) -> PyResult<Option<Py<Node>>> {
        let (py, walk) = (slf.py(), slf.get());
        match with_critical_section(slf.as_any(), || walk.step(py))? {
            Some((_, Some(node))) => Ok(Some(node)),
            Some((next, None)) => walk.created(py, next).map(Some),
            None => Ok(None),
        }
    }
}
