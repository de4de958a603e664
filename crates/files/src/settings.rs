//! How a run reads its source, and how often it wakes its caller.

use std::time::Duration;

/// How often the caller is woken, to look at signals and to show progress.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// How a source is read.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
    /// Threads that work on blocks; 1 works on the calling thread.
    pub threads: usize,
    /// Bytes in a block, about.
    pub block_size: usize,
    /// Bytes a game may have.
    pub game_limit: usize,
}

impl Default for RunSettings {
    fn default() -> RunSettings {
        RunSettings { threads: 1, block_size: 1 << 20, game_limit: 64 << 20 }
    }
}
