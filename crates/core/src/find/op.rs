//! The operations of a pattern.

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
