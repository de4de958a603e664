//! Going through the nodes of a game, one after another.

use super::held::Game;
use super::node::{Node, stale};
use crate::failure::IntoException;
use pyo3::prelude::*;
use scoresheet_core::tree::{NodeId, Tree};

/// In which order.
#[derive(Clone, Copy)]
pub(super) enum Order {
    Mainline,
    Text,
    Post,
}

/// An iterator over nodes. Which one is next is found when it is asked for, so moves may be added on the way.
#[pyclass(module = "scoresheet")]
pub(crate) struct Walk {
    game: Py<Game>,
    edition: u32,
    order: Order,
    /// The node given last; `None` before the first one.
    last: Option<NodeId>,
    over: bool,
}

impl Walk {
    pub(super) fn new(game: &Bound<'_, Game>, order: Order, _top: NodeId) -> Walk {
        let edition = game.borrow().edition;
        Walk { game: game.clone().unbind(), edition, order, last: None, over: false }
    }

    fn after(&self, tree: &Tree) -> Option<NodeId> {
        let last = self.last.unwrap_or(NodeId::ROOT);
        match self.order {
            Order::Mainline => tree.first_child(last),
            Order::Text => tree.walk_on(last),
            Order::Post if self.last.is_none() => Some(tree.end_of(NodeId::ROOT)),
            Order::Post => tree.post_on(last),
        }
    }
}

#[pymethods]
impl Walk {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<Node>>> {
        if self.over {
            return Ok(None);
        }
        let game = self.game.bind(py);
        let next = {
            let game = game.borrow();
            if game.edition != self.edition || self.last.is_some_and(|last| !game.tree.holds(last)) {
                return Err(stale().into_exception(py));
            }
            self.after(&game.tree)
        };
        // The start has no move: after everything that follows from it comes nothing.
        match next.filter(|node| *node != NodeId::ROOT) {
            Some(node) => {
                self.last = Some(node);
                Node::with_edition(game, node, self.edition).map(Some)
            }
            None => {
                self.over = true;
                Ok(None)
            }
        }
    }
}
