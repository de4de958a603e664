//! A sink that discards games: they are read, played and counted.

use crate::common::failure::Failure;
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{
    Complete, ForeignSupport, GameEnd, GameSink, GivenForeign, LocalSink, Needs, Piece, Receiver, SinkFactory,
    StepSink, content,
};
use crate::settings::{Settings, WantedGames};
use scoresheet_core::game::GameFormat;
use scoresheet_core::read::{self, Depth};

/// The size of blocks: small enough for all that are read at once to stay in caches, and for threads to end at about
/// the same time; large enough that passing them between threads costs nothing.
const BLOCK: usize = 256 << 10;

/// Counts games, and discards them.
pub(crate) struct CountOnly<'n> {
    /// Reads foreign games; `None` refuses them.
    pub(crate) foreign: Option<&'n dyn Foreign>,
    pub(crate) settings: &'n Settings,
    /// How thoroughly games are read.
    pub(crate) depth: Depth,
}

impl<'n> GameSink<'n> for CountOnly<'n> {
    fn needs(&self) -> Needs<'n> {
        let foreign = self.foreign.map_or(ForeignSupport::Refused, |foreign| ForeignSupport::Taken(Some(foreign)));
        Needs { depth: self.depth, caller_works: true, ..Needs::steps(BLOCK, foreign) }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'n> + 'n> {
        Box::new(CountFactory { depth: self.depth })
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        _at: &BlockLocation<'_>,
        _wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        pass.report.skipped += content::<u64>(piece)?;
        Ok(())
    }

    fn add_foreign(
        &mut self,
        pass: &mut Pass<'_>,
        given: GivenForeign<'_>,
        _at: &BlockLocation<'_>,
    ) -> Result<(), Failure> {
        pass.report.skipped += u64::from(self.settings.read.skips(given.faulty));
        Ok(())
    }

    fn finish(self: Box<Self>, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        Ok(Complete::Nothing)
    }
}

/// Creates sinks that count.
struct CountFactory {
    depth: Depth,
}

impl<'n> SinkFactory<'n> for CountFactory {
    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        read::Settings { keep_tags: false, depth: self.depth, ..reading }
    }

    fn local(&self, _from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 'n> {
        Box::new(LocalCount { receiver: (), skipped: 0 })
    }
}

/// Counts the games that are left out.
struct LocalCount {
    receiver: (),
    skipped: u64,
}

impl LocalSink for LocalCount {
    fn steps(&mut self) -> StepSink<'_> {
        Receiver::Nothing(&mut self.receiver).into()
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        self.skipped += u64::from(game.skip);
    }

    fn leave_out(&mut self, _number: u64, _lost: Vec<Lost>) {
        self.skipped += 1;
    }

    fn finish(self: Box<Self>) -> Piece {
        Box::new(self.skipped)
    }
}
