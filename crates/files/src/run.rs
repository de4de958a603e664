//! Threads: blocks are read sequentially, processed in parallel and returned in order.

use crate::blocks::{Block, Feeder, Split};
use crate::error::{FileError, attempt};
use crate::pool::Pool;
use crate::settings::RunSettings;
use crate::source::Source;
use crate::turns::{Done, Turn, Turns};
use std::ops::ControlFlow;

/// Reads `source` in blocks of whole games, does `work` on each and gives the results to `each` on the calling thread,
/// in order. `each` also has a turn about every 100 ms, and stops everything by breaking.
///
/// With one thread a block is read, worked on and handed back before the next one. With more, they read in turns and
/// work side by side, at most two blocks each ahead of `each`.
///
/// # Errors
/// If the source fails: every whole game before the failure is handed back first. When `work` panics.
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
    let turns = Turns::of(each);
    // A pipe may keep its reader waiting forever, and the calling thread must stay responsive.
    if settings.threads <= 1 && !source.waits() {
        inline(Feeder::new(source, settings, split), &work, turns)
    } else {
        Pool::new(source.name(), source.progress(), settings).run(Feeder::new(source, settings, split), &work, turns)
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
