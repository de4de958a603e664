//! Results that a consumer pulls from a job in the background.

use crate::lock::{wait_timeout, wait_while};
use crate::{Cancel, Lock, Panicked};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// An iterator over the results of a job in the background, of which only a few are ahead of the consumer. Dropping it early
/// cancels the job and waits for its end.
///
/// ```
/// use scoresheet_parallel::{Panicked, Stream};
///
/// let stream: Stream<u32, Panicked> = Stream::spawn(2, |sender| {
///     let _ = (1..=4).try_for_each(|number| sender.send(number));
///     Ok(())
/// });
/// let sum: Result<u32, Panicked> = stream.sum();
/// assert_eq!(sum?, 10);
/// # Ok::<(), Panicked>(())
/// ```
#[derive(Debug)]
pub struct Stream<T, E> {
    items: Option<Receiver<T>>,
    job: Option<JoinHandle<Result<(), E>>>,
    cancel: Cancel,
    /// Whether dropping it does not wait for the job.
    detached: bool,
    /// The process of the job.
    process: u32,
}

/// The way of the results to the consumer.
#[derive(Clone, Debug)]
pub struct Sender<T> {
    items: Arc<Entrance<T>>,
    cancel: Cancel,
}

impl<T> Sender<T> {
    /// Sends a result, and waits if enough results are ahead; breaks if no more are wanted.
    pub fn send(&self, item: T) -> ControlFlow<()> {
        self.items.0.put(item)
    }

    /// Breaks if no more results are wanted. For jobs that have nothing to send for a while.
    pub fn tick(&self) -> ControlFlow<()> {
        if self.cancel.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The end of the job, from which no more results come once it is dropped.
#[derive(Debug)]
struct Entrance<T>(Arc<ResultQueue<T>>);

impl<T> Drop for Entrance<T> {
    fn drop(&mut self) {
        self.0.state.lock().ends = true;
        self.0.filled.notify_all();
    }
}

/// The end of the consumer, who wants no more results once it is dropped.
#[derive(Debug)]
struct Receiver<T>(Arc<ResultQueue<T>>);

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.is_unwanted = true;
        let left = std::mem::take(&mut state.items);
        drop(state);
        self.0.drained.notify_all();
        drop(left);
    }
}

/// Results on their way. The job goes on once only half of them are left: to wake it for each would cost the consumer more than to
/// take the result.
#[derive(Debug)]
struct ResultQueue<T> {
    state: Lock<ResultQueueState<T>>,
    /// A result has come, or the job has ended.
    filled: Condvar,
    /// Few enough results are left, or no more are wanted.
    drained: Condvar,
    ahead: usize,
}

#[derive(Debug)]
struct ResultQueueState<T> {
    items: VecDeque<T>,
    /// Whether the consumer waits for a result.
    is_awaited: bool,
    /// Whether the job waits until fewer results are left.
    is_full: bool,
    /// Whether the job has ended.
    ends: bool,
    /// Whether the consumer has gone.
    is_unwanted: bool,
}

impl<T> ResultQueue<T> {
    fn new(ahead: usize) -> ResultQueue<T> {
        let items = VecDeque::with_capacity(ahead + 1);
        let state = ResultQueueState { items, is_awaited: false, is_full: false, ends: false, is_unwanted: false };
        ResultQueue { state: Lock::new(state), filled: Condvar::new(), drained: Condvar::new(), ahead }
    }

    fn put(&self, item: T) -> ControlFlow<()> {
        let mut state = self.state.lock();
        if state.is_unwanted {
            return ControlFlow::Break(());
        }
        state.items.push_back(item);
        if state.is_awaited {
            state.is_awaited = false;
            self.filled.notify_one();
        }
        if state.items.len() > self.ahead {
            state.is_full = true;
            state = wait_while(&self.drained, state, |state| state.is_full && !state.is_unwanted);
        }
        if state.is_unwanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The next result, if it comes before `due`; `Some(None)` if none will come.
    fn take(&self, due: Option<Instant>) -> Option<Option<T>> {
        let mut state = self.state.lock();
        loop {
            if let Some(item) = state.items.pop_front() {
                if state.is_full && state.items.len() <= self.ahead.div_ceil(2) {
                    state.is_full = false;
                    self.drained.notify_all();
                }
                return Some(Some(item));
            }
            if state.ends {
                return Some(None);
            }
            state.is_awaited = true;
            state = match due.map(|due| due.saturating_duration_since(Instant::now())) {
                None => wait_while(&self.filled, state, |state| state.is_awaited && !state.ends),
                Some(Duration::ZERO) => return None,
                Some(left) => wait_timeout(&self.filled, state, left),
            };
        }
    }
}

impl<T: Send + 'static, E: Send + 'static> Stream<T, E> {
    /// Starts `job`, with at most `ahead` results that wait to be pulled.
    pub fn spawn(ahead: usize, job: impl FnOnce(&Sender<T>) -> Result<(), E> + Send + 'static) -> Stream<T, E> {
        let queue = Arc::new(ResultQueue::new(ahead));
        let cancel = Cancel::default();
        let sender = Sender { items: Arc::new(Entrance(Arc::clone(&queue))), cancel: cancel.clone() };
        let job = std::thread::spawn(move || job(&sender));
        Stream { items: Some(Receiver(queue)), job: Some(job), cancel, detached: false, process: std::process::id() }
    }

    /// Whether the process was forked from the one with the job, which has no threads here: then no result comes.
    pub fn is_inherited(&self) -> bool {
        self.process != std::process::id()
    }

    /// Dropping it then cancels the job, but does not wait for its end: for jobs that may block forever.
    #[must_use]
    pub fn detached(mut self) -> Stream<T, E> {
        self.detached = true;
        self
    }
}

impl<T, E: From<Panicked>> Stream<T, E> {
    /// The same as `next`, for a consumer with other work: `None` if no result has arrived within `wait`.
    pub fn next_within(&mut self, wait: Duration) -> Option<Option<Result<T, E>>> {
        match self.items.as_ref().map(|Receiver(items)| items.take(Some(Instant::now() + wait))) {
            Some(Some(Some(item))) => Some(Some(Ok(item))),
            Some(None) => None,
            Some(Some(None)) | None => Some(self.next()),
        }
    }
}

impl<T, E: From<Panicked>> Iterator for Stream<T, E> {
    type Item = Result<T, E>;

    fn next(&mut self) -> Option<Result<T, E>> {
        if let Some(Some(item)) = self.items.as_ref().and_then(|Receiver(items)| items.take(None)) {
            return Some(Ok(item));
        }
        let failed = match self.job.take()?.join() {
            Ok(ended) => ended.err(),
            Err(panic) => Some(Panicked::of(panic).into()),
        };
        failed.map(Err)
    }
}

impl<T, E> Drop for Stream<T, E> {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // Its thread is not there, and may have held a lock when the process was forked.
            std::mem::forget((self.items.take(), self.job.take()));
            return;
        }
        self.cancel.cancel();
        // Without a receiver, a job that waits to send wakes up.
        self.items = None;
        if let Some(job) = self.job.take().filter(|_| !self.detached) {
            // No one needs its result any more.
            let _ = job.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    type Numbers = Stream<u32, String>;

    impl From<Panicked> for String {
        fn from(panic: Panicked) -> String {
            format!("panic: {panic}")
        }
    }

    fn endless() -> Numbers {
        Stream::spawn(2, |sender| {
            let _ = (0..).try_for_each(|number| sender.send(number));
            Ok(())
        })
    }

    #[test]
    fn results_come_in_order_and_the_consumer_may_go_at_any_time() {
        for taken in [0, 1, 2, 3, 500] {
            let numbers: Vec<_> = endless().take(taken).map(Result::unwrap).collect();
            assert_eq!(numbers, (0..taken as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_job_that_is_ahead_waits_until_half_of_its_results_are_taken() {
        let queue = ResultQueue::new(4);
        let is_full = || queue.state.lock().is_full;
        std::thread::scope(|scope| {
            scope.spawn(|| assert!((0..5).all(|number| queue.put(number).is_continue())));
            while !is_full() {
                std::thread::yield_now();
            }
            for (taken, waits) in [(0, true), (1, true), (2, false)] {
                assert_eq!((queue.take(None), is_full()), (Some(Some(taken)), waits));
            }
        });
    }

    #[test]
    fn failures_and_panics_come_last() {
        let mut failing: Numbers = Stream::spawn(1, |sender| {
            let _ = sender.send(1);
            Err("no more".to_owned())
        });
        let next = [failing.next(), failing.next(), failing.next()];
        assert_eq!(next, [Some(Ok(1)), Some(Err("no more".to_owned())), None]);
        let mut panicking: Numbers = Stream::spawn(1, |_| panic!("oh"));
        assert_eq!((panicking.next(), panicking.next()), (Some(Err("panic: oh".to_owned())), None));
    }

    #[test]
    fn a_job_without_results_learns_that_the_consumer_has_gone() {
        let (ended, end) = channel();
        let stream: Numbers = Stream::spawn(0, move |sender| {
            while sender.tick().is_continue() {
                std::thread::yield_now();
            }
            ended.send(()).map_err(|error| error.to_string())
        });
        drop(stream);
        assert_eq!(end.try_recv(), Ok(()), "dropping it waits for the job");
    }

    #[test]
    fn a_detached_job_is_not_waited_for() {
        let (go_on, wait) = channel::<()>();
        let mut stream: Numbers = Stream::spawn(0, move |_| wait.recv().map_err(|error| error.to_string())).detached();
        assert_eq!(stream.next_within(Duration::from_millis(1)), None);
        drop(stream);
        assert_eq!(go_on.send(()), Ok(()), "the job is still there");
    }
}
