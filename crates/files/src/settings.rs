//! How a run reads its source, and how often it wakes its caller.

use std::time::Duration;

/// How often the caller runs, to check for signals and to show progress.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// The settings for reading a source.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
    /// The number of threads that work on blocks; 1 uses the calling thread.
    pub threads: usize,
    /// The approximate size of a block in bytes.
    pub block_size: usize,
    /// The maximum size of a game in bytes.
    pub game_limit: usize,
}

impl Default for RunSettings {
    fn default() -> RunSettings {
        RunSettings { threads: 1, block_size: 1 << 20, game_limit: 64 << 20 }
    }
}
