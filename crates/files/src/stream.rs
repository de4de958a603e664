//! A run in pull mode: the consumer pulls results that background threads prepare ahead of time.

use crate::error::FileError;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// An iterator over the results of a job in the background. Dropping it early stops the job and waits for it.
///
/// ```
/// use scoresheet_files::{FileError, Stream};
///
/// let stream: Stream<u32> = Stream::spawn(2, |outlet| {
///     let _ = (1..=4).try_for_each(|number| outlet.send(number));
///     Ok(())
/// });
/// let sum: Result<u32, FileError> = stream.sum();
/// assert_eq!(sum, Ok(10));
/// ```
#[derive(Debug)]
pub struct Stream<T, E = FileError> {
    items: Option<Receiver<T>>,
    job: Option<JoinHandle<Result<(), E>>>,
    closed: Arc<AtomicBool>,
}

/// The channel for the results of the job.
#[derive(Debug)]
pub struct Outlet<T> {
    items: SyncSender<T>,
    closed: Arc<AtomicBool>,
}

impl<T> Outlet<T> {
    /// Sends a result, and waits while enough results are ahead; breaks if no more are wanted.
    pub fn send(&self, item: T) -> ControlFlow<()> {
        match self.items.send(item) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Breaks if no more results are wanted; a job returns this at each [`crate::Turn::Tick`].
    pub fn tick(&self) -> ControlFlow<()> {
        if self.closed.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<T, E> Stream<T, E>
where
    T: Send + 'static,
    E: From<FileError> + Send + 'static,
{
    /// Starts `job`, with at most `ahead` results that wait to be pulled.
    pub fn spawn(ahead: usize, job: impl FnOnce(&Outlet<T>) -> Result<(), E> + Send + 'static) -> Stream<T, E> {
        let (sender, items) = sync_channel(ahead);
        let closed = Arc::new(AtomicBool::new(false));
        let outlet = Outlet { items: sender, closed: Arc::clone(&closed) };
        let job = std::thread::spawn(move || job(&outlet));
        Stream { items: Some(items), job: Some(job), closed }
    }
}

impl<T, E> Stream<T, E> {
    /// The same as `next`, for a caller with other work: `None` if no result has arrived within `wait`.
    pub fn next_within(&mut self, wait: Duration) -> Option<Option<Result<T, E>>>
    where
        E: From<FileError>,
    {
        match self.items.as_ref().map(|items| items.recv_timeout(wait)) {
            Some(Ok(item)) => Some(Some(Ok(item))),
            Some(Err(RecvTimeoutError::Timeout)) => None,
            Some(Err(RecvTimeoutError::Disconnected)) | None => Some(self.next()),
        }
    }
}

impl<T, E> Iterator for Stream<T, E>
where
    E: From<FileError>,
{
    type Item = Result<T, E>;

    fn next(&mut self) -> Option<Result<T, E>> {
        if let Some(Ok(item)) = self.items.as_ref().map(Receiver::recv) {
            return Some(Ok(item));
        }
        let failed = match self.job.take()?.join() {
            Ok(ended) => ended.err(),
            Err(panic) => Some(FileError::fault("the stream", &*panic).into()),
        };
        failed.map(Err)
    }
}

impl<T, E> Drop for Stream<T, E> {
    fn drop(&mut self) {
        self.closed.store(true, Relaxed);
        // Without a receiver, a job that waits to send wakes up.
        self.items = None;
        if let Some(job) = self.job.take() {
            // No one needs its result any more.
            let _ = job.join();
        }
    }
}
