//! Work on several threads, whose results are taken in order while further ones are made.

use crate::common::failure::{Failure, guarded};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::scope;
use std::time::Duration;

/// How many tasks of each thread may have begun before their results are due.
const AHEAD: usize = 3;
/// How often the taker has a turn while it waits.
const TICK: Duration = Duration::from_millis(100);

/// Gives tasks, and takes their results.
pub(crate) trait Taker {
    /// A part of the work.
    type Task: Send;
    /// What comes of it.
    type Found: Send;

    /// The next task, if there is one.
    fn next(&mut self) -> Option<Self::Task>;

    /// Takes what came of a task, in the order in which these were given.
    ///
    /// # Errors
    /// If no more are wanted.
    fn take(&mut self, task: Self::Task, found: Self::Found) -> Result<(), Failure>;

    /// Nothing can be taken yet.
    ///
    /// # Errors
    /// If no more are wanted.
    fn wait(&mut self) -> Result<(), Failure>;
}

/// A task or what came of it, with its number.
type Numbered<T> = (usize, T);
type Done<T> = Numbered<(<T as Taker>::Task, Result<<T as Taker>::Found, Failure>)>;

/// Does the work on so many threads. The calling thread gives the tasks and takes the results.
///
/// # Errors
/// If the taker ends it, or the work panics.
pub(crate) fn in_order<T: Taker>(
    threads: usize,
    taker: &mut T,
    work: impl Fn(&T::Task) -> T::Found + Sync,
) -> Result<(), Failure> {
    if threads < 2 {
        while let Some(task) = taker.next() {
            let found = work(&task);
            taker.take(task, found)?;
        }
        return Ok(());
    }
    let (give, tasks) = channel();
    let (tell, done) = channel();
    let tasks = Mutex::new(tasks);
    scope(|scope| {
        for _ in 0..threads {
            let (tell, tasks, work) = (tell.clone(), &tasks, &work);
            scope.spawn(move || labour::<T>(tasks, &tell, work));
        }
        drop(tell);
        // The workers end when nobody gives tasks any more.
        hand_out(taker, threads * AHEAD, give, &done)
    })
}

/// The part of a worker.
fn labour<T: Taker>(
    tasks: &Mutex<Receiver<Numbered<T::Task>>>,
    tell: &Sender<Done<T>>,
    work: impl Fn(&T::Task) -> T::Found,
) {
    loop {
        let given = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, task)) = given else { break };
        let found = guarded(|| Ok(work(&task)));
        if tell.send((number, (task, found))).is_err() {
            break;
        }
    }
}

/// The part of the calling thread.
fn hand_out<T: Taker>(
    taker: &mut T,
    most: usize,
    give: Sender<Numbered<T::Task>>,
    done: &Receiver<Done<T>>,
) -> Result<(), Failure> {
    let ended = || Failure::Internal("a thread has ended early".to_owned());
    let (mut given, mut due, mut early) = (0, 0, BTreeMap::new());
    loop {
        while given - due < most
            && let Some(task) = taker.next()
        {
            give.send((given, task)).map_err(|_| ended())?;
            given += 1;
        }
        if due == given {
            return Ok(());
        }
        while !early.contains_key(&due) {
            match done.recv_timeout(TICK) {
                Ok((number, found)) => drop(early.insert(number, found)),
                Err(RecvTimeoutError::Timeout) => taker.wait()?,
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
        if let Some((task, found)) = early.remove(&due) {
            due += 1;
            taker.take(task, found?)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives numbers, and keeps twice each of them, up to one that it does not want.
    struct Numbers {
        next: u64,
        end: u64,
        refuses: u64,
        found: Vec<u64>,
    }

    impl Taker for Numbers {
        type Task = u64;
        type Found = u64;

        fn next(&mut self) -> Option<u64> {
            self.next += 1;
            Some(self.next - 1).filter(|number| *number < self.end)
        }

        fn take(&mut self, task: u64, found: u64) -> Result<(), Failure> {
            assert_eq!(found, 2 * task);
            self.found.push(found);
            if task == self.refuses { Err(Failure::Interrupted(None)) } else { Ok(()) }
        }

        fn wait(&mut self) -> Result<(), Failure> {
            Ok(())
        }
    }

    #[test]
    fn results_come_in_order_until_no_more_are_wanted() {
        for threads in [1, 2, 5] {
            for (end, refuses) in [(0, 0), (1, 9), (1000, 2000), (1000, 400)] {
                let mut numbers = Numbers { next: 0, end, refuses, found: Vec::new() };
                let done = in_order(threads, &mut numbers, |task| 2 * task);
                let taken = end.min(refuses + 1);
                assert_eq!(done.is_err(), refuses < end);
                assert_eq!(numbers.found, (0..taken).map(|number| 2 * number).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn a_panic_is_a_failure() {
        let mut numbers = Numbers { next: 0, end: 100, refuses: 1000, found: Vec::new() };
        let done = in_order(3, &mut numbers, |task| if *task == 50 { panic!("no") } else { 2 * task });
        assert!(matches!(done, Err(Failure::Internal(_))));
        assert_eq!(numbers.found.len(), 50);
    }
}
