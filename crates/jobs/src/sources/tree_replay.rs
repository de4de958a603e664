//! Games that are trees already, on their way to any output.

use crate::common::failure::Failure;
use crate::pipeline::foreign::{Foreign, ForeignGame, Lost};
use crate::pipeline::sink::{ForeignSupport, GameEnd, GivenForeign, LocalSink, with_steps};
use scoresheet_core::game::bgn::is_infinite;
use scoresheet_core::game::{self, AnyGames};
use scoresheet_core::location;
use scoresheet_core::read::{Record, Recorder, Settings, Tally};
use scoresheet_core::tree::{Builder, Keep, NodeId, Tree};
use std::borrow::Cow;

/// Replays trees to a local sink and counts them.
pub(crate) struct TreeReplay {
    /// Makes records of the games, if the sink uses these.
    recorder: Option<Recorder>,
    /// What is counted of a game, if it does not.
    record: Record<'static>,
    /// What was counted.
    pub(crate) tally: Tally,
}

impl TreeReplay {
    /// `records` is whether the sink uses records.
    pub(crate) fn new(records: bool) -> TreeReplay {
        let recorder = records.then(Recorder::new);
        TreeReplay { recorder, record: Record::new(), tally: Tally::default() }
    }

    /// Gives a tree, which is the game of this number and has lost this on its way here.
    pub(crate) fn give(&mut self, tree: &Tree, number: u64, lost: Vec<Lost>, local: &mut dyn LocalSink) {
        let place = location::Location { game: number, ..location::Location::default() };
        let (skip, incomplete) = (false, false);
        if let Some(recorder) = &mut self.recorder {
            with_steps!(local, |steps| tree.emit(place, &mut (&mut *recorder, steps)));
            let record = recorder.record();
            self.tally.add_game(&record);
            return local.end(GameEnd { record: &record, skip, incomplete, lost });
        }
        let mut cursor = with_steps!(local, |steps| tree.emit(place, steps));
        let record = &mut self.record;
        (record.number, record.termination) = (number, tree.termination());
        record.start.clone_from(&tree.start());
        record.standard_start = tree.has_standard_start();
        (record.ply_count, record.ending) = (tree.ply(tree.end_of(NodeId::ROOT)), tree.ending(&mut cursor));
        self.tally.add_game(record);
        local.end(GameEnd { record, skip, incomplete, lost });
    }

    /// Gives a game of the caller's as a tree, or as a tree that holds its document, and leaves counting it to the caller.
    ///
    /// # Errors
    /// If the call fails.
    pub(crate) fn give_foreign(
        &mut self,
        support: ForeignSupport<'_>,
        given: &GivenForeign<'_>,
        local: &mut dyn LocalSink,
    ) -> Result<(), Failure> {
        let document = |foreign: &dyn Foreign, game: &ForeignGame| -> Result<_, Failure> {
            if let Some(document) = given.document {
                return Ok((tree_of_document(document), Vec::new()));
            }
            let (document, lost) = foreign.document_of(game)?;
            Ok((tree_of_document(document.as_bytes()), lost))
        };
        let (tree, lost) = match (support, given.game.filter(|_| !given.skip)) {
            (ForeignSupport::Documents(foreign), Some(game)) => document(foreign, game)?,
            (ForeignSupport::Trees(foreign), Some(game)) => foreign.tree_of(game)?,
            // What was a document stays one.
            (ForeignSupport::TreesOrDocuments(foreign), Some(game)) if given.document.is_some() => {
                document(foreign, game)?
            }
            (ForeignSupport::TreesOrDocuments(foreign), Some(game)) => match foreign.same_tree(game)? {
                Some(tree) => (Some(tree), Vec::new()),
                None => document(foreign, game)?,
            },
            _ => (None, Vec::new()),
        };
        match tree {
            Some(tree) => {
                let counted = self.tally.clone();
                self.give(&tree, given.number, lost, local);
                self.tally = counted;
            }
            None => local.leave_out(given.number, lost),
        }
        Ok(())
    }
}

/// The tree that holds the document of a game on a board without edges, and its tags; `None` if it is no such document.
pub(crate) fn tree_of_document(document: &[u8]) -> Option<Tree> {
    let mut builder = Builder::new(Keep::default());
    let mut games = AnyGames::of(game::bgnl(), document, &Settings::default());
    let is_read = games.next(&mut Record::new(), &mut builder);
    Some(builder.finish()).filter(|tree| is_read && infinite_document(tree).is_some())
}

/// The document of a game on a board without edges, of which a tree has only the tags.
pub(crate) fn infinite_document(tree: &Tree) -> Option<Cow<'_, str>> {
    tree.unplayed().filter(|text| is_infinite(text.as_bytes()))
}
