//! A pattern as operations in postfix order.

use crate::find::changes::Watch;
use crate::find::needs::Needs;
use crate::find::test::Test;
use alloc::vec::Vec;

/// A pattern, ready to be matched.
///
/// ```
/// use scoresheet_core::find::Pattern;
/// assert!(Pattern::parse("material KRPvKR and not check").is_ok());
/// let error = Pattern::parse("check and or mate").unwrap_err();
/// assert_eq!((&"check and or mate"[error.at.clone()], error.to_string().is_empty()), ("or", false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(super) nodes: Vec<OpNode>,
    pub(super) needs: Needs,
    /// Whether a test depends on the result or the ratings.
    pub(super) asks_facts: bool,
    /// Whether a test compares the material with that of earlier plies.
    pub(super) keeps_balances: bool,
    /// Whether a test depends on evaluations, and whether one depends on NAGs.
    asks_evals: bool,
    asks_nags: bool,
}

impl Pattern {
    /// Whether the result or the ratings of a game decide whether it holds.
    pub fn asks_facts(&self) -> bool {
        self.asks_facts
    }

    /// Whether evaluations decide whether it holds.
    pub fn asks_evals(&self) -> bool {
        self.asks_evals
    }

    /// Whether NAGs decide whether it holds.
    pub fn asks_nags(&self) -> bool {
        self.asks_nags
    }

    /// Whether moves alone do not determine whether it holds after them, but only the annotation that follows them.
    pub fn asks_notes(&self) -> bool {
        self.asks_evals || self.asks_nags
    }

    pub(super) fn new(ops: Vec<Op>) -> Pattern {
        let nodes = linked(ops);
        let has = |is: fn(&Test) -> bool| nodes.iter().any(|node| matches!(&node.op, Op::Test(test) if is(test)));
        Pattern {
            needs: Needs::of(&nodes),
            asks_facts: has(|test| matches!(test, Test::Result(_) | Test::Elo(..))),
            keeps_balances: has(|test| matches!(test, Test::Gives(_))),
            asks_evals: has(|test| matches!(test, Test::Eval(_))),
            asks_nags: has(|test| matches!(test, Test::Nag(_))),
            nodes,
        }
    }
}

/// Operations with the places of their operands.
fn linked(ops: Vec<Op>) -> Vec<OpNode> {
    // Where the results that are not used yet were made.
    let mut places: Vec<u32> = Vec::new();
    let link = |(place, op): (u32, Op)| {
        let (mut other, mut watch) = (0, Watch::START);
        match &op {
            Op::Test(test) => watch = Watch::of(test),
            Op::Not | Op::For(_) => drop(places.pop()),
            Op::And | Op::Or | Op::Then(_) => {
                places.pop();
                other = places.pop().unwrap_or_default();
            }
        }
        places.push(place);
        OpNode { op, other, watch }
    };
    (0..).zip(ops).map(link).collect()
}

/// An operation on the results of those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Test(Test),
    Not,
    And,
    Or,
    /// The second holds, and the first did at an earlier ply, at most this many plies before.
    Then(Option<u32>),
    /// It has held for this many plies.
    For(u32),
}

/// An operation in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpNode {
    pub(super) op: Op,
    /// The place of the first of two operands. The last operand is the operation before this one.
    pub(super) other: u32,
    /// When a test must be evaluated again.
    pub(super) watch: Watch,
}
