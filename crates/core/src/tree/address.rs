//! Addresses: the numbers that lead to a node from the start of the game, which stay the same when annotations are added.

use super::{NodeId, Tree};
use alloc::vec::Vec;

/// Why an address leads to no node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNode {
    /// It is not a ply, followed by the numbers of a line and of a move for each line on the way.
    Malformed,
    /// The mainline ends before the ply.
    Ply,
    /// The move does not have this many lines. The first `parts` numbers lead to it, and it has `there`.
    Line {
        /// How many numbers of the address come before that of the line.
        parts: usize,
        /// The number of lines on the move.
        there: u32,
    },
    /// The line does not have this many moves. The first `parts` numbers lead to it, and it has `there`.
    Move {
        /// How many numbers of the address come before that of the move.
        parts: usize,
        /// The number of moves in the line.
        there: u32,
    },
    /// The first move of a line has no lines of its own. The first `parts` numbers lead to the move that it replaces.
    FirstOfLine {
        /// How many numbers of the address lead to the move that the line replaces.
        parts: usize,
    },
}

/// See [`Tree::address`].
pub(super) fn address(tree: &Tree, node: NodeId) -> Vec<u32> {
    let (mut parts, mut at) = (Vec::new(), node);
    while let Some(start) = tree.variation_start(at) {
        parts.push(tree.ply(at) - tree.ply(start) + 1);
        let before = core::iter::successors(tree.previous_sibling(start), |line| tree.previous_sibling(*line));
        let (mut number, mut main) = (0, start);
        for sibling in before {
            (number, main) = (number + 1, sibling);
        }
        parts.push(number);
        at = main;
    }
    parts.push(tree.ply(at));
    parts.reverse();
    parts
}

/// See [`Tree::find`].
pub(super) fn find(tree: &Tree, address: &[u32]) -> Result<NodeId, NoNode> {
    let (ply, lines) = address.split_first().ok_or(NoNode::Malformed)?;
    if lines.len() % 2 == 1 {
        return Err(NoNode::Malformed);
    }
    let mut node = match ply.checked_sub(1) {
        None => NodeId::ROOT,
        Some(before) => tree.mainline().nth(before as usize).ok_or(NoNode::Ply)?,
    };
    for (level, line) in lines.chunks_exact(2).enumerate() {
        let (parts, number, ply) = (1 + 2 * level, line[0], line[1]);
        if !tree.is_first(node) {
            return Err(NoNode::FirstOfLine { parts: parts - 2 });
        }
        let start = number.checked_sub(1).and_then(|before| siblings(tree, node).nth(before as usize));
        let start = start.ok_or_else(|| NoNode::Line { parts, there: count(siblings(tree, node)) })?;
        let moves = || core::iter::successors(Some(start), |node| tree.first_child(*node));
        let found = ply.checked_sub(1).and_then(|before| moves().nth(before as usize));
        node = found.ok_or_else(|| NoNode::Move { parts: parts + 1, there: count(moves()) })?;
    }
    Ok(node)
}

/// The first moves of the lines on a node.
fn siblings(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> {
    let first = tree.next_sibling(node).filter(|_| node != NodeId::ROOT);
    core::iter::successors(first, |line| tree.next_sibling(*line))
}

fn count(nodes: impl Iterator<Item = NodeId>) -> u32 {
    u32::try_from(nodes.count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{language, san};

    /// 1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) (1... e6)
    fn tree() -> (Tree, Vec<NodeId>) {
        let mut tree = Tree::new();
        let mut nodes = Vec::from([NodeId::ROOT]);
        let moves = [(0, "e4"), (1, "e5"), (1, "c5"), (3, "Nf3"), (3, "c3"), (5, "d5"), (4, "d6"), (1, "e6")];
        for (parent, word) in moves {
            let mut cursor = super::super::Cursor::new(&tree);
            let before = cursor.go(&tree, nodes[parent]).clone();
            let mv = san::read(&before, word.as_bytes(), &language::ENGLISH).expect(word).mv;
            nodes.push(tree.add(nodes[parent], mv, false).expect("there is room"));
        }
        (tree, nodes)
    }

    #[test]
    fn each_node_has_an_address_that_leads_to_it() {
        let (tree, nodes) = tree();
        let found: Vec<Vec<u32>> = nodes.iter().map(|node| tree.address(*node)).collect();
        let wanted: [&[u32]; 9] =
            [&[0], &[1], &[2], &[2, 1, 1], &[2, 1, 2], &[2, 1, 2, 1, 1], &[2, 1, 2, 1, 2], &[2, 1, 3], &[2, 2, 1]];
        assert_eq!(found, wanted);
        for (address, node) in found.iter().zip(nodes) {
            assert_eq!(tree.find(address), Ok(node));
        }
    }

    #[test]
    fn other_addresses_lead_nowhere() {
        let (tree, _) = tree();
        for (address, why) in [
            (&[][..], NoNode::Malformed),
            (&[2, 1], NoNode::Malformed),
            (&[3], NoNode::Ply),
            (&[2, 0, 1], NoNode::Line { parts: 1, there: 2 }),
            (&[2, 3, 1], NoNode::Line { parts: 1, there: 2 }),
            (&[1, 1, 1], NoNode::Line { parts: 1, there: 0 }),
            (&[0, 1, 1], NoNode::Line { parts: 1, there: 0 }),
            (&[2, 1, 0], NoNode::Move { parts: 2, there: 3 }),
            (&[2, 1, 4], NoNode::Move { parts: 2, there: 3 }),
            (&[2, 1, 2, 2, 1], NoNode::Line { parts: 3, there: 1 }),
            (&[2, 1, 1, 1, 1], NoNode::FirstOfLine { parts: 1 }),
        ] {
            assert_eq!(tree.find(address), Err(why), "{address:?}");
        }
    }
}
