//! Values whose memory is released by the threads that make such values.

use crate::Lock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// Values that nobody needs any more, until one of the threads that make such values drops them. A thread that releases memory of
/// another thread may have to wait for it, as each allocates from memory of its own.
///
/// ```
/// use scoresheet_parallel::Discarded;
///
/// static TEXTS: Discarded<String> = Discarded::new(100);
///
/// TEXTS.discard("dropped at once, as no thread makes any".to_owned());
/// TEXTS.while_made(|| {
///     TEXTS.discard("dropped by the next line".to_owned());
///     TEXTS.drop_all();
/// });
/// ```
#[derive(Debug)]
pub struct Discarded<T> {
    /// No one waits for this lock. Threads have other work, and a process may be forked while a thread holds it.
    values: Lock<Vec<T>>,
    most: usize,
    /// The number of jobs that make such values.
    jobs: AtomicUsize,
}

impl<T> Discarded<T> {
    /// No values yet, and never more than `most`.
    pub const fn new(most: usize) -> Discarded<T> {
        Discarded { values: Lock::new(Vec::new()), most, jobs: AtomicUsize::new(0) }
    }

    /// Leaves the value to a thread that makes such values. Drops it if there is none, and if too many wait.
    pub fn discard(&self, value: T) {
        if self.jobs.load(Relaxed) > 0
            && let Some(mut values) = self.values.try_lock()
            && values.len() < self.most
        {
            values.push(value);
        }
    }

    /// Drops the values that were discarded, unless another thread is about to. For the threads that make such values.
    pub fn drop_all(&self) {
        let values = self.values.try_lock().map(|mut values| std::mem::take(&mut *values));
        drop(values);
    }

    /// Does `work`, during which threads make such values. Those that were discarded are dropped at the end.
    pub fn while_made<R>(&self, work: impl FnOnce() -> R) -> R {
        self.jobs.fetch_add(1, Relaxed);
        let _end = EndJob(self);
        work()
    }
}

struct EndJob<'d, T>(&'d Discarded<T>);

impl<T> Drop for EndJob<'_, T> {
    fn drop(&mut self) {
        self.0.jobs.fetch_sub(1, Relaxed);
        self.0.drop_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn values_are_kept_only_while_such_are_made() {
        let (discarded, value) = (Discarded::new(2), Rc::new(()));
        let discard = || discarded.discard(Rc::clone(&value));
        discard();
        assert_eq!(Rc::strong_count(&value), 1);
        discarded.while_made(|| {
            (0..3).for_each(|_| discard());
            assert_eq!(Rc::strong_count(&value), 3, "at most two are kept");
            discarded.drop_all();
            assert_eq!(Rc::strong_count(&value), 1);
            discard();
        });
        assert_eq!(Rc::strong_count(&value), 1);
    }

    #[test]
    fn a_value_is_dropped_rather_than_waited_with() {
        let (discarded, value) = (Discarded::new(2), Rc::new(()));
        discarded.while_made(|| {
            let held = discarded.values.lock();
            discarded.discard(Rc::clone(&value));
            assert_eq!(Rc::strong_count(&value), 1);
            drop(held);
        });
    }
}
