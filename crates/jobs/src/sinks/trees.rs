//! Games as trees, for iteration and for formats that the caller writes.

use crate::pipeline::foreign::Lost;
use crate::pipeline::sink::{ForeignSupport, GameEnd, LocalSink, Needs, Piece, SinkFactory, StepSink};
use scoresheet_core::error::Fault;
use scoresheet_core::game::GameFormat;
use scoresheet_core::read::{KeepFaults, Record};
use scoresheet_core::tree::{Builder, Keep, Tree};

/// A game that was read.
#[derive(Debug)]
pub struct ReadTree {
    /// The game.
    pub tree: Tree,
    /// Its faults.
    pub found: TreeFaults,
}

/// The faults of a game, in the order of their places.
#[derive(Clone, Debug, Default)]
pub struct TreeFaults {
    /// What was lost or not understood; in strict reading, leniencies too.
    pub errors: Vec<Fault>,
    /// The leniencies that were used.
    pub notes: Vec<Fault>,
    /// The number of further faults of both kinds, because a game keeps a limited number.
    pub left_out: u64,
}

impl TreeFaults {
    /// The faults of a game.
    pub(crate) fn of(record: &Record<'_>, strict: bool) -> TreeFaults {
        let (notes, errors) = record.faults.iter().cloned().partition(|fault| fault.code.is_note() && !strict);
        TreeFaults { errors, notes, left_out: record.faults_left_out }
    }
}

/// Creates sinks that make trees of the games of blocks.
#[derive(Clone, Copy)]
pub(crate) struct TreeFactory {
    /// The size of a block in bytes of text.
    pub(crate) block: usize,
    /// Whether moves keep their original spelling.
    pub(crate) spelling: bool,
    /// Whether leniencies are errors.
    pub(crate) strict: bool,
}

impl TreeFactory {
    /// What trees need of games.
    pub(crate) fn needs(self, foreign: ForeignSupport<'_>) -> Needs<'_> {
        Needs { faults: KeepFaults::OfGame, ..Needs::steps(self.block, foreign) }
    }

    pub(super) fn start(self) -> LocalTrees {
        LocalTrees { builder: Builder::new(Keep { spelling: self.spelling }), made: Vec::new(), strict: self.strict }
    }
}

impl<'s> SinkFactory<'s> for TreeFactory {
    fn local(&self, _from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        Box::new(self.start())
    }
}

/// A game of a block: its number there, and its tree unless it is left out.
pub(crate) struct MadeTree {
    pub(crate) number: u64,
    pub(crate) read: Option<ReadTree>,
    /// Whether its source lacks columns with more data about it.
    pub(crate) incomplete: bool,
}

/// Makes the trees of a block.
pub(super) struct LocalTrees {
    builder: Builder,
    made: Vec<MadeTree>,
    strict: bool,
}

impl LocalTrees {
    /// How many games it holds.
    pub(super) fn len(&self) -> usize {
        self.made.len()
    }

    /// The games.
    pub(super) fn into_trees(self) -> Vec<MadeTree> {
        self.made
    }
}

impl LocalSink for LocalTrees {
    fn steps(&mut self) -> StepSink<'_> {
        StepSink::of(&mut self.builder)
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        let tree = self.builder.finish();
        let found = TreeFaults::of(game.record, self.strict);
        let read = (!game.skip).then_some(ReadTree { tree, found });
        self.made.push(MadeTree { number: game.record.number, read, incomplete: game.incomplete });
    }

    fn leave_out(&mut self, number: u64, _lost: Vec<Lost>) {
        self.made.push(MadeTree { number, read: None, incomplete: false });
    }

    fn trailing(&mut self, comments: &[&[u8]]) {
        if let Some(ReadTree { tree, .. }) = self.made.iter_mut().filter_map(|made| made.read.as_mut()).next_back() {
            Builder::trailing(tree, comments);
        }
    }

    /// Trees are large, so no more of them are held than necessary.
    fn is_full(&self) -> bool {
        !self.made.is_empty()
    }

    fn finish(self: Box<Self>) -> Piece {
        Box::new(self.into_trees())
    }
}
