//! Long work on a thread of its own: the caller hears of signals and tells its progress meanwhile.

use crate::failure::Failure;
use crate::pass::Pass;
use scoresheet_columns::stop::Stop;
use std::time::Duration;

/// What `work` returns. When the job is to stop, `stop` is set, and `work` must end soon.
///
/// # Errors
/// When the job is to stop.
pub(crate) fn beside<T: Send>(pass: &mut Pass<'_>, stop: &Stop, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let caller = std::thread::current();
    std::thread::scope(|scope| {
        let working = scope.spawn(move || {
            let done = work();
            caller.unpark();
            done
        });
        let mut told = Ok(());
        while !working.is_finished() {
            std::thread::park_timeout(Duration::from_millis(50));
            if told.is_ok() {
                told = pass.tick_when_due();
            }
            if told.is_err() {
                stop.set();
            }
        }
        let done = working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        told.map(|()| done)
    })
}
