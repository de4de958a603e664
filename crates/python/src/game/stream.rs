//! Games built in the background, in batches, while a caller goes through them.

use super::Game;
use crate::call::guarded;
use crate::failure::Failure;
use crate::foreign::{self, Read};
use crate::formats::Format;
use crate::games::{Done, Plan};
use crate::host::Host;
use crate::pass::{self, Pass, Worked};
use crate::settings::{OnError, Settings};
use crate::tables::not_rebuilt;
use crate::whole::Whole;
use pyo3::prelude::*;
use scoresheet_columns::stored::{self, Moves, Stored, columns};
use scoresheet_core::error::Fault;
use scoresheet_core::game::GameFormat;
use scoresheet_core::notation::language::ENGLISH;
use scoresheet_core::reading::{self, Games};
use scoresheet_core::record::{Depth, Record};
use scoresheet_core::tally::Tally;
use scoresheet_core::tree::{Builder, Full, Keep, NodeId, Note, Place, Tree};
use scoresheet_files::{Block, Outlet, Stream};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How large blocks are: some hundred games, for they are held as trees.
const BLOCK: usize = 256 << 10;
/// Batches that wait to be gone through.
const AHEAD: usize = 4;

/// How long is waited before a signal is looked for.
const WAIT: Duration = Duration::from_millis(100);

/// A game that was read, and its first fault.
pub(crate) type ReadTree = (Tree, Option<Fault>);

/// A game to hand out.
enum Given {
    Native(ReadTree),
    /// A text that Python is to read.
    Unread(Unread),
}

/// A text, and where to tell what came of it.
struct Unread {
    whole: Arc<Whole>,
    answer: SyncSender<Result<Read, Failure>>,
}

impl Unread {
    /// Its game; none where it is left out, or what is wrong ends everything, which the job in the background says then.
    fn read(self, py: Python<'_>, settings: &Settings) -> Option<Py<PyAny>> {
        let mut read = self.whole.read(py, settings, settings.read_choice("profile"));
        let game = read.as_mut().ok().and_then(|read| {
            let ends = settings.on_error == OnError::Raise && read.error.is_some();
            read.game.take().filter(|_| !ends && !read.is_skipped(settings))
        });
        // Nobody hears of it where the job has ended.
        let _ = self.answer.send(read.map_err(|error| foreign::failed(py, error)));
        game
    }
}

/// Has a text read by whoever pulls: Python must not be needed here, as the one who waits for the end of this thread may hold
/// the interpreter.
fn ask(outlet: &Outlet<Vec<Given>>, whole: &Arc<Whole>) -> Result<Read, Failure> {
    let (answer, answered) = sync_channel(1);
    wanted(outlet.send(vec![Given::Unread(Unread { whole: Arc::clone(whole), answer })]))?;
    answered.recv().unwrap_or(Err(Failure::Interrupted(None)))
}

/// An iterator over the games of a plan.
#[pyclass(module = "scoresheet")]
pub(crate) struct GameStream {
    plan: Arc<Plan>,
    /// Goes before the stream, which waits for its job to end: that may wait for an answer to one of these.
    batch: std::vec::IntoIter<Given>,
    /// Nothing is opened before the first game is asked for.
    batches: Mutex<Option<Stream<Vec<Given>, Failure>>>,
    over: bool,
}

impl GameStream {
    pub(crate) fn of(plan: &Arc<Plan>) -> GameStream {
        GameStream { plan: Arc::clone(plan), batches: Mutex::new(None), batch: Vec::new().into_iter(), over: false }
    }

    /// Waits a little for the next batch: the inner `None` is the end, the outer one that none has come.
    fn pull(&self) -> Option<Option<Result<Vec<Given>, Failure>>> {
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        if batches.is_none() {
            if let Err(failure) = self.plan.consume() {
                return Some(Some(Err(failure)));
            }
            let plan = Arc::clone(&self.plan);
            *batches = Some(Stream::spawn(AHEAD, move |outlet| guarded(|| run(&plan, outlet))));
        }
        batches.as_mut()?.next_within(WAIT)
    }
}

#[pymethods]
impl GameStream {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            match self.batch.next() {
                Some(Given::Native((tree, fault))) => return Ok(Some(Py::new(py, Game::of(tree, fault))?.into_any())),
                Some(Given::Unread(unread)) => match unread.read(py, &self.plan.settings) {
                    Some(game) => return Ok(Some(game)),
                    None => continue,
                },
                None => {}
            }
            if self.over {
                return Ok(None);
            }
            py.check_signals()?;
            match py.detach(|| self.pull()) {
                // A pipe may be slow, and the caller may want to stop.
                None => {}
                Some(Some(Ok(batch))) => self.batch = batch.into_iter(),
                Some(ended) => {
                    self.over = true;
                    ended.transpose().map_err(|failure| failure.into_exception(py))?;
                }
            }
        }
    }
}

/// Whoever goes through the games, as the job sees them.
struct Puller<'o> {
    outlet: &'o Outlet<Vec<Given>>,
    done: &'o Done,
}

impl Host for Puller<'_> {
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure> {
        self.done.bytes.store(bytes, Relaxed);
        self.done.games.store(games, Relaxed);
        wanted(self.outlet.tick())
    }
}

/// Nobody hears of a failure after they have gone.
fn wanted(flow: ControlFlow<()>) -> Result<(), Failure> {
    if flow.is_break() { Err(Failure::Interrupted(None)) } else { Ok(()) }
}

/// The job in the background.
fn run(plan: &Plan, outlet: &Outlet<Vec<Given>>) -> Result<(), Failure> {
    let mut host = Puller { outlet, done: &plan.done };
    let settings = &plan.settings;
    let mut pass = Pass::new(settings, Depth::Positions, &mut host);
    let names: Vec<&str> = columns();
    pass.each(&plan.inputs, |pass, _, input, mut opened| match opened.format {
        Format::Games(format) => {
            let reading = pass::replaying(settings, opened.letters(settings)?);
            let work = |block: &Block, most: u64| build((format, block), most, &reading, settings);
            pass.text(opened, (format, BLOCK), work, |pass, built, _| {
                let read = built.len();
                let games: Vec<_> = built.into_iter().flatten().map(Given::Native).collect();
                pass.report.skipped += (read - games.len()) as u64;
                pass.report.written += games.len() as u64;
                if games.is_empty() { Ok(()) } else { wanted(outlet.send(games)) }
            })
        }
        Format::Foreign(format) => pass.foreign(
            opened,
            format,
            |whole| ask(outlet, whole),
            |pass, read, _| {
                let skipped = u64::from(read.is_skipped(settings));
                pass.report.skipped += skipped;
                pass.report.written += 1 - skipped;
                Ok(())
            },
        ),
        Format::Columns(table) => {
            let reading = pass::replaying(settings, &ENGLISH);
            let before = pass.report.games();
            pass.rows(input, opened, table, Some(&names), |pass, batch| {
                let stored = Stored::of(&batch).map_err(|error| not_rebuilt(input, &error))?;
                let mut built = Vec::with_capacity(batch.num_rows());
                for game in stored.games() {
                    let (read, tally) = rebuilt(&game, &reading, settings);
                    let number = pass.report.games() - before + 1;
                    let bytes = if let stored::Game::Text(bytes) = game { bytes } else { b"" };
                    pass.report.add_stored(tally, number, bytes, input.name());
                    built.push(Given::Native(read));
                }
                pass.report.written += built.len() as u64;
                wanted(outlet.send(built))
            })
        }
    })?;
    *plan.report.lock().unwrap_or_else(PoisonError::into_inner) = Some(pass.report.finish());
    Ok(())
}

/// The games of a block as trees; none for one that is left out.
pub(crate) fn build(
    (format, block): (&'static dyn GameFormat, &Block),
    most: u64,
    reading: &reading::Settings,
    settings: &Settings,
) -> Worked<Vec<Option<ReadTree>>> {
    let mut games = pass::games(format, block, reading, settings);
    let mut record = Record::new();
    let mut builder = Builder::new(Keep { spelling: settings.keep_spelling });
    let mut built = Vec::new();
    let mut first_error = None;
    while games.tally().games < most && games.next(&mut record, &mut builder) {
        let fault = record.first_error.take();
        if first_error.is_none() {
            first_error.clone_from(&fault);
        }
        let skip = settings.on_error == OnError::Skip && fault.is_some();
        built.push((!skip).then(|| (builder.finish(&record), fault)));
    }
    if let Some((tree, _)) = built.iter_mut().flatten().next_back() {
        Builder::trailing(tree, games.trailing());
    }
    Worked::of(games, first_error, built)
}

/// A stored game as a tree. Of a text with several games, which was not stored by us, the first one.
pub(crate) fn rebuilt(game: &stored::Game<'_>, reading: &reading::Settings, settings: &Settings) -> (ReadTree, Tally) {
    match game {
        stored::Game::Moves(moves) => {
            let tree = tree_of(moves).unwrap_or_default();
            let mut tally = Tally::default();
            tally.add_game(&Record { termination: moves.termination, ..Record::new() });
            tally.plies = moves.moves.len() as u64;
            ((tree, None), tally)
        }
        stored::Game::Text(text) => {
            let mut games = Games::of(pass::format_in(text), text, reading);
            let (mut record, mut builder) = (Record::new(), Builder::new(Keep { spelling: settings.keep_spelling }));
            let read = games.next(&mut record, &mut builder);
            let tree = if read { builder.finish(&record) } else { Tree::new() };
            let mut tally = games.into_tally();
            tally.games = 1;
            ((tree, record.first_error.take()), tally)
        }
    }
}

/// The mainline, the tags and the notes that columns hold.
fn tree_of(game: &Moves<'_>) -> Result<Tree, Full> {
    let mut tree = Tree::starting(&game.start);
    for (name, value) in &game.tags {
        tree.tags_mut().push(name, value)?;
    }
    tree.set_termination(game.termination);
    let mut comments = game.comments.iter().peekable();
    let mut at = NodeId::ROOT;
    for (mv, plies) in game.moves.iter().zip(1..) {
        at = tree.add(at, *mv, false)?;
        while let Some((_, text)) = comments.next_if(|(after, _)| *after <= plies) {
            tree.add_note(at, Note::comment(Place::After, text))?;
        }
    }
    Ok(tree)
}
