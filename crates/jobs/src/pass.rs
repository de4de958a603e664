//! One skip the inputs: opened one after another, counted, limited and stopped.

use crate::chosen::{self, SelectedRows};
use crate::failure::Failure;
use crate::gain::Comparing;
use crate::host::{Host, Phase};
use crate::inputs::{self, Opened};
use crate::report::{InputCount, Report};
use crate::settings::{Settings, Wanted};
use crate::transforms::{Selection, Sorter};
use arrow_array::{BooleanArray, RecordBatch};
use scoresheet_core::error::Fault;
use scoresheet_core::read::Depth;
use scoresheet_files::{FileError, Input, Kind, Progress, RunSettings};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the caller is told.
const TICK: Duration = Duration::from_millis(100);
/// How many bytes other compressors get before the caller may be told.
const AT_ONCE: usize = 64 << 10;

/// A pass, with what it has counted so far.
pub(crate) struct Pass<'p> {
    pub(crate) settings: &'p Settings,
    pub(crate) host: &'p mut dyn Host,
    pub(crate) report: Report,
    /// The place of the input being read among the others.
    input: usize,
    /// Games read of the inputs before it.
    games_before: u64,
    /// Games taken so far: those read, and wanted.
    taken: u64,
    /// Bytes of the inputs that are done.
    bytes: u64,
    /// How far the input being read is.
    reading: Option<Arc<Progress>>,
    ticked: Instant,
    /// The first input that could not be read, or not to its end.
    failed: Option<FileError>,
    /// How many inputs could not be read, or not to their ends.
    failures: u64,
    /// How many games are taken at most.
    limit: Option<u64>,
    /// The games that were selected, input by input; `None` if all are.
    selected: Option<Arc<[Selection]>>,
    /// Other compressors at work on what is read, where they are asked.
    pub(crate) comparing: Option<Comparing>,
    /// The games that were dropped as duplicates, where somebody wants to know which.
    pub(crate) dropped: Option<Sorter>,
}

/// What a pass has seen of its inputs.
pub(crate) struct Seen {
    report: Report,
    failed: Option<FileError>,
    failures: u64,
}

impl<'p> Pass<'p> {
    pub(crate) fn new(settings: &'p Settings, depth: Depth, host: &'p mut dyn Host) -> Pass<'p> {
        let report = Report::new(settings.strict_read, depth);
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
            limit: settings.limit,
            selected: None,
            comparing: None,
            dropped: settings.duplicates.is_some().then(|| Sorter::of(settings.sort_memory)),
        }
    }

    /// Takes these games only, input by input.
    pub(crate) fn select(&mut self, games: Arc<[Selection]>) {
        (self.selected, self.limit) = (Some(games), None);
    }

    /// Takes the first so many games only.
    pub(crate) fn select_first(&mut self, most: u64) {
        self.limit = Some(most);
    }

    /// Which games of a source are wanted, by the numbers that they have there.
    pub(crate) fn wanted<'w>(
        settings: &'w Settings,
        selected: &'w Option<Arc<[Selection]>>,
        index: usize,
        source: &str,
    ) -> Wanted<'w> {
        let selected = selected.as_ref().and_then(|selected| selected.get(index));
        settings.wanted(index, source).among(selected.map(|selection| &selection.numbers))
    }

    /// The games that were selected, input by input.
    pub(crate) fn selected(&self) -> Option<Arc<[Selection]>> {
        self.selected.clone()
    }

    /// How many games may still be taken.
    fn left(&self) -> u64 {
        self.limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.taken))
    }

    /// How many rows of a batch to read, until no more may be taken.
    ///
    /// # Errors
    /// If games are chosen by columns that are not there.
    pub(crate) fn rows_to_read(&mut self, batch: &RecordBatch, input: &Input) -> Result<usize, Failure> {
        let keep = self.wanted_rows(batch, input)?;
        let (rows, taken) = chosen::reach(batch, keep.as_ref(), self.left());
        self.taken += taken;
        Ok(rows)
    }

    /// Which rows of a batch of the input being read are wanted; `None` where all are.
    ///
    /// # Errors
    /// If games are chosen by columns that are not there.
    pub(crate) fn wanted_rows(&self, batch: &RecordBatch, input: &Input) -> Result<Option<BooleanArray>, Failure> {
        let base = self.report.games() - self.games_before;
        let selected = self.selected.as_ref().and_then(|selected| selected.get(self.input));
        let selected = selected.map(|selection| SelectedRows { numbers: &selection.numbers, base });
        chosen::wanted_rows(batch, self.settings, selected, self.input, input)
    }

    /// How many games of a source to take of `games` that follow the game `before`, until no more may be taken; and how many
    /// wanted ones these are.
    pub(crate) fn reach(&self, source: &str, before: u64, games: u64) -> (u64, u64) {
        Pass::wanted(self.settings, &self.selected, self.input, source).reach(before, games, self.left())
    }

    /// So many wanted games were taken.
    pub(crate) fn took(&mut self, games: u64) {
        self.taken += games;
    }

    /// Whether no more games may be taken.
    pub(crate) fn is_done(&self) -> bool {
        self.left() == 0
    }

    /// Opens the inputs one after another and has each read, until the limit is reached. What cannot be opened or read is
    /// counted; the others are read all the same.
    ///
    /// # Errors
    /// If the job is to stop, or `read` fails for a reason that is not the input's.
    pub(crate) fn each(
        &mut self,
        inputs: &[Input],
        mut read: impl FnMut(&mut Self, usize, &Input, Opened) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (index, input) in inputs.iter().enumerate() {
            if self.is_done() {
                break;
            }
            (self.input, self.games_before) = (index, self.report.games());
            // Small inputs are read too fast to tick themselves.
            self.tick_when_due()?;
            let mut stopped = Ok(());
            let opened = inputs::open(input, self.settings, || match self.host.tick(self.bytes, self.report.games()) {
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

    /// Counts an input that cannot be read, unless everything is to stop at it.
    pub(crate) fn file_error(&mut self, error: FileError) -> Result<(), Failure> {
        if self.settings.raises(true) || matches!(error.kind, Kind::Internal | Kind::Write) {
            return Err(error.into());
        }
        self.report.add_file_fault(&error);
        self.failed.get_or_insert(error);
        self.failures += 1;
        Ok(())
    }

    /// Counts a game that could not be kept, unless everything is to stop at it.
    ///
    /// # Errors
    /// If it is to stop.
    pub(crate) fn refuse(&mut self, fault: Fault, file: &str) -> Result<(), Failure> {
        if self.settings.raises(true) {
            return Err(Failure::Input { file: Some(file.to_owned()), fault, report: None });
        }
        self.report.add_refused(fault, file);
        Ok(())
    }

    /// How often an input could not be read, or not to its end.
    pub(crate) fn failures(&self) -> u64 {
        self.failures
    }

    /// What this pass has seen, for another one to take over.
    pub(crate) fn settle(self) -> Seen {
        let Pass { report, failed, failures, .. } = self;
        Seen { report, failed, failures }
    }

    /// Takes over what another skip the same inputs has seen: all of it where its games are not read again, else what
    /// it left out.
    pub(crate) fn adopt(&mut self, seen: Seen, whole: bool) {
        self.report.skipped += seen.report.skipped;
        self.report.changes.add(&seen.report.changes);
        if whole {
            self.report.take_over(seen.report);
            (self.failed, self.failures) = (seen.failed, seen.failures);
        }
    }

    /// Takes over what another pass, to another output, could not say there.
    pub(crate) fn adopt_losses(&mut self, seen: Seen) {
        self.report.add_losses(seen.report);
    }

    /// Whether there is an input that could not be read, or not to its end.
    pub(crate) fn lacks_input(&self) -> bool {
        self.failed.is_some()
    }

    /// Counts what stands behind the packed bytes of an input that was read.
    ///
    /// # Errors
    /// If that is an error, and everything is to stop at one.
    pub(crate) fn behind(&mut self, progress: &Progress, name: &str) -> Result<(), Failure> {
        let Some(fault) = progress.behind(name) else { return Ok(()) };
        if self.settings.strict_read || !fault.code.is_note() {
            return self.file_error(fault);
        }
        self.report.add_file_fault(&fault);
        Ok(())
    }

    /// The first input that could not be read, or not to its end, where the caller did not say that errors are only counted.
    pub(crate) fn unannounced(&mut self) -> Option<FileError> {
        self.failed.take().filter(|_| !self.settings.says_on_error)
    }

    /// So many bytes more are done.
    pub(crate) fn advance(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Starts with an input.
    pub(crate) fn begin(&mut self, progress: &Arc<Progress>) {
        self.reading = Some(Arc::clone(progress));
    }

    /// Takes the only game of an input.
    pub(crate) fn take_whole(&mut self, name: &str) {
        self.taken += u64::from(Pass::wanted(self.settings, &self.selected, self.input, name).has(1));
    }

    /// Tells the caller how far it is.
    ///
    /// # Errors
    /// If the job is to stop.
    pub(crate) fn tick(&mut self) -> Result<(), Failure> {
        self.report.check_faults()?;
        let reading = self.reading.as_ref().map_or(0, |progress| progress.read());
        self.host.tick(self.bytes + reading, self.report.games())
    }

    /// The same, but not more often than ten times a second.
    pub(crate) fn tick_when_due(&mut self) -> Result<(), Failure> {
        if self.is_due() { self.tick() } else { Ok(()) }
    }

    /// Tells the caller what is done after the reading, not more often than that.
    ///
    /// # Errors
    /// If the job is to stop.
    pub(crate) fn phase_when_due(&mut self, phase: Phase) -> Result<(), Failure> {
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

    /// Gives bytes that were read to the other compressors, where these are asked.
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

    /// Adds to the report what the other compressors have made of all that was read.
    ///
    /// # Errors
    /// If one of them fails.
    pub(crate) fn end_comparison(&mut self) -> Result<(), Failure> {
        if let (Some(comparing), Some(gain)) = (self.comparing.take(), &mut self.report.gain) {
            gain.compared = Some(comparing.finish()?);
        }
        Ok(())
    }

    /// Notes an input that was read.
    pub(crate) fn done(&mut self, input: InputCount) {
        self.bytes += input.bytes;
        self.reading = None;
        self.report.add_input(input);
    }

    pub(crate) fn run_settings(&self, block_size: usize, total: Option<u64>) -> RunSettings {
        // A file of one block is read sooner than a thread is started. Packed, it may hold eight times as much.
        let small = total.is_some_and(|total| total <= block_size as u64 / 8);
        RunSettings {
            threads: if small { 1 } else { self.settings.threads() },
            block_size,
            game_limit: usize::try_from(self.settings.limits.game).unwrap_or(usize::MAX),
        }
    }
}
