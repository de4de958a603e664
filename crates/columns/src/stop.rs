//! Lets another thread stop a long write and see its progress.

use crate::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A switch that sorting and writing look at every few thousand rows. Its clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends what looks at it, with an error; that error then says nothing but that it was stopped.
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

/// How many rows were written. Its clones are the same counter.
#[derive(Clone, Debug, Default)]
pub struct Written(Arc<AtomicU64>);

impl Written {
    /// So many rows.
    pub fn rows(&self) -> u64 {
        self.0.load(Relaxed)
    }

    pub(crate) fn add(&self, rows: usize) {
        self.0.fetch_add(rows as u64, Relaxed);
    }
}
