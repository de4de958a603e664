//! The workers of a run with several threads.

use crate::blocks::{Block, Feeder, Split};
use crate::error::{FileError, attempt};
use crate::progress::Progress;
use crate::settings::RunSettings;
use crate::turns::{Done, Turn, Turns};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// The number of blocks per thread that may be read and not yet returned.
const AHEAD: usize = 2;

/// The state shared by the workers and the calling thread.
pub(crate) struct Pool<T> {
    name: String,
    progress: Arc<Progress>,
    threads: usize,
    /// Memory of blocks larger than this is freed rather than reused.
    keep: usize,
    /// How many bytes may be read and not yet returned before reading pauses.
    budget: usize,
    stop: AtomicBool,
    shared: Mutex<Shared<T>>,
    /// A result is available for the calling thread.
    ready: Condvar,
    /// A block was returned, or the run has ended.
    space: Condvar,
}

struct Shared<T> {
    /// Results that are not due yet, by block. A failure takes the index of the block that could not be read.
    done: BTreeMap<u64, Result<(T, Block), FileError>>,
    /// The number of blocks, once the source has ended.
    end: Option<u64>,
    in_flight: usize,
    bytes: usize,
    buffers: Vec<Vec<u8>>,
}

impl<T: Send> Pool<T> {
    pub(crate) fn new(name: &str, progress: Arc<Progress>, settings: &RunSettings) -> Pool<T> {
        let threads = settings.threads.max(1);
        let shared = Shared { done: BTreeMap::new(), end: None, in_flight: 0, bytes: 0, buffers: Vec::new() };
        Pool {
            name: name.to_owned(),
            progress,
            threads,
            keep: settings.block_size.saturating_mul(2),
            budget: settings.block_size.saturating_mul(2 * AHEAD * threads),
            stop: AtomicBool::new(false),
            shared: Mutex::new(shared),
            ready: Condvar::new(),
            space: Condvar::new(),
        }
    }

    /// Starts the workers, returns their results, and ends with them.
    pub(crate) fn run<S, E>(
        self,
        feeder: Feeder<'_, S>,
        work: &(impl Fn(&Block) -> T + Sync),
        mut turns: Turns<E>,
    ) -> Result<Done, FileError>
    where
        S: Split + ?Sized,
        E: FnMut(Turn<'_, T>) -> ControlFlow<()>,
    {
        let feeder = Mutex::new(feeder);
        std::thread::scope(|scope| {
            let _stop = StopAtEnd(&self);
            for started in 0..self.threads {
                let worker = Builder::new().name(format!("scoresheet-{started}"));
                // If the system provides fewer threads than requested, the run is only slower.
                match worker.spawn_scoped(scope, || self.labour(&feeder, work)) {
                    Err(error) if started == 0 => return Err(FileError::reading(&self.name, &error)),
                    Err(_) => break,
                    Ok(_) => {}
                }
            }
            self.hand_back(&mut turns)
        })?;
        Ok(turns.done)
    }

    /// The part of the calling thread: results in order, with ticks in between.
    fn hand_back<E>(&self, turns: &mut Turns<E>) -> Result<(), FileError>
    where
        E: FnMut(Turn<'_, T>) -> ControlFlow<()>,
    {
        let mut next = 0;
        while turns.tick() {
            let mut shared = self.lock();
            if !shared.done.contains_key(&next) && shared.end != Some(next) {
                shared = self.ready.wait_timeout(shared, turns.until_tick()).unwrap_or_else(PoisonError::into_inner).0;
            }
            if let Some(outcome) = shared.done.remove(&next) {
                drop(shared);
                let (result, block) = outcome?;
                if !turns.block(result, &block) {
                    break;
                }
                next += 1;
                self.take_back(block);
            } else if shared.end == Some(next) {
                break;
            }
        }
        Ok(())
    }

    fn take_back(&self, block: Block) {
        let buffer = block.into_buffer();
        let mut shared = self.lock();
        shared.in_flight -= 1;
        shared.bytes -= buffer.len();
        if buffer.len() <= self.keep {
            shared.buffers.push(buffer);
        }
        drop(shared);
        self.space.notify_one();
    }

    /// The part of a worker: it reads the next block while it holds the feeder's lock, and works on it without the
    /// lock.
    fn labour<S: Split + ?Sized>(&self, feeder: &Mutex<Feeder<'_, S>>, work: &(impl Fn(&Block) -> T + Sync)) {
        while let Some((index, fed)) = self.feed(feeder) {
            let outcome = fed.and_then(|block| Ok((attempt(&self.name, || work(&block))?, block)));
            self.lock().done.insert(index, outcome);
            self.ready.notify_one();
        }
    }

    /// The next block, or a failure with its index; `None` if there are no more or none are wanted.
    fn feed<S: Split + ?Sized>(&self, feeder: &Mutex<Feeder<'_, S>>) -> Option<(u64, Result<Block, FileError>)> {
        let mut feeder = feeder.lock().unwrap_or_else(PoisonError::into_inner);
        // Waiting while holding the feeder's lock is safe: every earlier block is with a worker that no longer needs
        // it.
        let buffer = self.wait_for_space()?;
        let index = feeder.index();
        match feeder.next(buffer, &mut || !self.stop.load(Relaxed)) {
            Ok(Some(block)) => {
                let mut shared = self.lock();
                shared.in_flight += 1;
                shared.bytes += block.capacity();
                Some((index, Ok(block)))
            }
            Ok(None) => {
                self.lock().end = Some(index);
                self.ready.notify_one();
                None
            }
            Err(error) => Some((index, Err(error))),
        }
    }

    /// Memory for one more block, once few enough are in progress; `None` if no more are wanted.
    fn wait_for_space(&self) -> Option<Vec<u8>> {
        let full = |shared: &mut Shared<T>| {
            let full = shared.in_flight >= AHEAD * self.threads || (shared.in_flight > 0 && shared.bytes > self.budget);
            full && !self.stop.load(Relaxed)
        };
        let mut shared = self.space.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner);
        if self.stop.load(Relaxed) {
            return None;
        }
        Some(shared.buffers.pop().unwrap_or_default())
    }

    /// No panic can occur while it is held, so a poisoned lock is still valid.
    fn lock(&self) -> MutexGuard<'_, Shared<T>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops the workers even if the caller's closure panics, because the scope waits for them.
struct StopAtEnd<'p, T>(&'p Pool<T>);

impl<T> Drop for StopAtEnd<'_, T> {
    fn drop(&mut self) {
        let shared = self.0.shared.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.stop.store(true, Relaxed);
        self.0.progress.stop.store(true, Relaxed);
        drop(shared);
        self.0.space.notify_all();
    }
}
