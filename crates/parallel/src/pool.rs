//! The workers of a run, and the results that wait for their turn.

use crate::lock::{wait_timeout, wait_while};
use crate::{Lock, Panicked, catch};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Condvar;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// How a run uses threads and memory.
///
/// ```
/// use scoresheet_parallel::Options;
///
/// let options = Options { budget: 64 << 20, ..Options::new(4) };
/// assert_eq!((options.threads, options.in_flight), (4, 8));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of workers. With 0, the calling thread does the work, and one task is in flight.
    pub threads: usize,
    /// Whether the calling thread fetches a task and works on it as well, whenever no result is due. Ticks, and results that are
    /// due, then wait until it has finished its task. For tasks that are fetched without waiting for another process.
    pub caller_works: bool,
    /// How many tasks may be in flight: begun, with results that were not consumed yet.
    pub in_flight: usize,
    /// How many bytes the tasks in flight may have before no further one is begun. One task may always be begun.
    pub budget: usize,
    /// The largest task, in bytes, whose memory is kept for another one.
    pub reuse: usize,
    /// The time between two ticks.
    pub tick: Duration,
}

impl Options {
    /// For this many workers: two tasks in flight each, without a budget of bytes or reused memory, and ten ticks a second.
    /// The calling thread only takes the results.
    pub fn new(threads: usize) -> Options {
        let in_flight = threads.saturating_mul(2).max(1);
        let tick = Duration::from_millis(100);
        Options { threads, caller_works: false, in_flight, budget: usize::MAX, reuse: 0, tick }
    }
}

/// Tasks, which the workers fetch in turns.
pub trait Tasks: Send {
    /// A task.
    type Task: Send;
    /// The reason why there are no more.
    type Error: Send;

    /// The next task; `None` at the end. `spent` is an earlier task whose memory can be reused. If this takes long, it calls
    /// `is_wanted` from time to time, and ends when that returns false.
    ///
    /// # Errors
    /// If there should be more tasks. The results of all earlier tasks are consumed first.
    fn next(
        &mut self,
        spent: Option<Self::Task>,
        is_wanted: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self::Task>, Self::Error>;

    /// The memory that a task uses, for the budget.
    fn bytes(_task: &Self::Task) -> usize {
        0
    }
}

/// The reason why a run ended early.
#[derive(Debug)]
pub enum Failed<E> {
    /// The tasks could not be fetched.
    Tasks(E),
    /// A worker has panicked.
    Panicked(Panicked),
}

/// What the calling thread does in a run.
pub(crate) trait Consumer<T> {
    /// Called before each wait for a result.
    fn dispatch(&mut self) {}

    /// Takes the result of the task with this number, and may give a task back whose memory can be reused.
    fn take(&mut self, number: u64) -> ControlFlow<(), Option<T>>;

    fn tick(&mut self) -> ControlFlow<()>;
}

/// Results by the numbers of their tasks. They pass beside the pool, so that the code of the pool does not depend on their type
/// and is compiled once for each type of tasks.
pub(crate) struct Results<R>(Lock<BTreeMap<u64, R>>);

impl<R> Results<R> {
    pub(crate) fn new() -> Results<R> {
        Results(Lock::default())
    }

    pub(crate) fn put(&self, number: u64, result: R) {
        self.0.lock().insert(number, result);
    }

    /// The result of a task whose work has ended.
    pub(crate) fn take(&self, number: u64) -> Option<R> {
        self.0.lock().remove(&number)
    }
}

/// Fetches tasks, does `work` on each, and has the results consumed in order on the calling thread. Breaks if the consumer
/// wanted no more. The consumer is dropped before this waits for the workers.
pub(crate) fn run<T: Tasks>(
    options: &Options,
    tasks: T,
    work: &(dyn Fn(u64, T::Task) + Sync),
    consumer: Box<dyn Consumer<T::Task> + '_>,
) -> Result<ControlFlow<()>, Failed<T::Error>> {
    let state = State {
        done: BTreeMap::new(),
        due: 0,
        is_fetching: false,
        begun: 0,
        end: None,
        in_flight: 0,
        bytes: 0,
        spent: Vec::new(),
    };
    let pool = Pool {
        options,
        ended: AtomicBool::new(false),
        state: Lock::new(state),
        ready: Condvar::new(),
        space: Condvar::new(),
    };
    let tasks = Lock::new(tasks);
    scope(|scope| {
        let _end = EndWorkers(&pool);
        let start = |number| {
            let worker = Builder::new().name(format!("scoresheet-{number}"));
            worker.spawn_scoped(scope, || pool.work(&tasks, work)).ok()
        };
        // If the system provides fewer threads than requested, the run is only slower.
        if (0..options.threads).map_while(start).count() == 0 {
            inline(options, &mut *tasks.lock(), work, consumer)
        } else {
            pool.consume(consumer, &tasks, work)
        }
    })
}

/// One task after the other, on the calling thread.
fn inline<T: Tasks>(
    options: &Options,
    tasks: &mut T,
    work: &dyn Fn(u64, T::Task),
    mut consumer: Box<dyn Consumer<T::Task> + '_>,
) -> Result<ControlFlow<()>, Failed<T::Error>> {
    let (mut ticks, mut spent) = (Ticks::new(options.tick), None);
    for number in 0.. {
        if ticks.tick(&mut *consumer).is_break() {
            break;
        }
        consumer.dispatch();
        let mut flow = ControlFlow::Continue(());
        let task = tasks.next(spent.take(), &mut || {
            flow = ticks.tick(&mut *consumer);
            flow.is_continue()
        });
        if flow.is_break() {
            break;
        }
        let Some(task) = task.map_err(Failed::Tasks)? else { return Ok(flow) };
        catch(|| work(number, task)).map_err(Failed::Panicked)?;
        match consumer.take(number) {
            ControlFlow::Continue(task) => spent = task.filter(|task| T::bytes(task) <= options.reuse),
            ControlFlow::Break(()) => break,
        }
    }
    Ok(ControlFlow::Break(()))
}

/// What the workers and the calling thread share.
struct Pool<'o, T: Tasks> {
    options: &'o Options,
    /// Whether no more is wanted.
    ended: AtomicBool,
    state: Lock<State<T>>,
    /// The next result is available, there are no more, or the calling thread may fetch a task.
    ready: Condvar,
    /// A worker may fetch a task, or no more are wanted.
    space: Condvar,
}

type Outcome<R, T> = Result<R, Failed<<T as Tasks>::Error>>;

struct State<T: Tasks> {
    /// The tasks whose results were not consumed yet, by their numbers, with their bytes.
    done: BTreeMap<u64, (usize, Outcome<(), T>)>,
    /// The number of the task whose result is consumed next.
    due: u64,
    /// Whether a thread is fetching a task. Others wait for the end of that and not for the tasks themselves, because the calling
    /// thread must tick meanwhile.
    is_fetching: bool,
    /// The number of tasks that were fetched, including a failure.
    begun: u64,
    /// The number of tasks there are, once that is known.
    end: Option<u64>,
    in_flight: usize,
    bytes: usize,
    spent: Vec<T::Task>,
}

impl<T: Tasks> State<T> {
    /// Whether the next result can be consumed, or there are no more.
    fn is_due(&self) -> bool {
        self.done.contains_key(&self.due) || self.end == Some(self.due)
    }

    /// Keeps other threads from fetching. Returns the memory of a task that was consumed, if there is any.
    fn begin_fetching(&mut self) -> Option<T::Task> {
        self.is_fetching = true;
        self.spent.pop()
    }

    /// A failure in place of the next task, which is the last one.
    fn fail(&mut self, failed: Failed<T::Error>) -> Fetched<T> {
        let number = self.begun;
        self.end = Some(number + 1);
        Fetched { number, bytes: 0, task: Err(failed) }
    }
}

/// A task that was fetched.
struct Fetched<T: Tasks> {
    number: u64,
    bytes: usize,
    task: Outcome<T::Task, T>,
}

impl<T: Tasks> Pool<'_, T> {
    /// The part of the calling thread: results in order, with ticks in between.
    fn consume(
        &self,
        mut consumer: Box<dyn Consumer<T::Task> + '_>,
        tasks: &Lock<T>,
        work: &dyn Fn(u64, T::Task),
    ) -> Result<ControlFlow<()>, Failed<T::Error>> {
        let mut ticks = Ticks::new(self.options.tick);
        while ticks.tick(&mut *consumer).is_continue() {
            consumer.dispatch();
            let mut state = self.state.lock();
            if state.is_due() {
                let number = state.due;
                let Some((bytes, result)) = state.done.remove(&number) else { return Ok(ControlFlow::Continue(())) };
                state.due += 1;
                drop(state);
                result?;
                let ControlFlow::Continue(spent) = consumer.take(number) else { break };
                self.take_back(bytes, spent);
            } else if self.options.caller_works && self.may_fetch(&state) {
                let spent = state.begin_fetching();
                drop(state);
                let mut flow = ControlFlow::Continue(());
                let fetched = self.fetch(tasks, spent, &mut || {
                    flow = ticks.tick(&mut *consumer);
                    flow.is_continue()
                });
                if flow.is_break() {
                    break;
                }
                if let Some(fetched) = fetched {
                    self.work_on(fetched, work);
                }
            } else {
                drop(wait_timeout(&self.ready, state, ticks.until_due()));
            }
        }
        Ok(ControlFlow::Break(()))
    }

    fn take_back(&self, bytes: usize, spent: Option<T::Task>) {
        let mut state = self.state.lock();
        state.in_flight -= 1;
        state.bytes -= bytes;
        state.spent.extend(spent.filter(|task| T::bytes(task) <= self.options.reuse));
        drop(state);
        self.space.notify_one();
    }

    /// The part of a worker.
    fn work(&self, tasks: &Lock<T>, work: &dyn Fn(u64, T::Task)) {
        while let Some(spent) = self.wait_to_fetch() {
            if let Some(fetched) = self.fetch(tasks, spent, &mut || !self.ended.load(Relaxed)) {
                self.work_on(fetched, work);
            }
        }
    }

    fn work_on(&self, fetched: Fetched<T>, work: &dyn Fn(u64, T::Task)) {
        let Fetched { number, bytes, task } = fetched;
        let result = task.and_then(|task| catch(|| work(number, task)).map_err(Failed::Panicked));
        let mut state = self.state.lock();
        state.done.insert(number, (bytes, result));
        let is_due = state.is_due();
        drop(state);
        // As long as an earlier one is missing, the calling thread has no use for it.
        if is_due {
            self.ready.notify_one();
        }
    }

    /// The next task, or a failure in its place, for a thread that has begun fetching; `None` if there are no more.
    fn fetch(
        &self,
        tasks: &Lock<T>,
        spent: Option<T::Task>,
        is_wanted: &mut dyn FnMut() -> bool,
    ) -> Option<Fetched<T>> {
        let next = catch(|| tasks.lock().next(spent, is_wanted));
        let mut state = self.state.lock();
        state.is_fetching = false;
        let number = state.begun;
        let fetched = match next {
            Ok(Ok(Some(task))) => {
                let bytes = T::bytes(&task);
                state.begun += 1;
                state.in_flight += 1;
                state.bytes += bytes;
                Some(Fetched { number, bytes, task: Ok(task) })
            }
            Ok(Ok(None)) => {
                state.end = Some(number);
                None
            }
            Ok(Err(error)) => Some(state.fail(Failed::Tasks(error))),
            Err(panic) => Some(state.fail(Failed::Panicked(panic))),
        };
        let (may_fetch, is_over) = (self.may_fetch(&state), self.is_over(&state));
        drop(state);
        // The next one is the turn of another thread.
        if is_over {
            self.space.notify_all();
            self.ready.notify_one();
        } else if may_fetch {
            self.space.notify_one();
            if self.options.caller_works {
                self.ready.notify_one();
            }
        }
        fetched
    }

    /// Waits until no other thread fetches a task and few enough are in flight, and begins to fetch the next one. Returns the
    /// memory of one that was consumed, if there is any; `None` if no more are wanted.
    fn wait_to_fetch(&self) -> Option<Option<T::Task>> {
        let is_early = |state: &mut State<T>| !self.may_fetch(state) && !self.is_over(state);
        let mut state = wait_while(&self.space, self.state.lock(), is_early);
        if self.is_over(&state) { None } else { Some(state.begin_fetching()) }
    }

    /// Whether a thread may begin to fetch a task.
    fn may_fetch(&self, state: &State<T>) -> bool {
        let Options { in_flight, budget, .. } = *self.options;
        let has_space = state.in_flight == 0 || (state.in_flight < in_flight && state.bytes <= budget);
        has_space && !state.is_fetching && !self.is_over(state)
    }

    /// Whether no more tasks are wanted, or there are none.
    fn is_over(&self, state: &State<T>) -> bool {
        self.ended.load(Relaxed) || state.end.is_some()
    }
}

/// Ends the workers even if the consumer panics, because the scope waits for them.
struct EndWorkers<'p, 'o, T: Tasks>(&'p Pool<'o, T>);

impl<T: Tasks> Drop for EndWorkers<'_, '_, T> {
    fn drop(&mut self) {
        let state = self.0.state.lock();
        self.0.ended.store(true, Relaxed);
        drop(state);
        self.0.space.notify_all();
    }
}

/// When the next tick is due.
struct Ticks {
    every: Duration,
    last: Instant,
}

impl Ticks {
    fn new(every: Duration) -> Ticks {
        Ticks { every, last: Instant::now() }
    }

    fn until_due(&self) -> Duration {
        self.every.saturating_sub(self.last.elapsed())
    }

    /// Ticks if that is due.
    fn tick<T>(&mut self, consumer: &mut dyn Consumer<T>) -> ControlFlow<()> {
        if self.last.elapsed() < self.every {
            return ControlFlow::Continue(());
        }
        self.last = Instant::now();
        consumer.tick()
    }
}
