//! Who asked for a job, as the job sees them.

use crate::failure::Failure;
use crate::foreign::Foreign;

/// Told of the progress at most ten times a second, and may want the job to stop.
pub trait Host {
    /// So many bytes and games were read.
    ///
    /// # Errors
    /// When the job is to stop.
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure>;
}

/// Whoever asked for a job: who is told of the progress, and who reads and writes the games that are not known here.
pub struct Caller<'c> {
    /// Told of the progress.
    pub host: &'c mut dyn Host,
    /// Reads and writes the games of foreign formats.
    pub foreign: &'c dyn Foreign,
}
