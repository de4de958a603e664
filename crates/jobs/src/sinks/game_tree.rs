//! The moves of games, for one tree.

use crate::common::background::in_background;
use crate::common::failure::Failure;
use crate::inputs::tables;
use crate::pipeline::foreign::Lost;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{
    Complete, ForeignSupport, GameEnd, GameSink, LocalSink, Needs, Piece, SinkFactory, StepSink, content,
};
use crate::settings::WantedGames;
use scoresheet_columns::game_tree::{LineGatherer, Lines, TreeBuilder, TreeOptions};
use scoresheet_core::game::GameFormat;
use scoresheet_core::read;
use scoresheet_parallel::Cancel;
use std::sync::Arc;

/// The size of blocks.
const BLOCK: usize = 1 << 20;
/// How many moves make a piece if games come one at a time.
const MOVES: usize = 1 << 14;

/// The name of the place where the moves wait, for failures.
pub(crate) const WAITING: &str = "a temporary file";

/// Adds games to a tree.
pub(crate) struct TreeGames<'t> {
    pub(crate) options: Arc<TreeOptions>,
    pub(crate) builder: &'t mut TreeBuilder,
}

impl<'s> GameSink<'s> for TreeGames<'_> {
    fn needs(&self) -> Needs<'s> {
        Needs::steps(BLOCK, ForeignSupport::Refused)
    }

    fn factory(&self) -> Box<dyn SinkFactory<'s> + 's> {
        Box::new(LineFactory { options: Arc::clone(&self.options) })
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let made: BlockLines = content(piece)?;
        let builder = &mut *self.builder;
        let added = builder.add(&made.lines, |game| wanted.has(at.base.games + game));
        let (added, others) = added.map_err(|error| tables::not_written(error, WAITING))?;
        pass.report.written += added;
        pass.report.skipped += made.skipped + others;
        if builder.is_full() {
            let settled = in_background(&Cancel::default(), || builder.settle(), || pass.tick_when_due())?;
            settled.map_err(|error| tables::not_written(error, WAITING))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        Ok(Complete::Nothing)
    }
}

/// Creates sinks that collect the moves of blocks.
struct LineFactory {
    options: Arc<TreeOptions>,
}

impl<'s> SinkFactory<'s> for LineFactory {
    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        read::Settings { keep_plies: false, ..reading }
    }

    fn local(&self, _from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        Box::new(LocalLines { gatherer: LineGatherer::new(&self.options), skipped: 0 })
    }
}

/// Collects the moves of a block.
struct LocalLines {
    gatherer: LineGatherer,
    skipped: u64,
}

/// The moves of a block, and how many of its games are left out.
struct BlockLines {
    lines: Lines,
    skipped: u64,
}

impl LocalSink for LocalLines {
    fn steps(&mut self) -> StepSink<'_> {
        StepSink::of(&mut self.gatherer)
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        if game.skip {
            self.skipped += 1;
            self.gatherer.drop_game();
        } else {
            self.gatherer.end(game.record.number);
        }
    }

    fn leave_out(&mut self, _number: u64, _lost: Vec<Lost>) {
        self.skipped += 1;
    }

    fn is_full(&self) -> bool {
        self.gatherer.moves() >= MOVES
    }

    fn finish(self: Box<Self>) -> Piece {
        let LocalLines { gatherer, skipped } = *self;
        Box::new(BlockLines { lines: gatherer.finish(), skipped })
    }
}
