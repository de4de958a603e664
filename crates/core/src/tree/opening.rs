//! The opening of a game, from the positions of its mainline.

use super::Tree;
use crate::openings::Namer;

impl Tree {
    /// Names the mainline up to its first illegal move.
    ///
    /// ```
    /// use scoresheet_core::rules::{Move, Square};
    /// use scoresheet_core::tree::{NodeId, Tree};
    /// let mut tree = Tree::new();
    /// tree.add(NodeId::ROOT, Move::plain(Square::at(4, 1), Square::at(4, 3)), false).unwrap();
    /// assert_eq!(tree.opening().found().map(|opening| opening.eco()), Some("B00"));
    /// ```
    pub fn opening(&self) -> Namer {
        let (mut namer, mut position) = (Namer::new(), self.start());
        namer.see(&position);
        for node in self.mainline() {
            let Some(mv) = self.mv(node).filter(|_| !namer.is_over() && !self.is_illegal(node)) else { break };
            position.play_unchecked(mv);
            namer.see(&position);
        }
        namer
    }
}
