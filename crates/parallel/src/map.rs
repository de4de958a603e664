//! Work on many items, of which nothing is needed before the end.

use crate::{Lock, Panicked};
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{Builder, scope};

/// The results for all items, in the order of the items. The calling thread is one of the threads.
///
/// # Panics
/// If `work` does.
///
/// ```
/// assert_eq!(scoresheet_parallel::map(&[1, 2, 3], 2, |number| number * 10), [10, 20, 30]);
/// ```
pub fn map<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if threads.min(items.len()) < 2 {
        return items.iter().map(work).collect();
    }
    let done = Lock::new(Vec::with_capacity(items.len()));
    let worked = for_each(items.iter().enumerate(), threads, |(number, item)| {
        let result = work(item);
        done.lock().push((number, result));
        Ok::<(), Infallible>(())
    });
    let (Ok(()), mut done) = (worked, done.into_inner());
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The results for consecutive chunks of the items, in their order: one per thread, but fewer if a chunk would
/// have less than `least` items. There is at least one chunk, which may be empty.
///
/// # Panics
/// If `work` does.
///
/// ```
/// let sums = scoresheet_parallel::map_chunks(&[1, 2, 3, 4], 2, 1, |chunk| chunk.iter().sum::<i32>());
/// assert_eq!(sums, [3, 7]);
/// ```
pub fn map_chunks<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    least: usize,
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let threads = threads.min(items.len().div_ceil(least)).max(1);
    if threads == 1 {
        return vec![work(items)];
    }
    let chunks: Vec<&[T]> = items.chunks(items.len().div_ceil(threads)).collect();
    map(&chunks, threads, |chunk| work(chunk))
}

/// Works on all items, in any order. The calling thread is one of the threads. Each takes one item after another from the
/// iterator, which therefore may be slow.
///
/// # Errors
/// The first error of `work`; no further items are taken after it.
///
/// # Panics
/// If `work` or the iterator does.
///
/// ```
/// use scoresheet_parallel::for_each;
///
/// let mut words = ["b".to_owned(), "c".to_owned()];
/// for_each(words.iter_mut(), 2, |word| word.parse::<char>().map(|_| word.push('!')))?;
/// assert_eq!(words, ["b!", "c!"]);
/// # Ok::<(), std::char::ParseCharError>(())
/// ```
pub fn for_each<I, E>(mut items: I, threads: usize, work: impl Fn(I::Item) -> Result<(), E> + Sync) -> Result<(), E>
where
    I: Iterator + Send,
    E: Send,
{
    let threads = threads.min(items.size_hint().1.unwrap_or(usize::MAX));
    if threads < 2 {
        return items.try_for_each(work);
    }
    let (items, failed, ended) = (Lock::new(items), Lock::new(None), AtomicBool::new(false));
    let next = || if ended.load(Relaxed) { None } else { items.lock().next() };
    let run = || {
        // Whichever thread ends first has met the end, an error or a panic. The others then only finish their item.
        let _end = SetOnDrop(&ended);
        while let Some(item) = next() {
            if let Err(error) = work(item) {
                failed.lock().get_or_insert(error);
                return;
            }
        }
    };
    scope(|scope| {
        // If the system provides fewer threads than requested, the work is only slower.
        let others: Vec<_> = (1..threads).map_while(|_| Builder::new().spawn_scoped(scope, run).ok()).collect();
        run();
        let panic = others.into_iter().fold(None, |panic, other| panic.or(other.join().err()));
        if let Some(panic) = panic {
            Panicked::of(panic).resume();
        }
    });
    failed.into_inner().map_or(Ok(()), Err)
}

struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catch;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn results_come_in_order() {
        let items: Vec<u32> = (0..1000).collect();
        for threads in [0, 1, 2, 3, 7, 5000] {
            assert_eq!(map(&items, threads, |item| item * 2), (0..2000).step_by(2).collect::<Vec<_>>());
            let chunks = map_chunks(&items, threads, 128, <[u32]>::to_vec);
            assert!(chunks.len() <= threads.clamp(1, 8));
            assert_eq!(chunks.concat(), items);
        }
        assert_eq!(map_chunks(&[0_u8; 0], 4, 128, <[u8]>::len), [0]);
        assert_eq!(map(&[0_u8; 0], 4, |byte| *byte), [0; 0]);
    }

    #[test]
    fn nothing_is_taken_after_an_error() {
        for threads in [1, 2, 5] {
            let taken = AtomicUsize::new(0);
            let items = (0..).inspect(|_| _ = taken.fetch_add(1, Relaxed));
            assert_eq!(for_each(items, threads, |item| if item == 50 { Err(item) } else { Ok(()) }), Err(50));
            assert!(taken.load(Relaxed) > 50);
        }
    }

    #[test]
    fn panics_of_any_thread_continue_on_the_calling_one() {
        let items: Vec<u32> = (0..1000).collect();
        for threads in [1, 2, 5] {
            let mapped = catch(|| map(&items, threads, |item| assert_ne!(*item, 500, "unlucky")));
            assert!(mapped.unwrap_err().to_string().contains("unlucky"));
            let endless = (0..).inspect(|item| assert_ne!(*item, 500, "unlucky"));
            let worked = catch(|| for_each(endless, threads, |_| Ok::<_, ()>(())));
            assert!(worked.unwrap_err().to_string().contains("unlucky"));
        }
    }
}
