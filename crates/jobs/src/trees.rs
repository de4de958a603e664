//! Builds trees of games in the background, in batches, while a caller iterates over them.

use crate::common::failure::{Failure, forked, guarded};
use crate::pipeline::foreign::{Foreign, ForeignGame, ForeignRead};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::single_game::Whole;
use crate::pipeline::sink::{
    Complete, CountOnce, ForeignSupport, GameSink, GivenForeign, LocalSink, Needs, Piece, SinkFactory, content,
};
use crate::plan::{Plan, Puller, go_on};
use crate::selection::first_pass::take_transformed;
use crate::settings::{Settings, WantedGames};
use crate::sinks::trees::{MadeTree, ReadTree, TreeFactory};
use scoresheet_core::game::GameFormat;
use scoresheet_core::read::Depth;
use scoresheet_core::tree::{Tree, TreeMemory};
use scoresheet_parallel::{Discarded, Lock, Sender, Stream};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

/// How large blocks are: some hundred games, because they are held as trees.
const BLOCK: usize = 256 << 10;
/// Batches that wait to be gone through.
const AHEAD: usize = 8;
/// How long is waited before the caller may look for a signal.
const WAIT: Duration = Duration::from_millis(100);

/// The memory of games that were iterated over and dropped. The threads that read further games release it.
static DISCARDED: Discarded<TreeMemory> = Discarded::new(MOST_DISCARDED);
/// The memory of this many games may wait to be released: about as many as are read at a time.
const MOST_DISCARDED: usize = 2048;

/// Drops a tree, which is not used any more.
pub fn discard(tree: &mut Tree) {
    DISCARDED.discard(tree.take_memory());
}

/// Some games to hand out.
pub enum IteratedGames {
    /// Trees, and the faults of the games.
    Trees(Vec<ReadTree>),
    /// A text that the caller is to read.
    Unread(Unread),
}

/// A foreign text, and where to report its outcome.
pub struct Unread {
    whole: Arc<Whole>,
    answer: SyncSender<Result<ForeignRead, Failure>>,
}

impl Unread {
    /// Its game; none if it is left out, or if its fault ends the job, which the job in the background then reports.
    fn read(self, foreign: &dyn Foreign, settings: &Settings) -> Option<ForeignGame> {
        let mut read = self.whole.read(foreign, settings);
        let game = read.as_mut().ok().and_then(|read| {
            let ends = settings.read.raises(read.error.is_some());
            read.game.take().filter(|_| !ends && !settings.read.skips(read.error.is_some()))
        });
        // If the job has ended, this has no effect.
        let _ = self.answer.send(read);
        game
    }
}

/// The games of a plan as trees. Nothing is opened before the first ones are requested.
pub struct Trees {
    plan: Arc<Plan>,
    stream: Lock<Option<Stream<IteratedGames, Failure>>>,
}

/// What has come while a caller waited a little.
pub enum PulledTrees {
    /// Some games.
    Games(IteratedGames),
    /// Nothing yet.
    Nothing,
    /// The end.
    End,
}

impl Trees {
    /// All games of the plan.
    pub fn of(plan: &Arc<Plan>) -> Trees {
        Trees { plan: Arc::clone(plan), stream: Lock::new(None) }
    }

    /// Waits a little for the next games.
    ///
    /// # Errors
    /// If the job has failed; nothing comes after that.
    pub fn pull(&self) -> Result<PulledTrees, Failure> {
        let mut stream = self.stream.lock();
        if stream.is_none() {
            self.plan.consume()?;
            let plan = Arc::clone(&self.plan);
            *stream = Some(Stream::spawn(AHEAD, move |sender| DISCARDED.while_made(|| guarded(|| run(&plan, sender)))));
        }
        if stream.as_ref().is_some_and(Stream::is_inherited) {
            return Err(forked());
        }
        match stream.as_mut().and_then(|stream| stream.next_within(WAIT)) {
            None => Ok(PulledTrees::Nothing),
            Some(None) => Ok(PulledTrees::End),
            Some(Some(games)) => games.map(PulledTrees::Games),
        }
    }

    /// Ends the job, and waits for its end.
    pub fn close(&self) {
        *self.stream.lock() = None;
    }

    /// Detaches the job, because waiting for its end could take forever.
    pub fn abandon(&self) {
        std::mem::forget(self.stream.lock().take());
    }

    /// Has a foreign text read, on the thread that iterates over the games; none if it is left out.
    pub fn read(&self, unread: Unread, foreign: &dyn Foreign) -> Option<ForeignGame> {
        unread.read(foreign, &self.plan.settings)
    }
}

/// The job in the background.
fn run(plan: &Plan, sender: &Sender<IteratedGames>) -> Result<(), Failure> {
    let mut host = Puller { sender, plan };
    let mut pass = Pass::new(&plan.settings, Depth::Positions, &mut host);
    pass.aside = plan.aside()?;
    take_transformed(&plan.inputs, Box::new(TreeIteration { settings: &plan.settings, sender }), &mut pass)?;
    plan.commit_aside(&mut pass)?;
    // The caller has iterated over all games that could be read, but sees no report: these must not seem to be all
    // games.
    let whole = !pass.lacks_input();
    let failed = pass.unannounced();
    plan.end(pass.report.finish(), Depth::Positions, whole);
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Games on their way to the code that iterates over them.
struct TreeIteration<'g> {
    settings: &'g Settings,
    sender: &'g Sender<IteratedGames>,
}

impl TreeIteration<'_> {
    fn trees(&self) -> TreeFactory {
        TreeFactory { block: BLOCK, spelling: self.settings.write.keep_spelling, strict: self.settings.read.strict }
    }
}

impl<'g> GameSink<'g> for TreeIteration<'g> {
    fn needs(&self) -> Needs<'g> {
        self.trees().needs(ForeignSupport::Taken(None))
    }

    fn factory(&self) -> Box<dyn SinkFactory<'g> + 'g> {
        Box::new(ReleasingFactory(self.trees()))
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let mut made: Vec<MadeTree> = content(piece)?;
        made.retain(|game| wanted.has(at.base.games + game.number));
        let mut counted = CountOnce::default();
        made.iter().for_each(|game| counted.count(pass, game.number, game.read.is_none()));
        let games: Vec<_> = made.into_iter().filter_map(|game| game.read).collect();
        if games.is_empty() { Ok(()) } else { go_on(self.sender.send(IteratedGames::Trees(games))) }
    }

    fn read_foreign(&mut self, whole: &Arc<Whole>, _settings: &Settings) -> Result<ForeignRead, Failure> {
        ask(self.sender, whole)
    }

    fn add_foreign(
        &mut self,
        pass: &mut Pass<'_>,
        given: GivenForeign<'_>,
        _at: &BlockLocation<'_>,
    ) -> Result<(), Failure> {
        pass.report.skipped += u64::from(given.skip);
        pass.report.written += u64::from(!given.skip);
        Ok(())
    }

    fn finish(self: Box<Self>, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        Ok(Complete::Nothing)
    }
}

/// Creates sinks on threads that first release the memory of earlier games.
struct ReleasingFactory(TreeFactory);

impl<'s> SinkFactory<'s> for ReleasingFactory {
    fn local(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        DISCARDED.drop_all();
        self.0.local(from)
    }
}

/// Has a text read by the code that iterates over the games: the caller must not be needed on this thread, as the one
/// who waits for its end may hold what the caller needs.
fn ask(sender: &Sender<IteratedGames>, whole: &Arc<Whole>) -> Result<ForeignRead, Failure> {
    let (answer, answered) = sync_channel(1);
    go_on(sender.send(IteratedGames::Unread(Unread { whole: Arc::clone(whole), answer })))?;
    answered.recv().unwrap_or(Err(Failure::Interrupted(None)))
}
