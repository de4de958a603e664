//! Threads: blocks are read sequentially, processed in parallel and returned in order.

use crate::blocks::{Block, Feeder, Split};
use crate::error::FileError;
use crate::progress::Progress;
use crate::source::Source;
use scoresheet_parallel::{Event, Failed, Options, ordered};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// The usual number of blocks per thread that may be read and not yet returned.
pub const AHEAD: usize = 2;

/// Reads `source` in blocks of whole games, does `work` on each and gives the results to `each` on the calling thread,
/// in order. `each` also receives a tick about every 100 ms, and stops everything by breaking.
///
/// With one thread a block is read, worked on and handed back before the next one. With more, they read in turns and
/// work in parallel, some blocks each ahead of `each`. If the source is a file, the calling thread is one of them, see
/// [`Source::spare_caller`].
///
/// # Errors
/// If the source fails: every whole game before the failure is handed back first. When `work` panics.
///
/// ```
/// use scoresheet_files::{Block, RunSettings, Source, RunEvent, run};
/// use std::ops::ControlFlow::Continue;
///
/// // A line is a game here.
/// let cut = |bytes: &[u8], last: bool| match last {
///     true => Some(bytes.len()),
///     false => bytes.iter().rposition(|&b| b == b'\n').map(|at| at + 1),
/// };
/// let resync = |bytes: &[u8]| bytes.iter().position(|&b| b == b'\n').map(|at| at + 1);
/// let source = Source::from_bytes("lines", "one\ntwo\nthree\n", &Default::default());
/// let settings = RunSettings { threads: 2, block_size: 5, ..Default::default() };
/// let mut blocks = Vec::new();
/// run(source, &settings, &(cut, resync), |block: &Block| block.bytes().len(), |event| {
///     if let RunEvent::Block(size, block) = event {
///         blocks.push((block.start, size));
///     }
///     Continue(())
/// })?;
/// assert_eq!(blocks, [(0, 4), (4, 4), (8, 6)]);
/// # Ok::<(), scoresheet_files::FileError>(())
/// ```
pub fn run<S, T, W, E>(
    mut source: Source,
    settings: &RunSettings,
    split: &S,
    work: W,
    mut each: E,
) -> Result<RunSummary, FileError>
where
    S: Split + ?Sized,
    T: Send,
    W: Fn(&Block) -> T + Sync,
    E: FnMut(RunEvent<'_, T>) -> ControlFlow<()>,
{
    source.set_threads(settings.threads);
    let (name, options, stop) = (source.name().to_owned(), options(&source, settings), StopOnDrop(source.progress()));
    let mut done = RunSummary::default();
    let counted = &mut done;
    let flow = ordered(&options, Feeder::new(source, settings, split), work, move |event| {
        // Dropped with this closure, before the workers are waited for, so that one that waits for a pipe ends.
        let _ = &stop;
        match event {
            Event::Done(result, block) => {
                counted.blocks += 1;
                counted.bytes += block.bytes().len() as u64;
                each(RunEvent::Block(result, block))
            }
            Event::Tick => each(RunEvent::Tick),
        }
    });
    match flow {
        Ok(flow) => Ok(RunSummary { stopped: flow.is_break(), ..done }),
        Err(Failed::Tasks(error)) => Err(error),
        Err(Failed::Panicked(panic)) => Err(FileError::fault(&name, &panic)),
    }
}

fn options(source: &Source, settings: &RunSettings) -> Options {
    let threads = settings.threads.max(1);
    Options {
        // A pipe may keep its reader waiting forever, and the calling thread must stay responsive. Where reading runs code of
        // Python, signals to that must not arrive in this code.
        threads: if source.caller_works() || (threads == 1 && !source.waits()) { threads - 1 } else { threads },
        caller_works: source.caller_works(),
        in_flight: settings.ahead * threads,
        budget: settings.block_size.saturating_mul(2 * settings.ahead * threads),
        // Memory of larger blocks is freed.
        reuse: settings.block_size.saturating_mul(2),
        tick: TICK,
    }
}

/// Stops reading.
struct StopOnDrop(Arc<Progress>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop.cancel();
    }
}

/// The reason of a call.
#[derive(Debug)]
pub enum RunEvent<'b, T> {
    /// A block is done. Blocks come in the order of the source.
    Block(T, &'b Block),
    /// A tenth of a second has passed.
    Tick,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Whether the caller stopped it.
    pub stopped: bool,
    /// The number of blocks returned.
    pub blocks: u64,
    /// The number of decompressed bytes in them.
    pub bytes: u64,
}

/// How often the caller runs, to check for signals and to show progress.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// The settings for reading a source.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
    /// The number of threads that work on blocks. One of them is the calling thread if the source is a file, or if there is
    /// only one and it is not a pipe.
    pub threads: usize,
    /// The approximate size of a block in bytes.
    pub block_size: usize,
    /// The number of blocks per thread that may be read and not yet returned.
    pub ahead: usize,
    /// The maximum size of a game in bytes.
    pub game_limit: usize,
}

impl Default for RunSettings {
    fn default() -> RunSettings {
        RunSettings { threads: 1, block_size: 1 << 20, ahead: AHEAD, game_limit: 64 << 20 }
    }
}
