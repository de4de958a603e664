//! Single tasks on another thread.

use crate::Panicked;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, JoinHandle, scope};
use std::time::Duration;

/// A value that another thread makes. If it is dropped, the thread ends by itself.
///
/// ```
/// use scoresheet_parallel::Background;
///
/// let sum = Background::spawn(|| (1..=4).sum::<u32>())?;
/// assert_eq!(sum.wait()?, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Background<T>(JoinHandle<T>);

impl<T: Send + 'static> Background<T> {
    /// Starts a thread that does `work`.
    ///
    /// # Errors
    /// If the system provides no more threads.
    pub fn spawn(work: impl FnOnce() -> T + Send + 'static) -> io::Result<Background<T>> {
        Builder::new().spawn(work).map(Background)
    }

    /// Waits for the value.
    ///
    /// # Errors
    /// If the work panicked.
    pub fn wait(self) -> Result<T, Panicked> {
        self.0.join().map_err(Panicked::of)
    }
}

/// Does two things in parallel, the first on a thread of its own.
///
/// # Panics
/// If one of them does.
///
/// ```
/// assert_eq!(scoresheet_parallel::join(|| 1, || 2), (1, 2));
/// ```
pub fn join<A: Send, B>(other: impl FnOnce() -> A + Send, own: impl FnOnce() -> B) -> (A, B) {
    scope(|scope| {
        let other = scope.spawn(other);
        let own = own();
        (other.join().unwrap_or_else(|panic| Panicked::of(panic).resume()), own)
    })
}

/// Does `work` on a thread of its own, and calls `tick` on the calling thread every so often until that has ended.
///
/// # Errors
/// If `work` panics.
///
/// ```
/// let sum = scoresheet_parallel::ticking(std::time::Duration::from_secs(60), || 1 + 1, || println!("still adding"))?;
/// assert_eq!(sum, 2);
/// # Ok::<(), scoresheet_parallel::Panicked>(())
/// ```
pub fn ticking<T: Send>(
    every: Duration,
    work: impl FnOnce() -> T + Send,
    mut tick: impl FnMut(),
) -> Result<T, Panicked> {
    // Nothing is ever sent: the channel closes when the work ends, even if it panics.
    let (working, ended) = channel::<()>();
    scope(|scope| {
        let worker = scope.spawn(move || {
            let _working = working;
            work()
        });
        while ended.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
            tick();
        }
        worker.join().map_err(Panicked::of)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Instant;

    #[test]
    fn the_caller_continues_as_soon_as_the_work_is_done() {
        let (start, long) = (Instant::now(), Duration::from_secs(60));
        assert_eq!(ticking(long, || 7, || panic!("no tick is due so soon")).unwrap(), 7);
        assert!(start.elapsed() < long);
    }

    #[test]
    fn ticks_come_while_the_work_continues() {
        let (asked, answered) = channel();
        let mut ticks = 0;
        let tick = || {
            ticks += 1;
            let _ = asked.send(());
        };
        ticking(Duration::from_millis(1), move || answered.recv(), tick).unwrap().unwrap();
        assert!(ticks > 0);
    }

    #[test]
    fn panics_arrive_on_the_calling_thread() {
        let ticked = ticking(Duration::from_secs(60), || panic!("at work"), || {});
        assert_eq!(ticked.map(|()| String::new()).unwrap_or_else(|panic| panic.to_string()), "at work");
        let waited = Background::spawn(|| panic!("far away")).unwrap().wait();
        assert_eq!(waited.map(|()| String::new()).unwrap_or_else(|panic| panic.to_string()), "far away");
        assert_eq!(
            crate::catch(|| join(|| panic!("beside"), || 1)).map(|((), _)| ()).unwrap_err().to_string(),
            "beside"
        );
        assert_eq!(crate::catch(|| join(|| 1, || panic!("here"))).map(|(_, ())| ()).unwrap_err().to_string(), "here");
    }
}
