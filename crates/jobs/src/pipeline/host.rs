//! The caller of a job, as the job sees it.

use crate::common::failure::Failure;
use crate::pipeline::foreign::Foreign;

/// The work of a job after it has read its inputs, and its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobPhase {
    /// It sorts this many games.
    Sorting(u64),
    /// It writes sorted games.
    Writing {
        /// The number of games that were written.
        done: u64,
        /// The total number.
        total: u64,
    },
}

/// Is notified of progress at most ten times a second, and can stop the job.
pub trait Host {
    /// This many bytes and games were read.
    ///
    /// # Errors
    /// If the job is to stop.
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure>;

    /// Everything was read, and the remaining work takes some time.
    ///
    /// # Errors
    /// If the job is to stop.
    fn phase(&mut self, _phase: JobPhase) -> Result<(), Failure> {
        Ok(())
    }
}

/// The caller of a job: it is notified of the progress, and it reads and writes the games of foreign formats.
pub struct Caller<'c> {
    /// Is notified of the progress.
    pub host: &'c mut dyn Host,
    /// Reads and writes the games of foreign formats.
    pub foreign: &'c dyn Foreign,
}
