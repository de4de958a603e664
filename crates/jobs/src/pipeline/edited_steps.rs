//! The steps of games, edited on their way to a receiver.

use scoresheet_core::edit::{Editor, MoveRun};
use scoresheet_core::read::Recorder;
use scoresheet_core::step::{Sink, Step};

/// The edits of the games of a block, and how far they have come.
pub(crate) struct EditState {
    pub(crate) editors: Vec<Editor>,
    /// Makes records of the edited games, if the sink uses these.
    pub(crate) recorder: Option<Recorder>,
    /// The moves that the only editor need not look at, and how many of these have come.
    stretch: MoveRun,
    handled: u32,
    /// Whether the receiver wants the unchanged source, unless that would bring back what was edited.
    wants_verbatim: bool,
    gives_lines_up: bool,
}

impl EditState {
    /// Edits of steps for this receiver. `records` determines whether records are made of the games.
    pub(crate) fn new(editors: Vec<Editor>, records: bool, receiver: &dyn Sink) -> EditState {
        let verbatim = editors.iter().all(Editor::keeps_verbatim);
        EditState {
            wants_verbatim: verbatim && receiver.wants_verbatim(),
            gives_lines_up: verbatim && receiver.gives_lines_up(),
            stretch: MoveRun::default(),
            handled: 0,
            recorder: records.then(Recorder::new),
            editors,
        }
    }
}

/// Edits the steps of a game, and passes them to the next receiver.
pub(crate) struct EditedSteps<'e, S> {
    pub(crate) edits: &'e mut EditState,
    pub(crate) next: S,
}

impl<S: Sink> Sink for EditedSteps<'_, S> {
    // Nearly all steps are moves, and few of these need an editor.
    #[inline(always)]
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Move { .. } if self.edits.handled < self.edits.stretch.moves => {
                self.edits.handled += 1;
                if self.edits.stretch.pass {
                    self.next.take(step);
                }
            }
            // A move that was handled here is also played here.
            Step::Played(_) if self.edits.handled > 0 => {
                if self.edits.stretch.pass {
                    self.next.take(step);
                }
            }
            step => self.take_other(step),
        }
    }

    fn wants_verbatim(&self) -> bool {
        self.edits.wants_verbatim
    }

    fn gives_lines_up(&self) -> bool {
        self.edits.gives_lines_up
    }
}

impl<S: Sink> EditedSteps<'_, S> {
    #[inline(never)]
    fn take_other(&mut self, step: Step<'_>) {
        let EditedSteps { edits: EditState { editors, recorder, stretch, handled, .. }, next } = self;
        match (editors.as_mut_slice(), recorder) {
            ([editor], None) => {
                editor.advance(std::mem::take(handled));
                editor.take(step, next);
                *stretch = editor.stretch();
            }
            (editors, None) => edit(editors, step, next),
            (editors, Some(recorder)) => edit(editors, step, &mut (recorder, next)),
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
