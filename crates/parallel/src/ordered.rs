//! Results in order, of tasks that the workers fetch.

use crate::pool::{self, Consumer, Results};
use crate::{Failed, Options, Tasks};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The reason of a call to the consumer of a run.
#[derive(Debug)]
pub enum Event<'t, R, T> {
    /// A result, and its task. Results come in the order of the tasks.
    Done(R, &'t T),
    /// The time between two ticks has passed. Ticks come while results are made and while none are.
    Tick,
}

/// Fetches tasks, does `work` on each, and gives the results to `each` on the calling thread, in the order of the tasks. `each`
/// also receives ticks. It cancels the run by breaking; then this breaks, too.
///
/// The workers fetch the tasks in turns, so fetching may take long and may block, without delaying ticks. `each` is dropped before
/// this waits for the workers, so it can own the signal that ends blocked ones.
///
/// # Errors
/// If tasks cannot be fetched, or a worker panics. All results before that are given to `each` first.
///
/// ```
/// use scoresheet_parallel::{Event, Options, Tasks, ordered};
/// use std::ops::ControlFlow::{Break, Continue};
///
/// struct Numbers(u32);
///
/// impl Tasks for Numbers {
///     type Task = u32;
///     type Error = std::convert::Infallible;
///
///     fn next(&mut self, _: Option<u32>, _: &mut dyn FnMut() -> bool) -> Result<Option<u32>, Self::Error> {
///         self.0 += 1;
///         Ok(Some(self.0))
///     }
/// }
///
/// let mut squares = Vec::new();
/// let flow = ordered(&Options::new(2), Numbers(0), |number| number * number, |event| match event {
///     Event::Done(square, &number) => {
///         squares.push(square);
///         if number < 5 { Continue(()) } else { Break(()) }
///     }
///     Event::Tick => Continue(()),
/// });
/// assert!(flow.unwrap().is_break());
/// assert_eq!(squares, [1, 4, 9, 16, 25]);
/// ```
pub fn ordered<T: Tasks, R: Send>(
    options: &Options,
    tasks: T,
    work: impl Fn(&T::Task) -> R + Sync,
    each: impl FnMut(Event<'_, R, T::Task>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Failed<T::Error>> {
    let results = Results::new();
    let work = |number, task| {
        let result = work(&task);
        results.put(number, (task, result));
    };
    pool::run(options, tasks, &work, Box::new(Events { results: &results, each }))
}

struct Events<'r, T, R, E> {
    results: &'r Results<(T, R)>,
    each: E,
}

impl<R, T, E: FnMut(Event<'_, R, T>) -> ControlFlow<()>> Consumer<T> for Events<'_, T, R, E> {
    fn take(&mut self, number: u64) -> ControlFlow<(), Option<T>> {
        let Some((task, result)) = self.results.take(number) else { return ControlFlow::Continue(None) };
        (self.each)(Event::Done(result, &task)).map_continue(|()| Some(task))
    }

    fn tick(&mut self) -> ControlFlow<()> {
        (self.each)(Event::Tick)
    }
}

/// Does `work` on each item, and gives the results to `each` on the calling thread, in the order of the items. Few results are
/// in memory at a time.
///
/// # Errors
/// The first error in the order of the items, of `work` or of `each`. Nothing is given to `each` after it.
///
/// # Panics
/// If `work`, `each` or the iterator does.
///
/// ```
/// let mut texts = Vec::new();
/// let lengths = |text: &str| if text.is_empty() { Err("empty") } else { Ok(text.len()) };
/// let mapped = scoresheet_parallel::ordered_map(["a", "bcd", "", "e"].into_iter(), 2, lengths, |length| {
///     texts.push(length);
///     Ok(())
/// });
/// assert_eq!((mapped, texts), (Err("empty"), vec![1, 3]));
/// ```
pub fn ordered_map<I, R, E>(
    items: I,
    threads: usize,
    work: impl Fn(I::Item) -> Result<R, E> + Sync,
    each: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Iterator<Item: Send> + Send,
    R: Send,
    E: Send,
{
    let mut error = None;
    let options = Options::new(if threads < 2 { 0 } else { threads });
    let results = Results::new();
    let work = |number, item| results.put(number, work(item));
    match pool::run(&options, Items(items), &work, Box::new(EachResult { results: &results, each, error: &mut error }))
    {
        Ok(_) => error.map_or(Ok(()), Err),
        Err(Failed::Panicked(panic)) => panic.resume(),
        Err(Failed::Tasks(never)) => match never {},
    }
}

struct Items<I>(I);

impl<I: Iterator<Item: Send> + Send> Tasks for Items<I> {
    type Task = I::Item;
    type Error = Infallible;

    fn next(&mut self, _: Option<I::Item>, _: &mut dyn FnMut() -> bool) -> Result<Option<I::Item>, Infallible> {
        Ok(self.0.next())
    }
}

struct EachResult<'e, R, F, E> {
    results: &'e Results<Result<R, E>>,
    each: F,
    error: &'e mut Option<E>,
}

impl<R, T, E, F: FnMut(R) -> Result<(), E>> Consumer<T> for EachResult<'_, R, F, E> {
    fn take(&mut self, number: u64) -> ControlFlow<(), Option<T>> {
        match self.results.take(number).map(|result| result.and_then(&mut self.each)) {
            Some(Ok(())) | None => ControlFlow::Continue(None),
            Some(Err(error)) => {
                *self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn tick(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catch;
    use std::ops::ControlFlow::{Break, Continue};
    use std::sync::Barrier;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;
    use std::thread::sleep;
    use std::time::Duration;

    const THREADS: [usize; 4] = [0, 1, 2, 5];

    /// Each of these numbers of workers, alone and with the calling thread.
    fn runs() -> impl Iterator<Item = Options> {
        let run = |threads| [false, true].map(|caller_works| Options { caller_works, ..Options::new(threads) });
        THREADS.into_iter().flat_map(run)
    }

    /// Buffers with their number as the first byte, up to a number at which something happens.
    struct Buffers {
        next: usize,
        size: usize,
        end: usize,
        ends: Result<(), &'static str>,
        /// How many were made, not reused.
        made: &'static AtomicUsize,
    }

    impl Buffers {
        fn new(end: usize) -> Buffers {
            Buffers { next: 0, size: 8, end, ends: Ok(()), made: Box::leak(Box::new(AtomicUsize::new(0))) }
        }
    }

    impl Tasks for Buffers {
        type Task = Vec<u8>;
        type Error = &'static str;

        fn next(
            &mut self,
            spent: Option<Vec<u8>>,
            _: &mut dyn FnMut() -> bool,
        ) -> Result<Option<Vec<u8>>, &'static str> {
            if self.next == self.end {
                return self.ends.map(|()| None);
            }
            let mut buffer = spent.unwrap_or_else(|| {
                self.made.fetch_add(1, Relaxed);
                vec![0; self.size]
            });
            buffer[..8].copy_from_slice(&self.next.to_le_bytes());
            self.next += 1;
            Ok(Some(buffer))
        }

        fn bytes(task: &Vec<u8>) -> usize {
            task.len()
        }
    }

    fn number(task: &[u8]) -> usize {
        usize::from_le_bytes(task[..8].try_into().unwrap())
    }

    /// The numbers that come, up to one that is refused.
    fn numbers(options: &Options, tasks: Buffers, refused: usize) -> (Vec<usize>, Result<bool, String>) {
        let mut numbers = Vec::new();
        let outcome = ordered(
            options,
            tasks,
            |task| number(task),
            |event| {
                let Event::Done(result, task) = event else { return Continue(()) };
                assert_eq!(result, number(task));
                numbers.push(result);
                if result == refused { Break(()) } else { Continue(()) }
            },
        );
        (numbers, outcome.map(|flow| flow.is_break()).map_err(|failed| format!("{failed:?}")))
    }

    #[test]
    fn results_come_in_order_until_no_more_are_wanted() {
        for options in runs() {
            for (end, refused) in [(0, 0), (1, 9), (1000, 2000), (1000, 400)] {
                let (found, stopped) = numbers(&options, Buffers::new(end), refused);
                assert_eq!(found, (0..end.min(refused + 1)).collect::<Vec<_>>());
                assert_eq!(stopped, Ok(refused < end));
            }
        }
    }

    #[test]
    fn the_calling_thread_works_beside_the_workers() {
        let options = Options { caller_works: true, in_flight: 100, ..Options::new(1) };
        let caller = std::thread::current().id();
        // Each waits for the other one.
        let meeting = Barrier::new(2);
        let work = |_: &Vec<u8>| {
            meeting.wait();
            std::thread::current().id() == caller
        };
        let mut by_caller = 0;
        let flow = ordered(&options, Buffers::new(100), work, |event| {
            if let Event::Done(is_by_caller, _) = event {
                by_caller += usize::from(is_by_caller);
            }
            Continue(())
        });
        assert!(flow.unwrap().is_continue());
        assert_eq!(by_caller, 50);
    }

    #[test]
    fn tasks_that_fail_come_after_all_earlier_results() {
        for options in runs() {
            let tasks = Buffers { ends: Err("cut off"), ..Buffers::new(100) };
            let (found, outcome) = numbers(&options, tasks, usize::MAX);
            assert_eq!((found.len(), outcome), (100, Err(r#"Tasks("cut off")"#.to_owned())));
        }
    }

    #[test]
    fn a_panic_in_the_work_is_an_error_in_its_place() {
        for options in runs() {
            let mut found = 0;
            let work = |task: &Vec<u8>| assert!(number(task) != 50, "unlucky");
            let outcome = ordered(&options, Buffers::new(1000), work, |event| {
                found += usize::from(matches!(event, Event::Done(..)));
                Continue(())
            });
            assert_eq!(found, 50);
            assert!(matches!(outcome, Err(Failed::Panicked(panic)) if panic.to_string() == "unlucky"));
        }
    }

    #[test]
    fn a_panic_in_fetching_is_an_error() {
        struct Broken;
        impl Tasks for Broken {
            type Task = ();
            type Error = Infallible;
            fn next(&mut self, _: Option<()>, _: &mut dyn FnMut() -> bool) -> Result<Option<()>, Infallible> {
                panic!("no task")
            }
        }
        for options in runs().filter(|options| options.threads > 0) {
            let outcome = ordered(&options, Broken, |()| (), |_| Continue(()));
            assert!(matches!(outcome, Err(Failed::Panicked(panic)) if panic.to_string() == "no task"));
        }
        assert!(catch(|| ordered(&Options::new(0), Broken, |()| (), |_| Continue(())).is_ok()).is_err());
    }

    #[test]
    fn a_panic_of_the_consumer_ends_the_workers() {
        for options in runs() {
            let run = || ordered(&options, Buffers::new(usize::MAX), |task| number(task), |_| panic!("consumer"));
            assert_eq!(catch(run).map(|_| ()).unwrap_err().to_string(), "consumer");
        }
    }

    #[test]
    fn tasks_in_flight_are_limited_by_number_and_by_bytes() {
        // The bytes of tasks in flight, and of one more.
        let limits = [(usize::MAX, 6), (30, 4), (0, 1)];
        for ((budget, most), caller_works) in limits.into_iter().flat_map(|limit| [(limit, false), (limit, true)]) {
            let worked = AtomicUsize::new(0);
            let options = Options { budget, caller_works, ..Options::new(3) };
            let work = |_: &Vec<u8>| worked.fetch_add(1, Relaxed);
            let flow = ordered(&options, Buffers::new(2000), work, |event| {
                if let Event::Done(_, task) = event {
                    std::thread::yield_now();
                    let ahead = worked.load(Relaxed) - number(task);
                    assert!(ahead <= most, "{ahead} tasks with a budget of {budget}");
                }
                Continue(())
            });
            assert!(flow.unwrap().is_continue());
        }
    }

    #[test]
    fn memory_is_reused_up_to_a_size() {
        for options in runs().map(|options| Options { reuse: 8, ..options }) {
            for (size, reuses) in [(8, true), (9, false)] {
                let tasks = Buffers { size, ..Buffers::new(500) };
                let made = tasks.made;
                assert_eq!(numbers(&options, tasks, usize::MAX).0.len(), 500);
                assert_eq!(made.load(Relaxed) <= options.in_flight, reuses, "{size} bytes, {options:?}");
            }
        }
    }

    #[test]
    fn ticks_come_while_work_takes_long_and_can_cancel_it() {
        struct Slow;
        impl Tasks for Slow {
            type Task = ();
            type Error = Infallible;
            /// Blocks for as long as it is wanted.
            fn next(&mut self, _: Option<()>, is_wanted: &mut dyn FnMut() -> bool) -> Result<Option<()>, Infallible> {
                while is_wanted() {
                    sleep(Duration::from_millis(1));
                }
                Ok(None)
            }
        }
        for options in runs().map(|options| Options { tick: Duration::from_millis(2), ..options }) {
            let mut ticks = 0;
            let flow = ordered(
                &options,
                Slow,
                |()| (),
                |event| {
                    assert!(matches!(event, Event::Tick));
                    ticks += 1;
                    if ticks < 3 { Continue(()) } else { Break(()) }
                },
            );
            assert_eq!((flow.unwrap(), ticks), (Break(()), 3));
        }
    }

    #[test]
    fn the_consumer_is_dropped_before_the_workers_are_waited_for() {
        struct Hung<'c>(&'c crate::Cancel);
        impl Tasks for Hung<'_> {
            type Task = ();
            type Error = Infallible;
            /// Does not look whether it is wanted.
            fn next(&mut self, _: Option<()>, _: &mut dyn FnMut() -> bool) -> Result<Option<()>, Infallible> {
                while !self.0.is_cancelled() {
                    sleep(Duration::from_millis(1));
                }
                Ok(None)
            }
        }
        struct CancelOnDrop<'c>(&'c crate::Cancel);
        impl Drop for CancelOnDrop<'_> {
            fn drop(&mut self) {
                self.0.cancel();
            }
        }
        let cancel = crate::Cancel::default();
        let options = Options { tick: Duration::from_millis(1), ..Options::new(2) };
        let guard = CancelOnDrop(&cancel);
        let flow = ordered(
            &options,
            Hung(&cancel),
            |()| (),
            move |_| {
                let _ = &guard;
                Break(())
            },
        );
        assert!(flow.unwrap().is_break());
    }

    #[test]
    fn the_first_error_in_order_counts() {
        for threads in THREADS {
            let mut found = Vec::new();
            let work = |item| if item % 100 == 99 { Err(item) } else { Ok(item) };
            let mapped = ordered_map(0..1000, threads, work, |item| {
                found.push(item);
                if item == 150 { Err(item) } else { Ok(()) }
            });
            assert_eq!((mapped, found), (Err(99), (0..99).collect()));
            let mapped = ordered_map(0..1000, threads, Ok, |item| if item == 150 { Err(item) } else { Ok(()) });
            assert_eq!(mapped, Err(150));
            assert!(catch(|| ordered_map(0..9, threads, |_| -> Result<(), ()> { panic!("no") }, Ok)).is_err());
        }
    }
}
