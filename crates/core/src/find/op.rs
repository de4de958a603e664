//! The operations of a pattern.

use super::changes::Watch;
use super::test::Test;

/// An operation on the results of those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Test(Test),
    Not,
    And,
    Or,
    /// The second holds, and the first did at an earlier ply; at most so many plies before.
    Then(Option<u32>),
    /// It has held for so many plies.
    For(u32),
}

/// An operation in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) op: Op,
    /// The place of the first of two operands. The last operand is the operation before this one.
    pub(super) other: u32,
    /// When a test has to be asked again.
    pub(super) watch: Watch,
}
