//! What threads of Python may share: one of them uses it at a time, and the others wait for their turn.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use scoresheet_parallel::{Lock, unpoisoned};
use std::sync::{Mutex, MutexGuard};
use std::thread::{ThreadId, current};

/// Something that threads take in turns.
pub(crate) struct Shared<T> {
    held: Mutex<T>,
    /// Who has its turn.
    holder: Lock<Option<ThreadId>>,
}

impl<T> Shared<T> {
    /// Lets threads share this.
    pub(crate) fn new(held: T) -> Shared<T> {
        Shared { held: Mutex::new(held), holder: Lock::default() }
    }

    /// Works with it once earlier threads have had their turn. Other threads of Python continue while this one waits.
    ///
    /// # Errors Where the work fails, and where it was interrupted by a signal or a finaliser that wants its turn on
    /// the same thread: that one would wait for itself.
    pub(crate) fn with<R>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        if *self.holder() == Some(current().id()) {
            return Err(PyRuntimeError::new_err("this iterator is already in use by the same thread"));
        }
        let mut held = unpoisoned(self.held.lock_py_attached(py));
        *self.holder() = Some(current().id());
        let _turn = Turn(&self.holder);
        work(&mut held)
    }

    fn holder(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.holder.lock()
    }
}

/// A turn, which ends when this is dropped.
struct Turn<'s>(&'s Lock<Option<ThreadId>>);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.lock() = None;
    }
}
