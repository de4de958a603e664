//! Work that several threads share.

use crate::Error;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs `work` on this many threads. Ends with the first error.
pub(crate) fn on_threads(threads: usize, work: impl Fn() -> Result<(), Error> + Sync) -> Result<(), Error> {
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mine = work();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        others.into_iter().map(join).fold(mine, Result::and)
    })
}

/// The content of a mutex, even if a thread that held it panicked.
pub(crate) fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The content of a mutex that no thread uses any more.
pub(crate) fn released<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Receives numbered things in any order, and returns them in theirs.
pub(crate) struct InOrder<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> InOrder<T> {
    pub(crate) fn new() -> InOrder<T> {
        InOrder { next: 0, waiting: BTreeMap::new() }
    }

    pub(crate) fn add(&mut self, number: usize, thing: T) {
        self.waiting.insert(number, thing);
    }

    /// The next one, if it is its turn.
    pub(crate) fn next(&mut self) -> Option<T> {
        let thing = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(thing)
    }
}
