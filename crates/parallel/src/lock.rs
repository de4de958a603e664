//! Locks that a panic does not poison.

use std::sync::{Condvar, LockResult, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// A mutex whose content stays usable when a thread panics while holding it. It is for content that is valid after each
/// statement, or that is not used after a panic.
///
/// ```
/// use scoresheet_parallel::Lock;
///
/// let lock = Lock::new(1);
/// *lock.lock() += 1;
/// assert_eq!(lock.into_inner(), 2);
/// ```
#[derive(Debug, Default)]
pub struct Lock<T: ?Sized>(Mutex<T>);

impl<T> Lock<T> {
    /// A lock with this content.
    pub const fn new(content: T) -> Lock<T> {
        Lock(Mutex::new(content))
    }

    /// The content, once no other thread can hold it.
    pub fn into_inner(self) -> T {
        unpoisoned(self.0.into_inner())
    }
}

impl<T: ?Sized> Lock<T> {
    /// Waits until no other thread holds the content.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        unpoisoned(self.0.lock())
    }

    /// The content, unless another thread holds it.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        match self.0.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// The content, which no other thread can hold meanwhile.
    pub fn get_mut(&mut self) -> &mut T {
        unpoisoned(self.0.get_mut())
    }
}

/// The result of locking, whether or not a thread has panicked while holding the lock. For locks other than [`Lock`].
pub fn unpoisoned<G>(locked: LockResult<G>) -> G {
    locked.unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Waits as long as a condition holds.
pub(crate) fn wait_while<'g, T>(
    changed: &Condvar,
    guard: MutexGuard<'g, T>,
    condition: impl FnMut(&mut T) -> bool,
) -> MutexGuard<'g, T> {
    unpoisoned(changed.wait_while(guard, condition))
}

/// Waits for a change, but no longer than this.
pub(crate) fn wait_timeout<'g, T>(changed: &Condvar, guard: MutexGuard<'g, T>, most: Duration) -> MutexGuard<'g, T> {
    unpoisoned(changed.wait_timeout(guard, most)).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_does_not_take_the_content_away() {
        let mut lock = Lock::new(vec![1]);
        let panicked = crate::catch(|| {
            lock.lock().push(2);
            let _held = lock.lock();
            panic!("while it is held");
        });
        assert!(panicked.is_err());
        assert_eq!(*lock.lock(), [1, 2]);
        lock.get_mut().push(3);
        assert_eq!(lock.into_inner(), [1, 2, 3]);
    }
}
