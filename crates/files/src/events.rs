//! The calls to the closure of a run: one for each block that is done, and ticks in between.

use crate::blocks::Block;

/// The reason of a call.
#[derive(Debug)]
pub enum RunEvent<'b, T> {
    /// A block is done. Blocks come in the order of the source.
    Block(T, &'b Block),
    /// A tenth of a second has passed.
    Tick,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Whether the caller stopped it.
    pub stopped: bool,
    /// The number of blocks returned.
    pub blocks: u64,
    /// The number of decompressed bytes in them.
    pub bytes: u64,
}
