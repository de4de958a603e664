//! The positions of games as rows, for consumers that pull them.

use crate::pipeline::foreign::Lost;
use crate::pipeline::sink::{ForeignSupport, GameEnd, LocalSink, Needs, Piece, SinkFactory, StepSink};
use scoresheet_columns::positions::{PositionBatcher, PositionColumn, PositionRows};
use scoresheet_core::game::GameFormat;
use scoresheet_core::read;
use std::sync::Arc;

/// How large blocks are: some hundred games, because a row of planes is much larger than the text of its move.
const BLOCK: usize = 64 << 10;
/// The same if no column has planes.
const LARGE_BLOCK: usize = 1 << 20;
/// How many rows make a piece if games come one at a time.
const ROWS: usize = 1 << 14;

/// Creates sinks that make rows of these columns.
pub(crate) struct PositionFactory {
    pub(crate) columns: Arc<[PositionColumn]>,
}

impl PositionFactory {
    /// What the rows need of games.
    pub(crate) fn needs<'s>(&self) -> Needs<'s> {
        let has_planes = self.columns.iter().any(|column| column.planes().is_some());
        Needs::steps(if has_planes { BLOCK } else { LARGE_BLOCK }, ForeignSupport::Refused)
    }
}

impl<'s> SinkFactory<'s> for PositionFactory {
    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        read::Settings { keep_plies: false, ..reading }
    }

    fn local(&self, _from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        Box::new(LocalPositions { batcher: PositionBatcher::new(&self.columns), skipped: 0 })
    }
}

/// Makes the rows of a block.
struct LocalPositions {
    batcher: PositionBatcher,
    skipped: u64,
}

/// The rows of a block, and how many of its games are left out.
pub(crate) struct BlockPositions {
    pub(crate) rows: PositionRows,
    pub(crate) skipped: u64,
}

impl LocalSink for LocalPositions {
    fn steps(&mut self) -> StepSink<'_> {
        StepSink::of(&mut self.batcher)
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        if game.skip {
            self.skipped += 1;
            self.batcher.drop_game();
        } else {
            self.batcher.end(game.record.number);
        }
    }

    fn leave_out(&mut self, _number: u64, _lost: Vec<Lost>) {
        self.skipped += 1;
    }

    fn is_full(&self) -> bool {
        self.batcher.rows() >= ROWS
    }

    fn finish(self: Box<Self>) -> Piece {
        let LocalPositions { batcher, skipped } = *self;
        Box::new(BlockPositions { rows: batcher.finish(), skipped })
    }
}
