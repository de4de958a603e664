//! An output that discards games: they are read, played and counted.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::location::At;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Boards, Complete, Ended, GivenForeign, Make, Maker, Output};
use crate::settings::{Settings, Wanted};
use scoresheet_core::game::GameFormat;
use scoresheet_core::read::{self, Depth};

/// The size of blocks: small enough for caches, large enough that passing them between threads costs nothing.
const BLOCK: usize = 1 << 20;

/// The output that discards games.
pub(crate) struct Nowhere<'n> {
    pub(crate) foreign: &'n dyn Foreign,
    pub(crate) settings: &'n Settings,
    /// How thoroughly games are read.
    pub(crate) depth: Depth,
}

impl Output for Nowhere<'_> {
    type Make = MakeNothing;

    fn make(&self) -> MakeNothing {
        MakeNothing { depth: self.depth }
    }

    fn format(&self) -> Option<Format> {
        None
    }

    fn depth(&self) -> Depth {
        self.depth
    }

    fn put(&mut self, pass: &mut Pass<'_>, skipped: u64, _at: &At<'_>, _wanted: Wanted<'_>) -> Result<(), Failure> {
        pass.report.skipped += skipped;
        Ok(())
    }

    fn boards(&self) -> Boards<'_> {
        Boards::Taken(Some(self.foreign))
    }

    fn put_foreign(&mut self, pass: &mut Pass<'_>, given: GivenForeign<'_>, _at: &At<'_>) -> Result<(), Failure> {
        pass.report.skipped += u64::from(self.settings.skips(given.faulty));
        Ok(())
    }

    fn complete(self, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        Ok(Complete::Nothing)
    }
}

/// Makes nothing.
#[derive(Clone, Copy)]
pub(crate) struct MakeNothing {
    depth: Depth,
}

impl Make for MakeNothing {
    type Maker = Counting;

    fn block(&self) -> usize {
        BLOCK
    }

    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        read::Settings { keep_tags: false, depth: self.depth, ..reading }
    }

    fn start(&self, _from: Option<&dyn GameFormat>) -> Counting {
        Counting { sink: (), skipped: 0 }
    }
}

/// Counts the games that are left out.
pub(crate) struct Counting {
    sink: (),
    skipped: u64,
}

impl Maker for Counting {
    type Sink = ();
    type Made = u64;

    #[inline]
    fn sink(&mut self) -> &mut () {
        &mut self.sink
    }

    fn end(&mut self, game: Ended<'_, '_>) {
        self.skipped += u64::from(game.skip);
    }

    fn leave_out(&mut self, _number: u64, _lost: Vec<Lost>) {
        self.skipped += 1;
    }

    fn finish(self) -> u64 {
        self.skipped
    }
}
