//! Games that are trees already, on their way to any output.

use crate::common::failure::Failure;
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::sink::{Ended, GivenForeign, Make, Maker};
use scoresheet_core::at;
use scoresheet_core::read::{Record, Recorder, Tally};
use scoresheet_core::tree::{NodeId, Tree};

/// Gives trees to a maker and counts them.
pub(crate) struct TreeGiver {
    /// Makes records of the games, where the maker goes by these.
    recorder: Option<Recorder>,
    /// What is counted of a game, where it does not.
    record: Record<'static>,
    /// What was counted.
    pub(crate) tally: Tally,
}

impl TreeGiver {
    /// One for makers of this kind.
    pub(crate) fn new(make: &impl Make) -> TreeGiver {
        let recorder = make.wants_records().then(Recorder::new);
        TreeGiver { recorder, record: Record::new(), tally: Tally::default() }
    }

    /// Gives a tree, which is the game of this number and has lost this on its way here.
    pub(crate) fn give(&mut self, tree: &Tree, number: u64, lost: Vec<Lost>, maker: &mut impl Maker) {
        let place = at::At { game: number, ..at::At::default() };
        let (skip, incomplete) = (false, false);
        if let Some(recorder) = &mut self.recorder {
            tree.give(place, &mut (&mut *recorder, maker.sink()));
            let record = recorder.record();
            self.tally.add_game(&record);
            return maker.end(Ended { record: &record, skip, incomplete, lost });
        }
        let mut cursor = tree.give(place, maker.sink());
        let record = &mut self.record;
        (record.number, record.termination) = (number, tree.termination());
        (record.ply_count, record.ending) = (tree.ply(tree.end_of(NodeId::ROOT)), tree.ending(&mut cursor));
        self.tally.add_game(record);
        maker.end(Ended { record, skip, incomplete, lost });
    }

    /// Gives a game of the caller's as a tree, and leaves counting it to the caller.
    ///
    /// # Errors
    /// If the caller cannot be asked.
    pub(crate) fn give_foreign(
        &mut self,
        foreign: &dyn Foreign,
        given: &GivenForeign<'_>,
        maker: &mut impl Maker,
    ) -> Result<(), Failure> {
        let (tree, lost) = match given.game.filter(|_| !given.skip) {
            Some(game) => foreign.tree_of(game)?,
            None => (None, Vec::new()),
        };
        match tree {
            Some(tree) => {
                let counted = self.tally.clone();
                self.give(&tree, given.number, lost, maker);
                self.tally = counted;
            }
            None => maker.leave_out(given.number, lost),
        }
        Ok(())
    }
}
