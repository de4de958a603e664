//! The calls to the closure of a run: one for each block that is done, and ticks in between.

use crate::blocks::Block;
use crate::settings::TICK;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The reason of a call.
#[derive(Debug)]
pub enum Turn<'b, T> {
    /// A block is done. Blocks come in the order of the source.
    Block(T, &'b Block),
    /// A tenth of a second has passed.
    Tick,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Whether the caller stopped it.
    pub stopped: bool,
    /// The number of blocks returned.
    pub blocks: u64,
    /// The number of decompressed bytes in them.
    pub bytes: u64,
}

/// The caller's closure, and the time of its last tick.
pub(crate) struct Turns<E> {
    each: E,
    ticked: Instant,
    pub(crate) done: Done,
}

impl<E> Turns<E> {
    /// A caller that has not been called yet.
    pub(crate) fn of(each: E) -> Turns<E> {
        Turns { each, ticked: Instant::now(), done: Done::default() }
    }

    /// `false` if the caller wants no more.
    pub(crate) fn block<T>(&mut self, result: T, block: &Block) -> bool
    where
        E: FnMut(Turn<'_, T>) -> ControlFlow<()>,
    {
        self.done.blocks += 1;
        self.done.bytes += block.bytes().len() as u64;
        self.done.stopped |= (self.each)(Turn::Block(result, block)).is_break();
        !self.done.stopped
    }

    /// The time until the next tick.
    pub(crate) fn until_tick(&self) -> Duration {
        TICK.saturating_sub(self.ticked.elapsed())
    }

    /// Calls the closure if a tick is due; `false` if the caller wants no more.
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
