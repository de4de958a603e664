//! Threads: blocks are read one after another, worked on side by side and handed back in order.

use crate::blocks::{Block, Feeder, Split};
use crate::error::FileError;
use crate::pool::Pool;
use crate::source::Source;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How often the caller is woken, to look at signals and to show progress.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// How a source is read.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
    /// Threads that work on blocks; 1 works on the calling thread.
    pub threads: usize,
    /// Bytes in a block, about.
    pub block_size: usize,
    /// Bytes a game may have.
    pub game_limit: usize,
}

impl Default for RunSettings {
    fn default() -> RunSettings {
        RunSettings { threads: 1, block_size: 1 << 20, game_limit: 64 << 20 }
    }
}

/// Why the caller has its turn.
#[derive(Debug)]
pub enum Turn<'b, T> {
    /// A block is done. Blocks come in the order of the source.
    Block(T, &'b Block),
    /// A tenth of a second has gone by.
    Tick,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Whether the caller stopped it.
    pub stopped: bool,
    /// Blocks handed back.
    pub blocks: u64,
    /// Unpacked bytes in them.
    pub bytes: u64,
}

/// Reads `source` in blocks of whole games, does `work` on each and gives the results to `each` on the calling thread,
/// in order. `each` also has a turn about every 100 ms, and stops everything by breaking.
///
/// With one thread a block is read, worked on and handed back before the next one. With more, they read in turns and
/// work side by side, at most two blocks each ahead of `each`.
///
/// # Errors
/// When the source fails: every whole game before the failure is handed back first. When `work` panics.
///
/// ```
/// use scoresheet_files::{Block, RunSettings, Source, Turn, run};
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
/// run(source, &settings, &(cut, resync), |block: &Block| block.bytes().len(), |turn| {
///     if let Turn::Block(size, block) = turn {
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
    each: E,
) -> Result<Done, FileError>
where
    S: Split + ?Sized,
    T: Send,
    W: Fn(&Block) -> T + Sync,
    E: FnMut(Turn<'_, T>) -> ControlFlow<()>,
{
    source.set_threads(settings.threads);
    let turns = Turns { each, ticked: Instant::now(), done: Done::default() };
    // A pipe may keep its reader waiting for ever, and the calling thread must stay awake.
    if settings.threads <= 1 && !source.waits() {
        inline(Feeder::new(source, settings, split), &work, turns)
    } else {
        Pool::new(source.name(), source.progress(), settings).run(Feeder::new(source, settings, split), &work, turns)
    }
}

/// The caller's closure, and when it last had a tick.
pub(crate) struct Turns<E> {
    each: E,
    ticked: Instant,
    pub(crate) done: Done,
}

impl<E> Turns<E> {
    /// `false` when the caller wants no more.
    pub(crate) fn block<T>(&mut self, result: T, block: &Block) -> bool
    where
        E: FnMut(Turn<'_, T>) -> ControlFlow<()>,
    {
        self.done.blocks += 1;
        self.done.bytes += block.bytes().len() as u64;
        self.done.stopped |= (self.each)(Turn::Block(result, block)).is_break();
        !self.done.stopped
    }

    /// How long until the next tick is due.
    pub(crate) fn until_tick(&self) -> Duration {
        TICK.saturating_sub(self.ticked.elapsed())
    }

    /// Ticks when it is time; `false` when the caller wants no more.
    pub(crate) fn tick<T>(&mut self) -> bool
    where
        E: FnMut(Turn<'_, T>) -> ControlFlow<()>,
    {
        if self.ticked.elapsed() >= TICK {
            self.ticked = Instant::now();
            self.done.stopped |= (self.each)(Turn::Tick).is_break();
        }
        !self.done.stopped
    }
}

fn inline<S, T, E>(
    mut feeder: Feeder<'_, S>,
    work: &(impl Fn(&Block) -> T + Sync),
    mut turns: Turns<E>,
) -> Result<Done, FileError>
where
    S: Split + ?Sized,
    E: FnMut(Turn<'_, T>) -> ControlFlow<()>,
{
    let name = feeder.name().to_owned();
    let mut buffer = Vec::new();
    while turns.tick() {
        let Some(block) = feeder.next(buffer, &mut || turns.tick())? else { break };
        if turns.done.stopped {
            break;
        }
        let result = attempt(&name, || work(&block))?;
        if !turns.block(result, &block) {
            break;
        }
        buffer = block.into_buffer();
    }
    Ok(turns.done)
}

/// Does `work`; a fault of ours in it becomes a failure that can be reported.
pub(crate) fn attempt<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, FileError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| FileError::fault(name, &*panic))
}
