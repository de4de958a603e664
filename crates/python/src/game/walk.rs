//! Iterating over the nodes of a game.

use super::node::{KnownNode, Node, stale};
use super::object::Game;
use super::tracked::Changes;
use crate::failure::{Failure, IntoException};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use scoresheet_core::tree::{NodeId, Tree};
use std::thread::yield_now;

/// The order of iteration.
#[derive(Clone, Copy)]
pub(super) enum Order {
    Mainline,
    Text,
    Post,
}

/// How many nodes are looked up at once, at first and at most: a caller may want only a few.
const LOOKED_UP: (usize, usize) = (16, 128);

/// An iterator over nodes. Moves may be added meanwhile. Threads may share the iterator: each node goes to one of them.
#[pyclass(module = "scoresheet")]
pub(crate) struct Walk {
    game: Py<Game>,
    edition: u32,
    order: Order,
    place: WalkState,
    /// The nodes that follow in the game as it was after this many changes.
    ahead: Vec<KnownNode>,
    taken: usize,
    changes: Changes,
    version: u64,
    /// The last two nodes that were returned, in turn. A loop over nodes drops each of them when it gets the next one, so
    /// that two objects are enough for the whole loop.
    spare: [Option<Py<Node>>; 2],
    turn: usize,
}

/// The progress of an iteration.
#[derive(Clone, Copy, Default)]
struct WalkState {
    /// The node that was returned last; `None` before the first one.
    last: Option<NodeId>,
    over: bool,
}

/// The next node of a walk.
enum NextNode {
    /// In an object that nobody else uses any more.
    Reused(Py<Node>),
    /// To be put into an object, which replaces the one in this place.
    New(KnownNode, usize),
    Over,
}

impl Walk {
    pub(super) fn new(game: &Bound<'_, Game>, order: Order) -> Walk {
        let (edition, changes) = {
            let game = game.borrow();
            (game.edition, game.tree.changes().clone())
        };
        Walk {
            game: game.clone().unbind(),
            edition,
            order,
            place: WalkState::default(),
            ahead: Vec::new(),
            taken: 0,
            version: changes.count(),
            changes,
            spare: [None, None],
            turn: 0,
        }
    }

    fn after(order: Order, last: Option<NodeId>, tree: &Tree) -> Option<NodeId> {
        let from = last.unwrap_or(NodeId::ROOT);
        let next = match order {
            Order::Mainline => tree.first_child(from),
            Order::Text => tree.walk_on(from),
            Order::Post if last.is_none() => Some(tree.end_of(NodeId::ROOT)),
            Order::Post => tree.post_on(from),
        };
        // The start has no move, and it comes last.
        next.filter(|node| *node != NodeId::ROOT)
    }

    /// The next node. Runs no code of Python.
    #[inline]
    #[expect(deprecated, reason = "the other way to count references is unsafe")]
    fn step(&mut self, py: Python<'_>) -> PyResult<Result<NextNode, Failure>> {
        let next = match self.next_after() {
            Some(next) => next,
            None if self.place.over => return Ok(Ok(NextNode::Over)),
            None => match self.look_up(py)? {
                Ok(Some(next)) => next,
                Ok(None) => return Ok(Ok(NextNode::Over)),
                Err(failure) => return Ok(Err(failure)),
            },
        };
        let turn = self.turn;
        self.turn ^= 1;
        Ok(Ok(match &self.spare[turn & 1] {
            Some(node) if node.get_refcnt(py) == 1 => {
                node.get().become_other(next, self.version);
                NextNode::Reused(node.clone_ref(py))
            }
            _ => NextNode::New(next, turn & 1),
        }))
    }

    /// The node after the last one, if it is known.
    #[inline]
    fn next_after(&mut self) -> Option<KnownNode> {
        let next = *self.ahead.get(self.taken)?;
        if self.changes.count() != self.version {
            return None;
        }
        self.taken += 1;
        self.place.last = Some(next.id);
        Some(next)
    }

    /// Looks up the nodes that follow, and returns the first of them; `None` at the end.
    fn look_up(&mut self, py: Python<'_>) -> PyResult<Result<Option<KnownNode>, Failure>> {
        let game = self.game.bind(py).try_borrow()?;
        if game.edition != self.edition || self.place.last.is_some_and(|last| !game.tree.holds(last)) {
            return Ok(Err(stale()));
        }
        let wanted = (self.ahead.len() * 2).clamp(LOOKED_UP.0, LOOKED_UP.1);
        self.version = self.changes.count();
        self.ahead.clear();
        let mut last = self.place.last;
        while self.ahead.len() < wanted
            && let Some(next) = Walk::after(self.order, last, &game.tree)
        {
            last = Some(next);
            self.ahead.push(KnownNode::of(&game.tree, next));
        }
        drop(game);
        self.taken = 0;
        let next = self.next_after();
        self.place.over = next.is_none();
        Ok(Ok(next))
    }

    /// Changes the iterator once no other thread does.
    fn borrow_mut<'py>(slf: &Bound<'py, Walk>) -> PyRefMut<'py, Walk> {
        loop {
            match slf.try_borrow_mut() {
                Ok(walk) => return walk,
                Err(_) => slf.py().detach(yield_now),
            }
        }
    }
}

#[pymethods]
impl Walk {
    /// Lets the garbage collector see the game, which may belong to a cycle: objects of subclasses can hold their nodes.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.spare.iter().flatten().try_for_each(|node| visit.call(node))?;
        visit.call(&self.game)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(slf: &Bound<'_, Self>) -> PyResult<Option<Py<Node>>> {
        let py = slf.py();
        // An exception is created when other threads can use the iterator again, because that runs code of Python.
        let next = Walk::borrow_mut(slf).step(py)?;
        match next.map_err(|failure| failure.into_exception(py))? {
            NextNode::Reused(node) => Ok(Some(node)),
            NextNode::New(known, place) => {
                let walk = Walk::borrow_mut(slf);
                let (game, edition) = (walk.game.clone_ref(py), walk.edition);
                let copied = (walk.changes.clone(), walk.version);
                drop(walk);
                let node = Py::new(py, Node::walked((game, edition), known, copied))?;
                let before = Walk::borrow_mut(slf).spare[place].replace(node.clone_ref(py));
                drop(before);
                Ok(Some(node))
            }
            NextNode::Over => Ok(None),
        }
    }
}
