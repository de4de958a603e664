//! The turns of a run's caller: one for each block that is done, and ticks in between.

use crate::blocks::Block;
use crate::settings::TICK;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

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

/// The caller's closure, and when it last had a tick.
pub(crate) struct Turns<E> {
    each: E,
    ticked: Instant,
    pub(crate) done: Done,
}

impl<E> Turns<E> {
    /// The turns of a caller who had none yet.
    pub(crate) fn of(each: E) -> Turns<E> {
        Turns { each, ticked: Instant::now(), done: Done::default() }
    }

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
