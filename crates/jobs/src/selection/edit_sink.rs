//! Any sink, with games that are edited in transit.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::pipeline::edited_steps::EditState;
use crate::pipeline::foreign::Lost;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{
    Complete, EndOfInput, ForeignSupport, GameEnd, GameSink, GivenForeign, LocalSink, Needs, Piece, SinkFactory,
    StepSink, content,
};
use crate::settings::WantedGames;
use crate::sources::foreign::put;
use scoresheet_core::edit::{Change, ChangeCounts, Editor, Edits, PlyRange};
use scoresheet_core::game::{self, GameFormat};
use scoresheet_core::read::{self, Depth, Record};
use std::sync::Arc;

/// A sink whose games are changed first, by one list of changes after another.
pub(crate) struct Edited<'s> {
    sink: Box<dyn GameSink<'s> + 's>,
    edits: Arc<[Arc<Edits>]>,
}

impl<'s> Edited<'s> {
    pub(crate) fn new(sink: Box<dyn GameSink<'s> + 's>, edits: Arc<[Arc<Edits>]>) -> Edited<'s> {
        Edited { sink, edits }
    }
}

/// Creates local sinks of games that are changed.
struct EditedFactory<'s> {
    factory: Box<dyn SinkFactory<'s> + 's>,
    edits: Arc<[Arc<Edits>]>,
    /// Whether the sink uses records.
    records: bool,
}

impl<'s> SinkFactory<'s> for EditedFactory<'s> {
    fn reading(&self, reading: read::Settings, from: &dyn GameFormat) -> read::Settings {
        // The records are made of the steps, and these come from games that are played.
        read::Settings { depth: Depth::Positions, keep_tags: true, ..self.factory.reading(reading, from) }
    }

    fn local(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        let mut local = self.factory.local_for_changed(from);
        let editors =
            self.edits.iter().map(|edits| Editor::new(Arc::clone(edits)).with_texts(game::edit_text)).collect();
        let edits = EditState::new(editors, self.records, local.steps().receiver.any());
        Box::new(EditedLocal { local, edits, unmatched: 0 })
    }
}

/// Makes a piece of an output from games that are changed.
struct EditedLocal<'s> {
    local: Box<dyn LocalSink + 's>,
    edits: EditState,
    /// How many games lack a pattern that they must have.
    unmatched: u64,
}

/// A piece of an output, and what was changed in its games.
struct EditedPiece {
    piece: Piece,
    changes: ChangeCounts,
}

impl LocalSink for EditedLocal<'_> {
    fn steps(&mut self) -> StepSink<'_> {
        // The sink itself edits nothing.
        StepSink { edits: Some(&mut self.edits), receiver: self.local.steps().receiver }
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        let unmatched = self.edits.editors.iter().any(Editor::lacks_pattern);
        self.unmatched += u64::from(unmatched && !game.skip);
        if self.edits.editors.iter().any(Editor::left_out) {
            return self.local.leave_out(game.record.number, game.lost);
        }
        let GameEnd { record, skip, incomplete, lost } = game;
        let skip = skip || unmatched;
        match &self.edits.recorder {
            None => self.local.end(GameEnd { record, skip, incomplete, lost }),
            Some(recorder) => {
                let made = as_read(recorder.record(), record);
                self.local.end(GameEnd { record: &made, skip, incomplete, lost });
            }
        }
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.local.leave_out(number, lost);
    }

    fn trailing(&mut self, comments: &[&[u8]]) {
        self.local.trailing(comments);
    }

    fn held(&self) -> usize {
        self.local.held()
    }

    fn is_full(&self) -> bool {
        self.local.is_full()
    }

    fn finish(self: Box<Self>) -> Piece {
        let mut changes = ChangeCounts::default();
        self.edits.editors.iter().for_each(|editor| changes.add(editor.changes()));
        changes.count(Change::Unmatched, self.unmatched);
        Box::new(EditedPiece { piece: self.local.finish(), changes })
    }
}

/// The record of an edited game, with what only reading it could show.
fn as_read<'r>(made: Record<'r>, read: &Record<'_>) -> Record<'r> {
    Record {
        byte: read.byte,
        number: read.number,
        first_error: read.first_error.clone(),
        faults: read.faults.clone(),
        ..made
    }
}

impl<'s> GameSink<'s> for Edited<'s> {
    fn needs(&self) -> Needs<'s> {
        let Needs { block, ahead, caller_works, faults, foreign, .. } = self.sink.needs();
        let foreign = match foreign {
            // Documents are written as they are, so nothing would be changed in them.
            ForeignSupport::Documents(foreign) => ForeignSupport::Taken(Some(foreign)),
            ForeignSupport::TreesOrDocuments(foreign) => ForeignSupport::Trees(foreign),
            other => other,
        };
        let first = self.edits.first().and_then(|first| first.find.as_ref().filter(|_| first.tags.is_empty()));
        let pattern = first.map(|find| Arc::clone(&find.pattern));
        // Records, tags and rows as they are read are those of games that are not changed yet.
        Needs { ahead, caller_works, faults, pattern, ..Needs::steps(block, foreign) }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'s> + 's> {
        let records = self.sink.needs().records;
        Box::new(EditedFactory { factory: self.sink.factory(), edits: Arc::clone(&self.edits), records })
    }

    fn format(&self) -> Option<Format> {
        self.sink.format()
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let EditedPiece { piece, changes } = content(piece)?;
        pass.report.changes.add(&changes);
        self.sink.combine(pass, piece, at, wanted)
    }

    fn add_foreign(
        &mut self,
        pass: &mut Pass<'_>,
        given: GivenForeign<'_>,
        at: &BlockLocation<'_>,
    ) -> Result<(), Failure> {
        let cuts: Option<Vec<PlyRange>> = self.edits.iter().map(|edits| edits.only_cut()).collect();
        let (Some(cuts), Some(foreign)) = (cuts, self.sink.needs().foreign.reader()) else {
            let message =
                format!("games on boards without edges can be cut, but not be changed otherwise: {}", at.source);
            return Err(Failure::usage(message, "convert them without the other transforms"));
        };
        let mut game = None;
        for cut in cuts {
            game = match game.as_ref().or(given.game).filter(|_| !given.skip) {
                Some(game) => foreign.cut(game, cut)?,
                None => None,
            };
            if game.is_none() {
                break;
            }
        }
        let skip = game.is_none();
        // A game that is put in its place by its steps has a number in its block.
        let number = given.number - at.base.games;
        put(pass, GivenForeign { game: game.as_ref(), document: None, number, skip, ..given }, at, &mut *self.sink)
    }

    fn end_input(&mut self, pass: &mut Pass<'_>, input: usize, end: EndOfInput) -> Result<(), Failure> {
        self.sink.end_input(pass, input, end)
    }

    fn finish(self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        self.sink.finish(pass)
    }
}
