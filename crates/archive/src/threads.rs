//! Work on several threads whose results come in order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The results for all parts, in their order. So many threads take one part after another.
pub fn each_in_order<T: Sync, R: Send>(parts: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(parts.len());
    if threads < 2 {
        return parts.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(parts.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((place, part)) = take(parts, &next) {
                    let result = work(part);
                    done.lock().unwrap_or_else(|broken| broken.into_inner()).push((place, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|broken| broken.into_inner());
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

fn take<'p, T>(parts: &'p [T], next: &AtomicUsize) -> Option<(usize, &'p T)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    parts.get(place).map(|part| (place, part))
}

#[cfg(test)]
mod tests {
    use super::each_in_order;

    #[test]
    fn results_come_in_order() {
        let parts: Vec<u32> = (0..1000).collect();
        for threads in [1, 2, 3, 7] {
            assert_eq!(each_in_order(&parts, threads, |part| part * 2), (0..2000).step_by(2).collect::<Vec<_>>());
        }
    }
}
