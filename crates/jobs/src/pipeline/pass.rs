//! One pass over the inputs, which are opened one after another, counted, limited and stopped.

use crate::common::failure::Failure;
use crate::common::number_set::Selection;
use crate::common::spool::temporary_files;
use crate::inputs::{self, OpenInput};
use crate::pipeline::compression_report::Comparing;
use crate::pipeline::host::{Host, JobPhase};
use crate::pipeline::rejects::Aside;
use crate::pipeline::report::{InputCount, Report};
use crate::pipeline::wanted_rows::{self, RowFilter};
use crate::settings::{SelectionSettings, Settings, WantedGames};
use arrow_array::{BooleanArray, RecordBatch};
use scoresheet_core::edit::Change;
use scoresheet_core::error::Fault;
use scoresheet_core::read::Depth;
use scoresheet_files::{FileError, Input, Kind, Progress, RunSettings};
use scoresheet_spill::Sorter;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the caller is notified.
const TICK: Duration = Duration::from_millis(100);
/// Threads are started for files as if no block was smaller than this.
const LEAST_BLOCK: usize = 1 << 20;
/// How many bytes other compressors receive before the caller can be notified.
const AT_ONCE: usize = 64 << 10;

/// A pass, with its counts so far.
pub(crate) struct Pass<'p> {
    pub(crate) settings: &'p Settings,
    pub(crate) host: &'p mut dyn Host,
    pub(crate) report: Report,
    /// The index of the current input.
    input: usize,
    /// The number of games read from the inputs before it.
    games_before: u64,
    /// The number of selected games taken so far.
    taken: u64,
    /// The number of bytes of completed inputs.
    bytes: u64,
    /// The progress of the current input.
    reading: Option<Arc<Progress>>,
    ticked: Instant,
    /// The first input that could not be read completely.
    failed: Option<FileError>,
    /// The number of inputs that could not be read completely.
    failures: u64,
    /// The maximum number of games to take.
    limit: Option<u64>,
    /// The games that were selected, by input; `None` if all are.
    selected: Option<Arc<[Selection]>>,
    /// Other compressors that process the bytes that are read, if requested.
    pub(crate) comparing: Option<Comparing>,
    /// The games that were dropped as duplicates, if these are needed.
    pub(crate) dropped: Option<Sorter>,
    /// The files whose games were left out.
    pub(crate) known: Vec<String>,
    /// The file for bad games, if there is one.
    pub(crate) aside: Option<Aside>,
}

/// The observations of a pass.
pub(crate) struct PassObservations {
    report: Report,
    aside: Option<Aside>,
    failed: Option<FileError>,
    failures: u64,
}

impl<'p> Pass<'p> {
    pub(crate) fn new(settings: &'p Settings, depth: Depth, host: &'p mut dyn Host) -> Pass<'p> {
        let report = Report::new(&settings.read, depth);
        Pass {
            settings,
            host,
            report,
            input: 0,
            games_before: 0,
            taken: 0,
            bytes: 0,
            reading: None,
            ticked: Instant::now(),
            failed: None,
            failures: 0,
            limit: settings.selection.limit,
            selected: None,
            comparing: None,
            dropped: settings
                .run
                .duplicates
                .is_some()
                .then(|| Sorter::new(settings.run.sort_memory, &temporary_files())),
            known: Vec::new(),
            aside: None,
        }
    }

    /// Takes only these games, by input.
    pub(crate) fn select(&mut self, games: Arc<[Selection]>) {
        (self.selected, self.limit) = (Some(games), None);
    }

    /// Takes only the first games, up to this number.
    pub(crate) fn select_first(&mut self, most: u64) {
        self.limit = Some(most);
    }

    /// Which games of a source are wanted, by their numbers there.
    pub(crate) fn wanted<'w>(
        settings: &'w SelectionSettings,
        selected: &'w Option<Arc<[Selection]>>,
        index: usize,
        source: &str,
    ) -> WantedGames<'w> {
        let selected = selected.as_ref().and_then(|selected| selected.get(index));
        settings.wanted(index, source).among(selected.map(|selection| &selection.numbers))
    }

    /// The games that were selected, by input.
    pub(crate) fn selected(&self) -> Option<Arc<[Selection]>> {
        self.selected.clone()
    }

    /// How many games may still be taken.
    pub(crate) fn left(&self) -> u64 {
        self.limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.taken))
    }

    /// How many rows of a batch to read until no more may be taken.
    ///
    /// # Errors
    /// If games are chosen by columns that are not there.
    pub(crate) fn rows_to_read(&mut self, batch: &RecordBatch, input: &Input) -> Result<usize, Failure> {
        let keep = self.wanted_rows(batch, input)?;
        let (rows, taken) = wanted_rows::reach(batch, keep.as_ref(), self.left());
        self.taken += taken;
        Ok(rows)
    }

    /// Which rows of a batch of the current input are wanted; `None` if all are.
    ///
    /// # Errors
    /// If games are chosen by columns that are not there.
    pub(crate) fn wanted_rows(&self, batch: &RecordBatch, input: &Input) -> Result<Option<BooleanArray>, Failure> {
        let selected = self.selected.as_ref().and_then(|selected| selected.get(self.input));
        let wanted = RowFilter {
            input,
            index: self.input,
            base: self.report.games() - self.games_before,
            chosen: self.settings.selection.games.as_deref(),
            selected: selected.map(|selection| &selection.numbers),
        };
        wanted_rows::wanted_rows(batch, wanted)
    }

    /// How many games of a source to take out of the `games` after the game `before` until no more may be taken; and
    /// how many wanted ones these are.
    pub(crate) fn reach(&self, source: &str, before: u64, games: u64) -> (u64, u64) {
        Pass::wanted(&self.settings.selection, &self.selected, self.input, source).reach(before, games, self.left())
    }

    /// This many wanted games were taken.
    pub(crate) fn took(&mut self, games: u64) {
        self.taken += games;
    }

    /// Whether no more games may be taken.
    pub(crate) fn is_done(&self) -> bool {
        self.left() == 0
    }

    /// Opens and reads the inputs one after another until the limit is reached. Inputs that cannot be opened or read
    /// are counted, and the others are still read.
    ///
    /// # Errors
    /// If the job is to stop, or `read` fails for a reason that is not the input's.
    pub(crate) fn each(
        &mut self,
        inputs: &[Input],
        mut read: impl FnMut(&mut Self, usize, &Input, OpenInput) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (index, input) in inputs.iter().enumerate() {
            if self.is_done() {
                break;
            }
            (self.input, self.games_before) = (index, self.report.games());
            // Small inputs end before they would report progress themselves.
            self.tick_when_due()?;
            let mut stopped = Ok(());
            let opened =
                inputs::open(input, &self.settings.read, || match self.host.tick(self.bytes, self.report.games()) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(failure) => {
                        stopped = Err(failure);
                        ControlFlow::Break(())
                    }
                });
            stopped?;
            match opened {
                Ok(opened) => read(self, index, input, opened)?,
                Err(error) => self.file_error(error)?,
            }
        }
        self.tick()
    }

    /// Counts an input that cannot be read, unless the job stops at errors.
    pub(crate) fn file_error(&mut self, error: FileError) -> Result<(), Failure> {
        if self.settings.read.raises(true) || matches!(error.kind, Kind::Internal | Kind::Write) {
            return Err(error.into());
        }
        let fault = self.report.add_file_fault(&error);
        self.give_reason(&error.path, &fault)?;
        self.failed.get_or_insert(error);
        self.failures += 1;
        Ok(())
    }

    /// Counts a game that could not be stored, unless the job stops at errors.
    ///
    /// # Errors
    /// If it is to stop.
    pub(crate) fn refuse(&mut self, fault: Fault, file: &str) -> Result<(), Failure> {
        if self.settings.read.raises(true) {
            return Err(Failure::Input { file: Some(file.to_owned()), fault, report: None });
        }
        self.give_reason(file, &fault)?;
        self.report.add_refused(fault, file);
        Ok(())
    }

    /// The number of inputs that could not be read completely.
    pub(crate) fn failures(&self) -> u64 {
        self.failures
    }

    /// The observations of this pass, for another one.
    pub(crate) fn settle(self) -> PassObservations {
        let Pass { report, aside, failed, failures, .. } = self;
        PassObservations { report, aside, failed, failures }
    }

    /// Takes over the observations of another pass over the same inputs: all of them if its games are not read again,
    /// else the games that it left out.
    pub(crate) fn adopt(&mut self, seen: PassObservations, whole: bool) {
        self.report.skipped += seen.report.skipped;
        if whole {
            self.report.changes.add(&seen.report.changes);
            self.report.take_over(seen.report);
            (self.aside, self.failed, self.failures) = (seen.aside, seen.failed, seen.failures);
        } else {
            // The games that were chosen are changed again.
            self.report.changes.count(Change::Unmatched, seen.report.changes.times(Change::Unmatched));
        }
    }

    /// Takes over the losses of another pass to another output.
    pub(crate) fn adopt_losses(&mut self, seen: PassObservations) {
        self.report.add_losses(seen.report);
    }

    /// Whether an input could not be read completely.
    pub(crate) fn lacks_input(&self) -> bool {
        self.failed.is_some()
    }

    /// Counts the bytes after the compressed data of an input.
    ///
    /// # Errors
    /// If that is an error, and everything is to stop at one.
    pub(crate) fn report_trailing_bytes(&mut self, progress: &Progress, name: &str) -> Result<(), Failure> {
        let Some(fault) = progress.trailing_bytes(name) else { return Ok(()) };
        if self.settings.read.strict || !fault.code.is_note() {
            return self.file_error(fault);
        }
        _ = self.report.add_file_fault(&fault);
        Ok(())
    }

    /// The same, and bytes that are not text in the encoding of the input.
    pub(crate) fn report_odd_bytes(&mut self, progress: &Progress, name: &str) -> Result<(), Failure> {
        if let Some((fault, count)) = progress.invalid_bytes(name) {
            self.count_file_faults(fault, count)?;
        }
        self.report_trailing_bytes(progress, name)
    }

    /// Counts faults of an input as a file that was read completely.
    ///
    /// # Errors
    /// If they are errors, and everything is to stop at one.
    pub(crate) fn count_file_faults(&mut self, fault: FileError, count: u64) -> Result<(), Failure> {
        if self.settings.read.raises(self.settings.read.strict || !fault.code.is_note()) {
            return Err(fault.into());
        }
        _ = self.report.add_file_faults(&fault, count);
        Ok(())
    }

    /// The first input that could not be read completely, unless the caller chose to only count errors.
    pub(crate) fn unannounced(&mut self) -> Option<FileError> {
        self.failed.take().filter(|_| !self.settings.read.says_on_error)
    }

    /// Adds to the number of bytes that are done.
    pub(crate) fn advance(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Starts an input.
    pub(crate) fn begin(&mut self, progress: &Arc<Progress>) {
        self.reading = Some(Arc::clone(progress));
    }

    /// Takes the only game of an input.
    pub(crate) fn take_whole(&mut self, name: &str) {
        self.taken += u64::from(Pass::wanted(&self.settings.selection, &self.selected, self.input, name).has(1));
    }

    /// Notifies the caller of the progress.
    ///
    /// # Errors
    /// If the job is to stop.
    pub(crate) fn tick(&mut self) -> Result<(), Failure> {
        self.report.check_faults()?;
        let reading = self.reading.as_ref().map_or(0, |progress| progress.read());
        self.host.tick(self.bytes + reading, self.report.games())
    }

    /// The same, but at most ten times a second.
    pub(crate) fn tick_when_due(&mut self) -> Result<(), Failure> {
        if self.is_due() { self.tick() } else { Ok(()) }
    }

    /// Notifies the caller of work after reading, at most that often.
    ///
    /// # Errors
    /// If the job is to stop.
    pub(crate) fn phase_when_due(&mut self, phase: JobPhase) -> Result<(), Failure> {
        if !self.is_due() {
            return Ok(());
        }
        self.tick()?;
        self.host.phase(phase)
    }

    fn is_due(&mut self) -> bool {
        let due = self.ticked.elapsed() >= TICK;
        if due {
            self.ticked = Instant::now();
        }
        due
    }

    /// Passes bytes that were read to the other compressors, if these are requested.
    ///
    /// # Errors
    /// If one of them fails, or the job is to stop.
    pub(crate) fn compare(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        for bytes in bytes.chunks(AT_ONCE) {
            let Some(comparing) = &mut self.comparing else { break };
            comparing.add(bytes)?;
            self.tick_when_due()?;
        }
        Ok(())
    }

    /// Adds the results of the other compressors to the report.
    ///
    /// # Errors
    /// If one of them fails.
    pub(crate) fn end_comparison(&mut self) -> Result<(), Failure> {
        if let (Some(comparing), Some(gain)) = (self.comparing.take(), &mut self.report.gain) {
            gain.compared = Some(comparing.finish()?);
        }
        Ok(())
    }

    /// Records an input that was read.
    pub(crate) fn done(&mut self, input: InputCount) {
        self.bytes += input.bytes;
        self.reading = None;
        self.report.add_input(input);
    }

    pub(crate) fn run_settings(&self, block_size: usize, total: Option<u64>) -> RunSettings {
        // Reading a file of one block takes less time than starting a thread. A compressed file may be eight times as
        // large.
        let small = total.is_some_and(|total| total <= block_size.max(LEAST_BLOCK) as u64 / 8);
        RunSettings {
            threads: if small { 1 } else { self.settings.run.threads() },
            block_size,
            game_limit: usize::try_from(self.settings.read.limits.game).unwrap_or(usize::MAX),
            ..RunSettings::default()
        }
    }
}
