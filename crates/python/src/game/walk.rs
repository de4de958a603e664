//! Iterating over the nodes of a game.

use super::node::{Node, stale};
use super::object::Game;
use crate::failure::{Failure, IntoException};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use scoresheet_core::tree::{NodeId, Tree};
use std::sync::atomic::{AtomicU64, Ordering};

/// The order of iteration.
#[derive(Clone, Copy)]
pub(super) enum Order {
    Mainline,
    Text,
    Post,
}

/// An iterator over nodes. Each next node is found on demand, so moves may be added meanwhile. Threads may share the
/// iterator: each node goes to one of them.
#[pyclass(frozen, module = "scoresheet")]
pub(crate) struct Walk {
    game: Py<Game>,
    edition: u32,
    order: Order,
    /// A `WalkState`, which threads exchange without waiting for each other.
    place: AtomicU64,
}

/// The progress of an iteration.
#[derive(Clone, Copy, Default)]
struct WalkState {
    /// The node that was returned last; `None` before the first one.
    last: Option<NodeId>,
    over: bool,
}

impl WalkState {
    const BEGUN: u64 = 1 << 32;
    const OVER: u64 = 1 << 33;

    fn of(packed: u64) -> WalkState {
        let last = (packed & WalkState::BEGUN != 0).then(|| NodeId::numbered(packed as u32));
        WalkState { last, over: packed & WalkState::OVER != 0 }
    }

    fn packed(self) -> u64 {
        let last = self.last.map_or(0, |node| u64::from(node.number()) | WalkState::BEGUN);
        last | if self.over { WalkState::OVER } else { 0 }
    }
}

impl Walk {
    pub(super) fn new(game: &Bound<'_, Game>, order: Order, _top: NodeId) -> Walk {
        let edition = game.borrow().edition;
        Walk { game: game.clone().unbind(), edition, order, place: AtomicU64::new(WalkState::default().packed()) }
    }

    fn after(&self, last: Option<NodeId>, tree: &Tree) -> Option<NodeId> {
        let from = last.unwrap_or(NodeId::ROOT);
        match self.order {
            Order::Mainline => tree.first_child(from),
            Order::Text => tree.walk_on(from),
            Order::Post if last.is_none() => Some(tree.end_of(NodeId::ROOT)),
            Order::Post => tree.post_on(from),
        }
    }

    /// The next node; `None` at the end.
    fn next_in(&self, game: &Game) -> Result<Option<NodeId>, Failure> {
        let mut packed = self.place.load(Ordering::Relaxed);
        loop {
            let mut place = WalkState::of(packed);
            let next = self.next_behind(&mut place, game)?;
            // Another thread may have taken this node meanwhile.
            match self.place.compare_exchange_weak(packed, place.packed(), Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(next),
                Err(now) => packed = now,
            }
        }
    }

    /// The node behind `place`, which moves there; `None` at the end.
    fn next_behind(&self, place: &mut WalkState, game: &Game) -> Result<Option<NodeId>, Failure> {
        if place.over {
            return Ok(None);
        }
        if game.edition != self.edition || place.last.is_some_and(|last| !game.tree.holds(last)) {
            return Err(stale());
        }
        // The start has no move, and it comes last.
        let next = self.after(place.last, &game.tree).filter(|node| *node != NodeId::ROOT);
        place.over = next.is_none();
        place.last = next.or(place.last);
        Ok(next)
    }
}

#[pymethods]
impl Walk {
    /// Lets the garbage collector see the game, which may belong to a cycle: objects of subclasses can hold their nodes.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<Node>>> {
        let game = self.game.bind(py);
        let next = self.next_in(&game.borrow());
        match next.map_err(|failure| failure.into_exception(py))? {
            Some(node) => Node::with_edition(game, node, self.edition).map(Some),
            None => Ok(None),
        }
    }
}
