//! The positions of games as rows, for consumers that pull them.

use crate::pipeline::foreign::Lost;
use crate::pipeline::sink::{Ended, Make, Maker};
use scoresheet_columns::positions::{PositionBatcher, PositionColumn, PositionRows};
use scoresheet_core::game::GameFormat;
use scoresheet_core::read;
use std::sync::Arc;

/// How large blocks are: some hundred games, for a row of planes is much larger than the text of its move.
const BLOCK: usize = 64 << 10;
/// The same if no column has planes.
const LARGE_BLOCK: usize = 1 << 20;
/// How many rows make a piece if games come one by one.
const ROWS: usize = 1 << 14;

/// Makes rows of these columns.
pub(crate) struct MakePositions {
    pub(crate) columns: Arc<[PositionColumn]>,
}

impl Make for MakePositions {
    type Maker = PositionMaker;

    fn block(&self) -> usize {
        let has_planes = self.columns.iter().any(|column| column.planes().is_some());
        if has_planes { BLOCK } else { LARGE_BLOCK }
    }

    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        read::Settings { keep_plies: false, ..reading }
    }

    fn start(&self, _from: Option<&dyn GameFormat>) -> PositionMaker {
        PositionMaker { batcher: PositionBatcher::new(&self.columns), skipped: 0 }
    }
}

/// Makes the rows of a block.
pub(crate) struct PositionMaker {
    batcher: PositionBatcher,
    skipped: u64,
}

impl Maker for PositionMaker {
    type Sink = PositionBatcher;
    type Made = (PositionRows, u64);

    #[inline]
    fn sink(&mut self) -> &mut PositionBatcher {
        &mut self.batcher
    }

    fn end(&mut self, game: Ended<'_, '_>) {
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

    fn finish(self) -> (PositionRows, u64) {
        (self.batcher.finish(), self.skipped)
    }
}
