//! Games as trees made in the background, in batches, while a caller goes through them.

use crate::failure::{Failure, guarded};
use crate::foreign::{Foreign, ForeignGame, ForeignRead};
use crate::pass::Pass;
use crate::plan::{Plan, Puller, go_on};
use crate::settings::{OnError, Settings};
use crate::sources::text::{Blocks, TextReading, replaying};
use crate::sources::trees::{ReadTree, build, rebuilt};
use crate::sources::whole::Whole;
use crate::sources::{self, ForeignInput, Job, TableInput, TextInput};
use crate::tables::not_rebuilt;
use scoresheet_columns::stored::{Game, Stored, columns};
use scoresheet_core::notation::language::ENGLISH;
use scoresheet_core::record::Depth;
use scoresheet_files::{Block, Outlet, Stream};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How large blocks are: some hundred games, for they are held as trees.
const BLOCK: usize = 256 << 10;
/// Batches that wait to be gone through.
const AHEAD: usize = 4;
/// How long is waited before the caller may look for a signal.
const WAIT: Duration = Duration::from_millis(100);

/// A game to hand out.
pub enum Given {
    /// A tree, and the game's first fault.
    Tree(ReadTree),
    /// A text that the caller is to read.
    Unread(Unread),
}

/// A foreign text, and where to tell what came of it.
pub struct Unread {
    whole: Arc<Whole>,
    answer: SyncSender<Result<ForeignRead, Failure>>,
}

impl Unread {
    /// Its game; none where it is left out, or what is wrong ends everything, which the job in the background says then.
    fn read(self, foreign: &dyn Foreign, settings: &Settings) -> Option<ForeignGame> {
        let mut read = self.whole.read(foreign, settings);
        let game = read.as_mut().ok().and_then(|read| {
            let ends = settings.on_error == OnError::Raise && read.error.is_some();
            read.game.take().filter(|_| !ends && !read.is_skipped(settings))
        });
        // Nobody hears of it where the job has ended.
        let _ = self.answer.send(read);
        game
    }
}

/// The games of a plan as trees. Nothing is opened before the first ones are asked for.
pub struct Trees {
    plan: Arc<Plan>,
    stream: Mutex<Option<Stream<Vec<Given>, Failure>>>,
}

/// What has come while a caller waited a little.
pub enum Pulled {
    /// Some games.
    Games(Vec<Given>),
    /// Nothing yet.
    Nothing,
    /// The end.
    End,
}

impl Trees {
    /// All games of the plan.
    pub fn of(plan: &Arc<Plan>) -> Trees {
        Trees { plan: Arc::clone(plan), stream: Mutex::new(None) }
    }

    /// Waits a little for the next games.
    ///
    /// # Errors
    /// Where the job has failed; nothing comes behind that.
    pub fn pull(&self) -> Result<Pulled, Failure> {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        if stream.is_none() {
            self.plan.consume()?;
            let plan = Arc::clone(&self.plan);
            *stream = Some(Stream::spawn(AHEAD, move |outlet| guarded(|| run(&plan, outlet))));
        }
        match stream.as_mut().and_then(|stream| stream.next_within(WAIT)) {
            None => Ok(Pulled::Nothing),
            Some(None) => Ok(Pulled::End),
            Some(Some(games)) => games.map(Pulled::Games),
        }
    }

    /// Has a foreign text read, on the thread of whoever goes through the games; none where it is left out.
    pub fn read(&self, unread: Unread, foreign: &dyn Foreign) -> Option<ForeignGame> {
        unread.read(foreign, &self.plan.settings)
    }
}

/// The job in the background.
fn run(plan: &Plan, outlet: &Outlet<Vec<Given>>) -> Result<(), Failure> {
    let mut host = Puller { outlet, plan };
    let mut pass = Pass::new(&plan.settings, Depth::Positions, &mut host);
    sources::each(&mut pass, &plan.inputs, &mut Giving { settings: &plan.settings, outlet })?;
    plan.end(pass.report.finish());
    Ok(())
}

/// Games on their way to whoever goes through them.
struct Giving<'j> {
    settings: &'j Settings,
    outlet: &'j Outlet<Vec<Given>>,
}

impl Job for Giving<'_> {
    fn text(&mut self, pass: &mut Pass<'_>, mut current: TextInput<'_>) -> Result<(), Failure> {
        let how = TextReading::of(&mut current, self.settings)?;
        let work = |block: &Block, most: u64| build(&how, block, most);
        pass.text(current, &Blocks { size: BLOCK, work }, |pass, built, _| {
            let read = built.len();
            let games: Vec<_> = built.into_iter().flatten().map(Given::Tree).collect();
            pass.report.skipped += (read - games.len()) as u64;
            pass.report.written += games.len() as u64;
            if games.is_empty() { Ok(()) } else { go_on(self.outlet.send(games)) }
        })
    }

    fn foreign(&mut self, pass: &mut Pass<'_>, current: ForeignInput<'_>) -> Result<(), Failure> {
        let settings = self.settings;
        let read = |whole: &Arc<Whole>| ask(self.outlet, whole);
        pass.whole(current, None, read, |pass, read, _| {
            let skipped = u64::from(read.is_skipped(settings));
            pass.report.skipped += skipped;
            pass.report.written += 1 - skipped;
            Ok(())
        })
    }

    fn columns(&mut self, pass: &mut Pass<'_>, current: TableInput<'_>) -> Result<(), Failure> {
        let (settings, input) = (self.settings, current.input);
        let reading = replaying(settings, &ENGLISH);
        let before = pass.report.games();
        pass.rows(current, Some(&columns()), |pass, batch| {
            let stored = Stored::of(&batch).map_err(|error| not_rebuilt(input, &error))?;
            let mut built = Vec::with_capacity(batch.num_rows());
            for game in stored.games() {
                let (read, tally) = rebuilt(&game, &reading, settings);
                let number = pass.report.games() - before + 1;
                let bytes = if let Game::Text(bytes) = game { bytes } else { b"" };
                pass.report.add_stored(tally, number, bytes, input.name());
                built.push(Given::Tree(read));
            }
            pass.report.written += built.len() as u64;
            go_on(self.outlet.send(built))
        })
    }
}

/// Has a text read by whoever goes through the games: the caller must not be needed on this thread, as the one who waits for
/// its end may hold what the caller needs.
fn ask(outlet: &Outlet<Vec<Given>>, whole: &Arc<Whole>) -> Result<ForeignRead, Failure> {
    let (answer, answered) = sync_channel(1);
    go_on(outlet.send(vec![Given::Unread(Unread { whole: Arc::clone(whole), answer })]))?;
    answered.recv().unwrap_or(Err(Failure::Interrupted(None)))
}
