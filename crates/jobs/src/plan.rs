//! Games that are read again in the background for every iteration.

use crate::count::count;
use crate::failure::Failure;
use crate::formats::{self, Format, detect};
use crate::host::{Caller, Host};
use crate::indexed::{Index, Indexed};
use crate::inputs;
use crate::report::Report;
use crate::settings::{OnError, Settings};
use crate::tables::{chosen_columns, resolve, told_rows};
use arrow_schema::SchemaRef;
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::schema;
use scoresheet_core::read::Depth;
use scoresheet_files::{Input, Outlet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all streams of the same games share: how to open the games, and which columns to take of them.
pub struct Plan {
    pub(crate) inputs: Vec<Input>,
    pub(crate) settings: Settings,
    pub(crate) columns: Vec<&'static dyn Column>,
    /// Whether an input that can be read once has been; shared by all that were narrowed from the same games.
    consumed: Arc<AtomicBool>,
    /// What is known of the games, whatever their columns; shared likewise.
    known: Arc<Known>,
    /// What the last pass that came to its end counted.
    report: Mutex<Option<Report>>,
    /// How many bytes and games the latest pass has read: somebody may look while another thread pulls.
    bytes: AtomicU64,
    games: AtomicU64,
}

/// What is known of the games of a plan.
#[derive(Default)]
struct Known {
    /// How many there are, once that is known.
    games: Mutex<Option<u64>>,
    /// The games by their numbers, once somebody has asked for one.
    index: Mutex<Option<Arc<Index>>>,
}

impl Plan {
    /// The games of these inputs.
    ///
    /// # Errors
    /// For a column that is not known, and when the first input cannot be looked at.
    pub fn new(inputs: Vec<Input>, settings: Settings) -> Result<Plan, Failure> {
        let columns = chosen_columns(&inputs, &settings)?;
        Ok(Plan::of(inputs, settings, columns))
    }

    /// The same games with other columns.
    ///
    /// # Errors
    /// For a column that is not known.
    pub fn narrow(&self, names: &[String]) -> Result<Plan, Failure> {
        let (inputs, settings) = (self.inputs.clone(), self.settings.clone());
        let (consumed, known) = (Arc::clone(&self.consumed), Arc::clone(&self.known));
        Ok(Plan { consumed, known, ..Plan::of(inputs, settings, resolve(names)?) })
    }

    fn of(inputs: Vec<Input>, settings: Settings, columns: Vec<&'static dyn Column>) -> Plan {
        let (bytes, games) = (AtomicU64::new(0), AtomicU64::new(0));
        let (consumed, known) = (Arc::default(), Arc::default());
        Plan { inputs, settings, columns, consumed, known, report: Mutex::new(None), bytes, games }
    }

    /// The names of the columns.
    pub fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.spec().name).collect()
    }

    /// How deep the games must be read for the columns.
    pub(crate) fn depth(&self) -> Depth {
        column::depth(&self.columns)
    }

    /// What the columns look like.
    pub fn schema(&self) -> SchemaRef {
        schema::of(&self.columns, self.depth())
    }

    /// What the last pass that came to its end counted; none before there was one.
    pub fn report(&self) -> MutexGuard<'_, Option<Report>> {
        locked(&self.report)
    }

    /// How many bytes and games the latest pass has read so far.
    pub fn progress(&self) -> (u64, u64) {
        (self.bytes.load(Relaxed), self.games.load(Relaxed))
    }

    /// A pass has come to its end; `whole` says whether all inputs could be read.
    pub(crate) fn end(&self, report: Report, depth: Depth, whole: bool) {
        // Which games are left out for their errors shows only where moves are played.
        if whole && (self.settings.on_error == OnError::Keep || depth == Depth::Positions) {
            *locked(&self.known.games) = Some(report.written);
        }
        *self.report() = Some(report);
    }

    /// How many games there are, as far as that is known without reading them: from an earlier pass, or because all inputs
    /// are files that say so.
    pub fn known_games(&self) -> Option<u64> {
        let mut games = locked(&self.known.games);
        if games.is_none() && self.settings.on_error == OnError::Keep && !self.settings.changes_games() {
            let told =
                told_rows(&self.inputs, &self.settings).map(|rows| rows.min(self.settings.limit.unwrap_or(rows)));
            *games = told;
        }
        *games
    }

    /// How many games there are. They are read where that is not known.
    ///
    /// # Errors
    /// If an input cannot be read, or was read already and cannot be read again.
    pub fn count(&self, caller: Caller<'_>) -> Result<u64, Failure> {
        if let Some(known) = self.known_games() {
            return Ok(known);
        }
        if self.settings.changes_games() {
            return Ok(self.index(caller)?.games());
        }
        self.consume()?;
        let (games, failed) = count(&self.inputs, &self.settings, caller)?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        *locked(&self.known.games) = Some(games);
        Ok(games)
    }

    /// The game of this number, from 0; none where there are fewer. All games are read the first time.
    ///
    /// # Errors
    /// If the games cannot be read.
    pub fn game(&self, number: u64, caller: Caller<'_>) -> Result<Option<Indexed>, Failure> {
        let foreign = caller.foreign;
        self.index(caller)?.game(number, &self.settings, foreign)
    }

    /// The games by their numbers. All of them are read the first time.
    ///
    /// # Errors
    /// If an input cannot be read, or was read already and cannot be read again.
    pub fn index(&self, caller: Caller<'_>) -> Result<Arc<Index>, Failure> {
        let mut held = locked(&self.known.index);
        if let Some(index) = &*held {
            return Ok(Arc::clone(index));
        }
        self.consume()?;
        let built = Index::build(&self.inputs, &self.settings, caller)?;
        if let Some(error) = built.failed {
            return Err(error.into());
        }
        *locked(&self.known.games) = Some(built.index.games());
        *self.report() = Some(built.report);
        Ok(Arc::clone(held.insert(Arc::new(built.index))))
    }

    /// Whether the caller is asked for games while they are pulled, as far as names tell: the code that pulls must not
    /// keep the caller from answering.
    pub fn asks_caller(&self) -> bool {
        let is_store = |input: &Input| matches!(detect::of_name(input.name()), Some(Format::Store(_)));
        let looked_at = |input: &Input| {
            let kind = inputs::kind(input, &self.settings);
            formats::find(kind).is_ok_and(|format| matches!(format, Format::Store(_)))
        };
        self.inputs.iter().any(|input| input.is_given() || is_store(input))
            || matches!(self.inputs.as_slice(), [only] if looked_at(only))
    }

    /// The first input that can be read only once, of which one that was read already goes before the others.
    fn pipe(&self) -> Option<&Input> {
        let spent = self.inputs.iter().find(|input| input.is_spent());
        spent.or_else(|| self.inputs.iter().find(|input| input.is_once()))
    }

    /// That everything can be read still.
    ///
    /// # Errors
    /// If an input that can be read once has been read.
    pub(crate) fn check_unread(&self) -> Result<(), Failure> {
        match self.pipe() {
            Some(pipe) if self.consumed.load(Relaxed) || pipe.is_spent() => {
                Err(Failure::Consumed(pipe.name().to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Takes note that everything is being read now.
    ///
    /// # Errors
    /// If an input that can be read once has been read.
    pub(crate) fn consume(&self) -> Result<(), Failure> {
        match self.pipe() {
            Some(pipe) if self.consumed.swap(true, Relaxed) || pipe.is_spent() => {
                Err(Failure::Consumed(pipe.name().to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// What a mutex holds, even if a thread has panicked with it.
fn locked<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The puller of what a job in the background makes, as the job sees it.
pub(crate) struct Puller<'o, T> {
    pub(crate) outlet: &'o Outlet<T>,
    pub(crate) plan: &'o Plan,
}

impl<T> Host for Puller<'_, T> {
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure> {
        self.plan.bytes.store(bytes, Relaxed);
        self.plan.games.store(games, Relaxed);
        go_on(self.outlet.tick())
    }
}

/// Nobody hears of a failure after they have gone.
pub(crate) fn go_on(flow: ControlFlow<()>) -> Result<(), Failure> {
    if flow.is_break() { Err(Failure::Interrupted(None)) } else { Ok(()) }
}
