//! Results in order, of tasks that the calling thread dispatches.

use crate::pool::{self, Consumer, Results};
use crate::{Failed, Options, Panicked, Tasks};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Dispatches tasks, and takes their results, both on the calling thread. What the next task is may therefore depend on earlier
/// results, and on data that no other thread may see.
pub trait Dispatcher {
    /// A part of the work.
    type Task: Send;
    /// The result of a task.
    type Output: Send;
    /// The reason to end early.
    type Error: From<Panicked>;

    /// The next task; `None` if there are no more.
    fn next(&mut self) -> Option<Self::Task>;

    /// Takes a task back, with its result. Tasks come back in the order in which they were dispatched.
    ///
    /// # Errors
    /// If no more are wanted.
    fn take(&mut self, task: Self::Task, output: Self::Output) -> Result<(), Self::Error>;

    /// Called from time to time.
    ///
    /// # Errors
    /// If no more are wanted.
    fn tick(&mut self) -> Result<(), Self::Error>;
}

/// Does the work of a dispatcher. The options need no budget, as all tasks in flight were dispatched by number.
///
/// # Errors
/// What ends the dispatcher, or a panic in `work`. All results before that are taken first.
///
/// ```
/// use scoresheet_parallel::{Dispatcher, Options, Panicked, dispatch};
///
/// /// Words, and how many letters those have that came back.
/// struct Words<'w>(std::str::SplitWhitespace<'w>, usize);
///
/// impl<'w> Dispatcher for Words<'w> {
///     type Task = &'w str;
///     type Output = usize;
///     type Error = Panicked;
///
///     fn next(&mut self) -> Option<&'w str> {
///         self.0.next()
///     }
///
///     fn take(&mut self, _word: &'w str, letters: usize) -> Result<(), Panicked> {
///         self.1 += letters;
///         Ok(())
///     }
///
///     fn tick(&mut self) -> Result<(), Panicked> {
///         Ok(())
///     }
/// }
///
/// let mut words = Words("white to move".split_whitespace(), 0);
/// dispatch(&Options::new(2), &mut words, |word| word.len())?;
/// assert_eq!(words.1, 11);
/// # Ok::<(), Panicked>(())
/// ```
pub fn dispatch<D: Dispatcher>(
    options: &Options,
    dispatcher: &mut D,
    work: impl Fn(&D::Task) -> D::Output + Sync,
) -> Result<(), D::Error> {
    let (queue, dispatched) = channel();
    let free = if options.threads == 0 { 1 } else { options.in_flight };
    let mut error = None;
    let results = Results::new();
    let consumer = Dispatching { dispatcher, results: &results, queue: Some(queue), free, error: &mut error };
    let work = |number, task| {
        let output = work(&task);
        results.put(number, (task, output));
    };
    match pool::run(options, Queue(dispatched), &work, Box::new(consumer)) {
        Ok(_) => error.map_or(Ok(()), Err),
        Err(Failed::Panicked(panic)) => Err(panic.into()),
        Err(Failed::Tasks(never)) => match never {},
    }
}

/// The tasks that were dispatched. It ends when the dispatcher drops the other end.
struct Queue<T>(Receiver<T>);

impl<T: Send> Tasks for Queue<T> {
    type Task = T;
    type Error = Infallible;

    fn next(&mut self, _: Option<T>, _: &mut dyn FnMut() -> bool) -> Result<Option<T>, Infallible> {
        Ok(self.0.recv().ok())
    }
}

struct Dispatching<'d, D: Dispatcher> {
    dispatcher: &'d mut D,
    results: &'d Results<(D::Task, D::Output)>,
    /// `None` once there are no more tasks.
    queue: Option<Sender<D::Task>>,
    /// How many more tasks may be in flight.
    free: usize,
    error: &'d mut Option<D::Error>,
}

impl<D: Dispatcher> Dispatching<'_, D> {
    fn flow(&mut self, outcome: Result<(), D::Error>) -> ControlFlow<()> {
        match outcome {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                *self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl<D: Dispatcher> Consumer<D::Task> for Dispatching<'_, D> {
    fn dispatch(&mut self) {
        while let Some(queue) = self.queue.as_ref().filter(|_| self.free > 0) {
            // Sending fails only if all workers have gone, and then the end has come.
            match self.dispatcher.next().map(|task| queue.send(task)) {
                Some(Ok(())) => self.free -= 1,
                Some(Err(_)) | None => self.queue = None,
            }
        }
    }

    fn take(&mut self, number: u64) -> ControlFlow<(), Option<D::Task>> {
        let Some((task, output)) = self.results.take(number) else { return ControlFlow::Continue(None) };
        self.free += 1;
        let taken = self.dispatcher.take(task, output);
        self.flow(taken).map_continue(|()| None)
    }

    fn tick(&mut self) -> ControlFlow<()> {
        let ticked = self.dispatcher.tick();
        self.flow(ticked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Dispatches numbers, and keeps twice each of them, up to one that it does not want.
    struct Numbers {
        next: u64,
        end: u64,
        refused: u64,
        found: Vec<u64>,
        ticks: u32,
    }

    impl Numbers {
        fn new(end: u64, refused: u64) -> Numbers {
            Numbers { next: 0, end, refused, found: Vec::new(), ticks: 0 }
        }
    }

    #[derive(Debug, PartialEq)]
    enum Error {
        Refused,
        Panicked(String),
    }

    impl From<Panicked> for Error {
        fn from(panic: Panicked) -> Error {
            Error::Panicked(panic.to_string())
        }
    }

    impl Dispatcher for Numbers {
        type Task = u64;
        type Output = u64;
        type Error = Error;

        fn next(&mut self) -> Option<u64> {
            self.next += 1;
            assert!(self.next as usize - self.found.len() < 32, "too many in flight");
            Some(self.next - 1).filter(|number| *number < self.end)
        }

        fn take(&mut self, task: u64, output: u64) -> Result<(), Error> {
            assert_eq!(output, 2 * task);
            self.found.push(output);
            if task == self.refused { Err(Error::Refused) } else { Ok(()) }
        }

        fn tick(&mut self) -> Result<(), Error> {
            self.ticks += 1;
            if self.ticks == 3 { Err(Error::Refused) } else { Ok(()) }
        }
    }

    #[test]
    fn results_come_in_order_until_no_more_are_wanted() {
        for threads in [0, 1, 2, 5] {
            for (end, refused) in [(0, 0), (1, 9), (1000, 2000), (1000, 400)] {
                let mut numbers = Numbers::new(end, refused);
                let done = dispatch(&Options::new(threads), &mut numbers, |task| 2 * task);
                assert_eq!(done.is_err(), refused < end);
                assert_eq!(numbers.found, (0..end.min(refused + 1)).map(|number| 2 * number).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn a_panic_is_an_error_in_its_place() {
        for threads in [0, 1, 3] {
            let mut numbers = Numbers::new(100, 1000);
            let work = |task: &u64| if *task == 50 { panic!("no") } else { 2 * task };
            let done = dispatch(&Options::new(threads), &mut numbers, work);
            assert_eq!((done, numbers.found.len()), (Err(Error::Panicked("no".to_owned())), 50));
        }
    }

    #[test]
    fn a_tick_can_end_it() {
        let options = Options { tick: Duration::from_millis(1), ..Options::new(2) };
        let mut numbers = Numbers::new(u64::MAX, u64::MAX);
        let work = |task: &u64| {
            std::thread::sleep(Duration::from_millis(1));
            2 * task
        };
        assert_eq!(dispatch(&options, &mut numbers, work), Err(Error::Refused));
    }
}
