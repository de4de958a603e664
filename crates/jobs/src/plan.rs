//! Games that are read again and again, in the background, each time somebody goes through them.

use crate::failure::Failure;
use crate::formats::{self, Format, detect};
use crate::host::Host;
use crate::inputs;
use crate::report::Report;
use crate::settings::Settings;
use crate::tables::{chosen_columns, resolve};
use arrow_schema::SchemaRef;
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::schema;
use scoresheet_core::read::Depth;
use scoresheet_files::{Input, Outlet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What all streams of the same games share: how to open the games, and which columns to take of them.
pub struct Plan {
    pub(crate) inputs: Vec<Input>,
    pub(crate) settings: Settings,
    pub(crate) columns: Vec<&'static dyn Column>,
    /// Whether an input that can be read once has been; shared by all that were narrowed from the same games.
    consumed: Arc<AtomicBool>,
    /// What the last pass that came to its end counted.
    report: Mutex<Option<Report>>,
    /// How many bytes and games the latest pass has read: somebody may look while another thread pulls.
    bytes: AtomicU64,
    games: AtomicU64,
}

impl Plan {
    /// The games of these inputs.
    ///
    /// # Errors
    /// For a column that is not known, and when the first input cannot be looked at.
    pub fn new(inputs: Vec<Input>, settings: Settings) -> Result<Plan, Failure> {
        let columns = chosen_columns(&inputs, &settings)?;
        Ok(Plan::of(inputs, settings, columns, Arc::new(AtomicBool::new(false))))
    }

    /// The same games with other columns.
    ///
    /// # Errors
    /// For a column that is not known.
    pub fn narrow(&self, names: &[String]) -> Result<Plan, Failure> {
        let (inputs, settings) = (self.inputs.clone(), self.settings.clone());
        Ok(Plan::of(inputs, settings, resolve(names)?, Arc::clone(&self.consumed)))
    }

    fn of(
        inputs: Vec<Input>,
        settings: Settings,
        columns: Vec<&'static dyn Column>,
        consumed: Arc<AtomicBool>,
    ) -> Plan {
        let (bytes, games) = (AtomicU64::new(0), AtomicU64::new(0));
        Plan { inputs, settings, columns, consumed, report: Mutex::new(None), bytes, games }
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
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many bytes and games the latest pass has read so far.
    pub fn progress(&self) -> (u64, u64) {
        (self.bytes.load(Relaxed), self.games.load(Relaxed))
    }

    /// A pass has come to its end.
    pub(crate) fn end(&self, report: Report) {
        *self.report() = Some(report);
    }

    /// Whether the caller is asked for games while they are pulled, as far as names tell: whoever pulls must not keep the
    /// caller from answering.
    pub fn asks_caller(&self) -> bool {
        let is_store = |input: &Input| matches!(detect::of_name(input.name()), Some(Format::Store(_)));
        let looked_at = |input: &Input| {
            let kind = inputs::kind(input, &self.settings);
            formats::find(kind).is_ok_and(|format| matches!(format, Format::Store(_)))
        };
        self.inputs.iter().any(is_store) || matches!(self.inputs.as_slice(), [only] if looked_at(only))
    }

    /// The first input that can be read only once: standard input, or a pipe with a name.
    fn pipe(&self) -> Option<&Input> {
        self.inputs.iter().find(|input| {
            input.name() == "-" || input.path().and_then(|path| Path::metadata(path).ok()).is_some_and(|m| !m.is_file())
        })
    }

    /// That everything can be read still.
    ///
    /// # Errors
    /// When an input that can be read once has been read.
    pub(crate) fn check_unread(&self) -> Result<(), Failure> {
        match self.pipe() {
            Some(pipe) if self.consumed.load(Relaxed) => Err(Failure::Consumed(pipe.name().to_owned())),
            _ => Ok(()),
        }
    }

    /// Takes note that everything is being read now.
    ///
    /// # Errors
    /// When an input that can be read once has been read.
    pub(crate) fn consume(&self) -> Result<(), Failure> {
        match self.pipe() {
            Some(pipe) if self.consumed.swap(true, Relaxed) => Err(Failure::Consumed(pipe.name().to_owned())),
            _ => Ok(()),
        }
    }
}

/// Whoever pulls what a job in the background makes, as the job sees them.
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
