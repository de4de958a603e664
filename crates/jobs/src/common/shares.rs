//! Work that is shared among threads.

use std::panic::resume_unwind;
use std::thread::scope;

/// How many items are worth a thread.
const WORTH: usize = 128;

/// Does work on shares of items, with at most so many threads, and returns the results in the order of the items. There is
/// at least one share, which may be empty.
pub(crate) fn in_shares<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let threads = threads.min(items.len().div_ceil(WORTH)).max(1);
    let size = items.len().div_ceil(threads);
    if threads == 1 {
        return vec![work(items)];
    }
    let work = &work;
    scope(|scope| {
        let (own, others) = items.split_at(size);
        let others: Vec<_> = others.chunks(size).map(|share| scope.spawn(move || work(share))).collect();
        let mut results = vec![work(own)];
        let join =
            |other: std::thread::ScopedJoinHandle<'_, R>| other.join().unwrap_or_else(|panic| resume_unwind(panic));
        results.extend(others.into_iter().map(join));
        results
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [1, 2, 3, 7, 50] {
            let shares = in_shares(&items, threads, <[usize]>::to_vec);
            assert!(shares.len() <= threads);
            assert_eq!(shares.concat(), items);
        }
        assert_eq!(in_shares(&[0_u8; 0], 4, <[u8]>::len), [0]);
    }
}
