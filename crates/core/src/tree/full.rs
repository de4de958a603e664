//! The capacity of a tree.

/// Nothing more can be added: a tree has room for 2^32 nodes, notes and bytes of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl core::fmt::Display for Full {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the game is full")
    }
}

impl core::error::Error for Full {}
