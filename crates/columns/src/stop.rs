//! Lets another thread stop a long write and see its progress.

use crate::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A switch that sorting and writing check every few thousand rows. Its clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops all work that checks the switch, with an error whose only content is that it was stopped.
    pub fn set(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it was set.
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// # Errors
    /// If it was set.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.is_set() { Err(Error::Io(io::Error::other("writing was stopped"))) } else { Ok(()) }
    }
}

/// The number of rows that were written. Its clones are the same counter.
#[derive(Clone, Debug, Default)]
pub struct Written(Arc<AtomicU64>);

impl Written {
    /// Adds to the number of rows.
    pub fn rows(&self) -> u64 {
        self.0.load(Relaxed)
    }

    pub(crate) fn add(&self, rows: usize) {
        self.0.fetch_add(rows as u64, Relaxed);
    }
}
