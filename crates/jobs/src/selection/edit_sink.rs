//! Any output, with games that are edited in transit.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::pipeline::foreign::Lost;
use crate::pipeline::location::At;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Boards, Complete, EndOfInput, Ended, GivenForeign, Make, Maker, Output};
use crate::settings::Wanted;
use scoresheet_core::edit::{Change, Changes, Editor, Edits, Stretch};
use scoresheet_core::find::Pattern;
use scoresheet_core::game::GameFormat;
use scoresheet_core::read::{self, Depth, KeepFaults, Record, Recorder};
use scoresheet_core::step::{Sink, Step};
use std::sync::Arc;

/// An output whose games are changed first, by one list of changes after another.
pub(crate) struct Edited<O> {
    out: O,
    edits: Arc<[Arc<Edits>]>,
}

impl<O: Output> Edited<O> {
    pub(crate) fn new(out: O, edits: Arc<[Arc<Edits>]>) -> Edited<O> {
        Edited { out, edits }
    }
}

/// Starts makers of games that are changed.
pub(crate) struct MakeEdited<M> {
    make: M,
    edits: Arc<[Arc<Edits>]>,
}

impl<M: Make> Make for MakeEdited<M> {
    type Maker = EditedMaker<M::Maker>;

    fn block(&self) -> usize {
        self.make.block()
    }

    fn reading(&self, reading: read::Settings, from: &dyn GameFormat) -> read::Settings {
        // The records are made of the steps, and these come of games that are played.
        read::Settings { depth: Depth::Positions, keep_tags: true, ..self.make.reading(reading, from) }
    }

    fn keep_faults(&self) -> KeepFaults {
        self.make.keep_faults()
    }

    fn start(&self, from: Option<&dyn GameFormat>) -> EditedMaker<M::Maker> {
        let goes_by_records = self.make.wants_records();
        let mut maker = self.make.start_changed(from);
        let editors: Vec<_> = self.edits.iter().map(|edits| Editor::new(Arc::clone(edits))).collect();
        let verbatim = editors.iter().all(Editor::keeps_verbatim);
        EditedMaker {
            wants_verbatim: verbatim && maker.sink().wants_verbatim(),
            gives_lines_up: verbatim && maker.sink().gives_lines_up(),
            stretch: Stretch::default(),
            handled: 0,
            unmatched: 0,
            maker,
            editors,
            recorder: goes_by_records.then(Recorder::new),
        }
    }
}

/// Makes a piece of an output from games that are changed.
pub(crate) struct EditedMaker<M> {
    maker: M,
    editors: Vec<Editor>,
    /// Makes records of the games as they have become, where the maker goes by these.
    recorder: Option<Recorder>,
    /// The moves that the only editor need not look at, and how many of these have come.
    stretch: Stretch,
    handled: u32,
    /// How many games lack a pattern that they must have.
    unmatched: u64,
    /// What its maker's sink wants, unless the source as it stands would bring back what was changed.
    wants_verbatim: bool,
    gives_lines_up: bool,
}

impl<M: Maker> Sink for EditedMaker<M> {
    // Nearly all steps are moves, and few of these need an editor.
    #[inline(always)]
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Move { .. } if self.handled < self.stretch.moves => {
                self.handled += 1;
                if self.stretch.pass {
                    self.maker.sink().take(step);
                }
            }
            // A move that was handled here is also played here.
            Step::Played(_) if self.handled > 0 => {
                if self.stretch.pass {
                    self.maker.sink().take(step);
                }
            }
            step => self.take_other(step),
        }
    }

    fn wants_verbatim(&self) -> bool {
        self.wants_verbatim
    }

    fn gives_lines_up(&self) -> bool {
        self.gives_lines_up
    }
}

impl<M: Maker> EditedMaker<M> {
    #[inline(never)]
    fn take_other(&mut self, step: Step<'_>) {
        let EditedMaker { maker, editors, recorder, .. } = self;
        match (editors.as_mut_slice(), recorder) {
            ([editor], None) => {
                editor.advance(std::mem::take(&mut self.handled));
                editor.take(step, maker.sink());
                self.stretch = editor.stretch();
            }
            (editors, None) => edit(editors, step, maker.sink()),
            (editors, Some(recorder)) => edit(editors, step, &mut (recorder, maker.sink())),
        }
    }
}

/// Has each of the editors in turn change the steps of a game.
fn edit(editors: &mut [Editor], step: Step<'_>, sink: &mut dyn Sink) {
    match editors {
        [] => sink.take(step),
        [first, others @ ..] => first.take(step, &mut Others { editors: others, sink }),
    }
}

/// The editors that come after one.
struct Others<'o> {
    editors: &'o mut [Editor],
    sink: &'o mut dyn Sink,
}

impl Sink for Others<'_> {
    fn take(&mut self, step: Step<'_>) {
        edit(self.editors, step, self.sink);
    }
}

/// A piece of an output, and what was changed in its games.
pub(crate) struct EditedPiece<T> {
    made: T,
    changes: Changes,
}

impl<M: Maker> Maker for EditedMaker<M> {
    type Sink = EditedMaker<M>;
    type Made = EditedPiece<M::Made>;

    #[inline]
    fn sink(&mut self) -> &mut EditedMaker<M> {
        self
    }

    fn end(&mut self, game: Ended<'_, '_>) {
        let unmatched = self.editors.iter().any(Editor::lacks_pattern);
        self.unmatched += u64::from(unmatched && !game.skip);
        if self.editors.iter().any(Editor::left_out) {
            return self.maker.leave_out(game.record.number, game.lost);
        }
        let Ended { record, skip, incomplete, lost } = game;
        let skip = skip || unmatched;
        match &self.recorder {
            None => self.maker.end(Ended { record, skip, incomplete, lost }),
            Some(recorder) => {
                let made = as_read(recorder.record(), record);
                self.maker.end(Ended { record: &made, skip, incomplete, lost });
            }
        }
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.maker.leave_out(number, lost);
    }

    fn trailing(&mut self, comments: &[&[u8]]) {
        self.maker.trailing(comments);
    }

    fn held(&self) -> usize {
        self.maker.held()
    }

    fn is_full(&self) -> bool {
        self.maker.is_full()
    }

    fn finish(self) -> EditedPiece<M::Made> {
        let mut changes = Changes::default();
        self.editors.iter().for_each(|editor| changes.add(editor.changes()));
        changes.count(Change::Unmatched, self.unmatched);
        EditedPiece { made: self.maker.finish(), changes }
    }
}

/// The record of a game as it has become, with what only reading it could tell.
fn as_read<'r>(made: Record<'r>, read: &Record<'_>) -> Record<'r> {
    Record {
        byte: read.byte,
        number: read.number,
        first_error: read.first_error.clone(),
        faults: read.faults.clone(),
        ..made
    }
}

impl<O: Output> Output for Edited<O> {
    type Make = MakeEdited<O::Make>;

    fn make(&self) -> MakeEdited<O::Make> {
        MakeEdited { make: self.out.make(), edits: Arc::clone(&self.edits) }
    }

    fn format(&self) -> Option<Format> {
        self.out.format()
    }

    fn put(
        &mut self,
        pass: &mut Pass<'_>,
        piece: EditedPiece<<<O::Make as Make>::Maker as Maker>::Made>,
        at: &At<'_>,
        wanted: Wanted<'_>,
    ) -> Result<(), Failure> {
        pass.report.changes.add(&piece.changes);
        self.out.put(pass, piece.made, at, wanted)
    }

    fn pattern(&self) -> Option<Arc<Pattern>> {
        let first = self.edits.first()?;
        first.find.as_ref().filter(|_| first.tags.is_empty()).map(|find| Arc::clone(&find.pattern))
    }

    fn boards(&self) -> Boards<'_> {
        self.out.boards()
    }

    fn put_foreign(&mut self, _pass: &mut Pass<'_>, _given: GivenForeign<'_>, at: &At<'_>) -> Result<(), Failure> {
        let message = format!("transforms do not support games on boards without edges: {}", at.source);
        Err(Failure::usage(message, "convert them without the transforms"))
    }

    fn end_input(&mut self, pass: &mut Pass<'_>, input: usize, end: EndOfInput) -> Result<(), Failure> {
        self.out.end_input(pass, input, end)
    }

    fn complete(self, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        self.out.complete(pass)
    }
}
