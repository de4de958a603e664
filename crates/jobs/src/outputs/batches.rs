//! Games as batches of columns, for files of columns and for whoever pulls them.

use super::{Ended, Make, Maker};
use crate::foreign::Lost;
use scoresheet_columns::Batcher;
use scoresheet_columns::column::{self, Column};
use scoresheet_core::game::GameFormat;
use scoresheet_core::read;
use std::sync::Arc;

/// How large blocks are: some thousand games.
const BLOCK: usize = 4 << 20;
/// About how many bytes a game and a ply take in columns.
const GAME: usize = 256;
const PLY: usize = 8;

/// Makes batches of these columns.
#[derive(Clone)]
pub(crate) struct MakeBatches {
    pub(crate) columns: Arc<[&'static dyn Column]>,
}

impl Make for MakeBatches {
    type Maker = BatchMaker;

    fn block(&self) -> usize {
        BLOCK
    }

    fn reading(&self, reading: read::Settings) -> read::Settings {
        read::Settings {
            depth: column::depth(&self.columns),
            keep_plies: true,
            keep_comments: column::wants_comments(&self.columns),
            ..reading
        }
    }

    fn wants_records(&self) -> bool {
        true
    }

    fn start(&self, _from: Option<&dyn GameFormat>) -> BatchMaker {
        BatchMaker { sink: (), filled: Filled { batcher: Batcher::new(&self.columns), skipped: 0 } }
    }
}

/// The games of a block as columns.
pub(crate) struct Filled {
    pub(crate) batcher: Batcher,
    pub(crate) skipped: u64,
}

/// Fills the columns of a block. It goes by the records of games, not by their steps.
pub(crate) struct BatchMaker {
    sink: (),
    filled: Filled,
}

impl Maker for BatchMaker {
    type Sink = ();
    type Made = Filled;

    #[inline]
    fn sink(&mut self) -> &mut () {
        &mut self.sink
    }

    fn end(&mut self, game: Ended<'_, '_>) {
        if game.skip {
            self.filled.skipped += 1;
        } else {
            self.filled.batcher.append(game.record);
        }
    }

    fn leave_out(&mut self, _number: u64, _lost: Vec<Lost>) {
        self.filled.skipped += 1;
    }

    fn held(&self) -> usize {
        let batcher = &self.filled.batcher;
        batcher.len() * GAME + usize::try_from(batcher.plies()).unwrap_or(usize::MAX / PLY) * PLY
    }

    fn finish(self) -> Filled {
        self.filled
    }
}
