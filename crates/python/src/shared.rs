//! What threads of Python may share: one of them uses it at a time, and the others wait for their turn.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use scoresheet_parallel::unpoisoned;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The number of threads that have got a number.
static THREADS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The number of this thread, from 1. The standard library has one too, but takes longer to find it.
    static THREAD: u64 = THREADS.fetch_add(1, Relaxed) + 1;
}

/// Something that threads take in turns.
pub(crate) struct Shared<T> {
    held: Mutex<T>,
    /// The number of the thread that has its turn; 0 if none has. A thread only looks for its own number, which no other thread
    /// sets.
    holder: AtomicU64,
}

impl<T> Shared<T> {
    /// Lets threads share this.
    pub(crate) fn new(held: T) -> Shared<T> {
        Shared { held: Mutex::new(held), holder: AtomicU64::new(0) }
    }

    /// Works with it once earlier threads have had their turn. Other threads of Python continue while this one waits.
    ///
    /// # Errors Where the work fails, and where it was interrupted by a signal or a finaliser that wants its turn on
    /// the same thread: that one would wait for itself.
    pub(crate) fn with<R>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let this = THREAD.with(|number| *number);
        if self.holder.load(Relaxed) == this {
            return Err(PyRuntimeError::new_err("this iterator is already in use by the same thread"));
        }
        let mut held = unpoisoned(self.held.lock_py_attached(py));
        self.holder.store(this, Relaxed);
        let _turn = Turn(&self.holder);
        work(&mut held)
    }
}

/// A turn, which ends when this is dropped.
struct Turn<'s>(&'s AtomicU64);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.store(0, Relaxed);
    }
}
