//! The caller of a job, as the job sees it.

use crate::failure::Failure;
use crate::foreign::Foreign;

/// What a job does after it has read its inputs, and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It puts so many games in order.
    Sorting(u64),
    /// It writes sorted games.
    Writing {
        /// How many were written.
        done: u64,
        /// How many there are.
        total: u64,
    },
}

/// Told of the progress at most ten times a second, and may want the job to stop.
pub trait Host {
    /// So many bytes and games were read.
    ///
    /// # Errors
    /// If the job is to stop.
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure>;

    /// Everything was read, and there is work left that takes a while.
    ///
    /// # Errors
    /// If the job is to stop.
    fn phase(&mut self, _phase: Phase) -> Result<(), Failure> {
        Ok(())
    }
}

/// The caller of a job: it is notified of the progress, and it reads and writes the games that are not known here.
pub struct Caller<'c> {
    /// Told of the progress.
    pub host: &'c mut dyn Host,
    /// Reads and writes the games of foreign formats.
    pub foreign: &'c dyn Foreign,
}
