//! How another thread ends a long writing.

use crate::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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
    /// When it was set.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.is_set() { Err(Error::Io(io::Error::other("the writing was stopped"))) } else { Ok(()) }
    }
}
