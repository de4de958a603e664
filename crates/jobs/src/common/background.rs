//! Runs long work on its own thread, while the caller handles signals and shows progress.

use crate::common::failure::Failure;
use scoresheet_columns::stop::Stop;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often the caller checks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// The result of `work`. Meanwhile, `tell` notifies the caller of progress. When the job has to stop, `stop` is set,
/// and `work` must end soon.
///
/// # Errors
/// If the job is to stop.
pub(crate) fn beside<T: Send>(
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
    mut tell: impl FnMut() -> Result<(), Failure>,
) -> Result<T, Failure> {
    let mut told = Ok(());
    let done = watched(work, LOOK, || {
        if told.is_ok() {
            told = tell();
        }
        if told.is_err() {
            stop.set();
        }
    });
    told.map(|()| done)
}

/// The result of `work`, as soon as it is available. Meanwhile, the caller runs `look` at intervals.
fn watched<T: Send>(work: impl FnOnce() -> T + Send, every: Duration, mut look: impl FnMut()) -> T {
    // Nothing is ever sent: the channel closes when the work ends, even if it panics.
    let (working, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let _working = working;
            work()
        });
        while ended.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
            look();
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn the_caller_goes_on_as_soon_as_the_work_is_done() {
        let (start, long) = (Instant::now(), Duration::from_secs(60));
        assert_eq!(watched(|| 7, long, || panic!("nobody looks so soon")), 7);
        assert!(start.elapsed() < long);
    }

    #[test]
    fn the_caller_looks_while_the_work_goes_on() {
        let (asked, answered) = mpsc::channel();
        let mut looks = 0;
        let look = || {
            looks += 1;
            let _ = asked.send(());
        };
        watched(move || answered.recv(), Duration::from_millis(1), look).unwrap();
        assert!(looks > 0);
    }
}
