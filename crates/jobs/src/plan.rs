//! Games that are read again in the background for every iteration.

use crate::common::failure::Failure;
use crate::count::count;
use crate::formats::{Format, detect};
use crate::game_index::{Index, Indexed};
use crate::inputs;
use crate::inputs::tables::{chosen_columns, resolve, stored_columns, told_rows, without_columns};
use crate::options::validation;
use crate::pipeline::host::{Caller, Host};
use crate::pipeline::pass::Pass;
use crate::pipeline::rejects::Aside;
use crate::pipeline::report::Report;
use crate::settings::{OnError, Settings};
use arrow_schema::SchemaRef;
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::schema;
use scoresheet_core::read::Depth;
use scoresheet_files::Input;
use scoresheet_parallel::{Lock, Sender};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, MutexGuard};

/// The state shared by all streams of the same games: how to open the games, and which columns to read.
pub struct Plan {
    pub(crate) inputs: Vec<Input>,
    pub(crate) settings: Settings,
    pub(crate) columns: Vec<&'static dyn Column>,
    /// Whether an input that can be read only once has been read; shared by all plans for the same games.
    consumed: Arc<AtomicBool>,
    /// Facts about the games that do not depend on columns; also shared.
    known: Arc<Known>,
    /// The report of the last pass that was completed.
    report: Lock<Option<Report>>,
    /// The number of bytes and games that the latest pass has read, which other threads may query.
    bytes: AtomicU64,
    games: AtomicU64,
}

/// Facts about the games of a plan.
#[derive(Default)]
struct Known {
    /// The number of games, once known.
    games: Lock<Option<u64>>,
    /// The games by their numbers, once one was requested.
    index: Lock<Option<Arc<Index>>>,
    /// Whether a pass has written the file for bad games, which the next one replaces.
    has_aside: AtomicBool,
}

impl Plan {
    /// The games of these inputs.
    ///
    /// # Errors
    /// For a column that is not known, for an option of a format that no input has, and when an input cannot be looked at.
    pub fn new(inputs: Vec<Input>, settings: Settings) -> Result<Plan, Failure> {
        let has_choices = !(settings.read.choices.is_empty() && settings.write.choices.is_empty());
        // Without inputs, the formats are not known yet.
        if has_choices && !inputs.is_empty() {
            validation::check(&settings, &inputs, None)?;
        }
        let columns = chosen_columns(&inputs, &settings, column::default_columns)?;
        Ok(Plan::of(inputs, settings, columns))
    }

    /// The same for a caller that narrows the columns for each stream: unless some were chosen, or the first input is one
    /// of columns, all of them can be had.
    ///
    /// # Errors
    /// As [`Plan::new`], and if there is no column that a caller can choose.
    pub fn offering(inputs: Vec<Input>, settings: Settings) -> Result<Plan, Failure> {
        validation::check(&settings, &inputs, None)?;
        let columns = chosen_columns(&inputs, &settings, || column::ALL.to_vec())?;
        if let (Some(input), []) = (inputs.first(), columns.as_slice()) {
            return Err(without_columns(input));
        }
        Ok(Plan::of(inputs, settings, columns))
    }

    /// A column that requires playing the moves of games, which shows all their errors; `None` if they are stored
    /// without one.
    ///
    /// # Errors
    /// If the first input cannot be looked at.
    pub fn replayed_column(&self) -> Result<Option<&'static str>, Failure> {
        let offered = stored_columns(&self.inputs, &self.settings)?.unwrap_or_else(|| column::ALL.to_vec());
        let replayed = offered.into_iter().find(|column| column.spec().depth == Depth::Positions);
        Ok(replayed.map(|column| column.spec().name))
    }

    /// The number of threads that read the games.
    pub fn threads(&self) -> usize {
        self.settings.run.threads()
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

    /// The same games for a caller that uses only those of a period. Its first and last days are numbers such as 20130131.
    /// Games outside may be left out, which saves reading blocks of archives; all others come.
    #[must_use]
    pub fn within(&self, period: RangeInclusive<u32>) -> Plan {
        let (inputs, mut settings) = (self.inputs.clone(), self.settings.clone());
        // Where games are counted, chosen or changed, those outside of the period matter for those inside.
        let matter = settings.changes_games() || settings.selection.limit.is_some();
        if !matter && settings.read.on_error != OnError::Raise {
            settings.selection.period = Some(period);
        }
        // What is known of all games is not known of these.
        Plan { consumed: Arc::clone(&self.consumed), ..Plan::of(inputs, settings, self.columns.clone()) }
    }

    fn of(inputs: Vec<Input>, settings: Settings, columns: Vec<&'static dyn Column>) -> Plan {
        let (bytes, games) = (AtomicU64::new(0), AtomicU64::new(0));
        let (consumed, known) = (Arc::default(), Arc::default());
        Plan { inputs, settings, columns, consumed, known, report: Lock::new(None), bytes, games }
    }

    /// The names of the columns.
    pub fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.spec().name).collect()
    }

    /// How thoroughly the games must be read for the columns.
    pub(crate) fn depth(&self) -> Depth {
        column::depth(&self.columns)
    }

    /// The schema of the columns.
    pub fn schema(&self) -> SchemaRef {
        schema::of(&self.columns, self.depth())
    }

    /// The report of the last pass that was completed; `None` before that.
    pub fn report(&self) -> MutexGuard<'_, Option<Report>> {
        self.report.lock()
    }

    /// The number of bytes and games that the latest pass has read so far.
    pub fn progress(&self) -> (u64, u64) {
        (self.bytes.load(Relaxed), self.games.load(Relaxed))
    }

    /// A pass is completed; `whole` is whether all inputs could be read.
    pub(crate) fn end(&self, report: Report, depth: Depth, whole: bool) {
        // Only playing the moves shows which games are left out for their errors.
        if whole && (self.settings.read.on_error == OnError::Keep || depth == Depth::Positions) {
            *self.known.games.lock() = Some(report.written);
        }
        *self.report() = Some(report);
    }

    /// The number of games, if known without reading them: from an earlier pass, or because all inputs are files that
    /// contain it.
    pub fn known_games(&self) -> Option<u64> {
        let known = *self.known.games.lock();
        if known.is_some() {
            return known;
        }
        let told = self.told_games();
        if told.is_some() {
            *self.known.games.lock() = told;
        }
        told
    }

    /// The number of games, if the inputs are files that contain it.
    fn told_games(&self) -> Option<u64> {
        if let Some(index) = self.told_index(&mut self.known.index.lock()) {
            // Fewer games of a damaged archive can be read than its index lists, which only reading reports.
            return index.is_sound().then(|| index.games());
        }
        let settings = &self.settings;
        let may_tell = settings.read.on_error == OnError::Keep && !settings.changes_games();
        let rows = may_tell.then(|| told_rows(&self.inputs, &settings.read)).flatten()?;
        Some(rows.min(settings.selection.limit.unwrap_or(rows)))
    }

    /// The number of games, which are read if it is not known.
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
        *self.known.games.lock() = Some(games);
        Ok(games)
    }

    /// The game of this number, from 0; `None` if there are fewer. The first call reads all games, except those of
    /// archives and Parquet files.
    ///
    /// # Errors
    /// If the games cannot be read.
    pub fn game(&self, number: u64, caller: Caller<'_>) -> Result<Option<Indexed>, Failure> {
        let foreign = caller.foreign;
        let mut index = self.index(Caller { host: &mut *caller.host, foreign })?;
        if index.is_worn() {
            index = self.read_all(caller)?;
        }
        index.game(number, &self.settings, foreign)
    }

    /// The games by their numbers. The first call reads all games, except those of archives and Parquet files.
    ///
    /// # Errors
    /// If an input cannot be read, or was read already and cannot be read again.
    pub fn index(&self, caller: Caller<'_>) -> Result<Arc<Index>, Failure> {
        let told = self.told_index(&mut self.known.index.lock());
        told.map_or_else(|| self.read_all(caller), Ok)
    }

    /// The games by their numbers, all of which are read now unless they were.
    fn read_all(&self, caller: Caller<'_>) -> Result<Arc<Index>, Failure> {
        let mut held = self.known.index.lock();
        if let Some(index) = held.as_ref().filter(|index| !index.is_worn()) {
            return Ok(Arc::clone(index));
        }
        self.consume()?;
        let built = Index::build(&self.inputs, &self.settings, self.aside()?, caller)?;
        self.note_aside();
        if let Some(error) = built.failed {
            return Err(error.into());
        }
        *self.known.games.lock() = Some(built.index.games());
        *self.report() = Some(built.report);
        Ok(Arc::clone(held.insert(Arc::new(built.index))))
    }

    /// Whether any game can be reached by its number without reading all of them.
    pub fn has_numbers(&self) -> bool {
        self.told_index(&mut self.known.index.lock()).is_some()
    }

    /// The games by their numbers, if they are known, or the inputs contain the place of each.
    fn told_index(&self, held: &mut Option<Arc<Index>>) -> Option<Arc<Index>> {
        if held.is_none() {
            *held = Index::in_place(&self.inputs, &self.settings).map(Arc::new);
        }
        held.clone()
    }

    /// Whether the caller is needed for reading while games are pulled, as far as names show: the code that pulls must
    /// not keep the caller from answering.
    pub fn asks_caller(&self) -> bool {
        let is_store = |input: &Input| detect::of_name(input.name()).is_some_and(Format::is_database);
        let looked_at = |input: &Input| inputs::format(input, &self.settings.read).is_database();
        self.inputs.iter().any(|input| input.is_given() || is_store(input))
            || matches!(self.inputs.as_slice(), [only] if looked_at(only))
    }

    /// Makes a pass over the games, at least this deep, and keeps its report.
    ///
    /// # Errors
    /// If `take` fails, or an input could not be read completely.
    pub(crate) fn pass(
        &self,
        depth: Depth,
        host: &mut dyn Host,
        take: impl FnOnce(&mut Pass<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut pass = Pass::new(&self.settings, depth, host);
        pass.aside = self.aside()?;
        take(&mut pass)?;
        self.commit_aside(&mut pass)?;
        // Whoever gets the rows has had all that could be read, but sees no report: they must not seem to be complete.
        let whole = !pass.lacks_input();
        let failed = pass.unannounced();
        self.end(pass.report.finish(), depth, whole);
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// The file for bad games that the next pass writes, if there is one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn aside(&self) -> Result<Option<Aside>, Failure> {
        Aside::asked(&self.settings.run, &self.inputs, None, self.known.has_aside.load(Relaxed))
    }

    /// Makes the file for bad games of a complete pass appear.
    ///
    /// # Errors
    /// If a part of it could not be written.
    pub(crate) fn commit_aside(&self, pass: &mut Pass<'_>) -> Result<(), Failure> {
        pass.commit_aside()?;
        self.note_aside();
        Ok(())
    }

    /// Notes that a pass has written the file for bad games.
    fn note_aside(&self) {
        self.known.has_aside.store(self.settings.run.repair.is_some(), Relaxed);
    }

    /// The first input that can be read only once, of which one that was read already goes before the others.
    fn pipe(&self) -> Option<&Input> {
        let spent = self.inputs.iter().find(|input| input.is_spent());
        spent.or_else(|| self.inputs.iter().find(|input| input.is_once()))
    }

    /// Checks that everything can still be read.
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

    /// Records that everything is being read now.
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

/// The consumer of a job in the background, as the job sees it.
pub(crate) struct Puller<'o, T> {
    pub(crate) sender: &'o Sender<T>,
    pub(crate) plan: &'o Plan,
}

impl<T> Host for Puller<'_, T> {
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure> {
        self.plan.bytes.store(bytes, Relaxed);
        self.plan.games.store(games, Relaxed);
        go_on(self.sender.tick())
    }
}

/// No one receives a failure after the consumer has gone.
pub(crate) fn go_on(flow: ControlFlow<()>) -> Result<(), Failure> {
    if flow.is_break() { Err(Failure::Interrupted(None)) } else { Ok(()) }
}
