//! One pass over the inputs: blocks of text worked on side by side, put in order, counted, limited and stopped.

use crate::chosen;
use crate::explain::{Excerpt, explain};
use crate::failure::Failure;
use crate::host::Host;
use crate::inputs::Opened;
use crate::report::{InputCount, Report};
use crate::settings::{OnError, Settings};
use arrow_array::RecordBatch;
use scoresheet_core::at::Base;
use scoresheet_core::error::Fault;
use scoresheet_core::game::{self, GameFormat};
use scoresheet_core::limits::Limits;
use scoresheet_core::notation::language::Letters;
use scoresheet_core::reading::{self, Games};
use scoresheet_core::record::Depth;
use scoresheet_core::tally::Tally;
use scoresheet_core::text::{self, Encoding};
use scoresheet_files::{Block, FileError, Input, Kind, Progress, RunSettings, Split, Turn};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How often the caller is told.
const TICK: Duration = Duration::from_millis(100);

/// What a worker made of a block.
pub(crate) struct Worked<T> {
    pub(crate) tally: Tally,
    /// The first game's error, where everything is to stop at it.
    pub(crate) first_error: Option<Fault>,
    /// The comments behind the last game of the file, which belong to none.
    trailing: Vec<String>,
    pub(crate) output: T,
}

impl<T> Worked<T> {
    /// What was made of games that were read.
    pub(crate) fn of(games: Games<'_>, first_error: Option<Fault>, output: T) -> Worked<T> {
        let texts = games.trailing().iter();
        let trailing = texts.map(|text| text::decode(text, Encoding::Each).into_owned()).collect();
        Worked { tally: games.into_tally(), first_error, trailing, output }
    }
}

/// A pass, with what it has counted so far.
pub(crate) struct Pass<'p> {
    pub(crate) settings: &'p Settings,
    pub(crate) host: &'p mut dyn Host,
    pub(crate) report: Report,
    /// The place of the input being read among the others.
    input: usize,
    /// Games taken so far: those read, and wanted.
    taken: u64,
    /// Bytes of the inputs that are done.
    bytes: u64,
    /// How far the input being read is.
    reading: Option<Arc<Progress>>,
    ticked: Instant,
}

/// Where the games of a block stand.
pub(crate) struct At<'b> {
    /// The input, as it was named.
    pub(crate) source: &'b str,
    /// What stands before the block.
    pub(crate) base: Base,
}

impl<'p> Pass<'p> {
    pub(crate) fn new(settings: &'p Settings, depth: Depth, host: &'p mut dyn Host) -> Pass<'p> {
        let report = Report::new(settings.strict_read, depth);
        Pass { settings, host, report, input: 0, taken: 0, bytes: 0, reading: None, ticked: Instant::now() }
    }

    /// How many games may still be taken.
    fn left(&self) -> u64 {
        self.settings.limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.taken))
    }

    /// How many rows of a batch to read, until no more may be taken.
    ///
    /// # Errors
    /// When games are chosen by columns that are not there.
    pub(crate) fn rows_to_read(&mut self, batch: &RecordBatch, input: &Input) -> Result<usize, Failure> {
        let (rows, taken) = chosen::reach(batch, self.settings, (self.input, input), self.left())?;
        self.taken += taken;
        Ok(rows)
    }

    /// Whether no more games may be taken.
    pub(crate) fn is_done(&self) -> bool {
        self.left() == 0
    }

    /// Opens the inputs one after another and has each read, until the limit is reached. What cannot be opened or read is
    /// counted; the others are read all the same.
    ///
    /// # Errors
    /// When the job is to stop, or `read` fails for a reason that is not the input's.
    pub(crate) fn each(
        &mut self,
        inputs: &[Input],
        mut read: impl FnMut(&mut Self, usize, &Input, Opened) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (index, input) in inputs.iter().enumerate() {
            if self.is_done() {
                break;
            }
            self.input = index;
            // Small inputs are read too fast to tick themselves.
            self.tick_when_due()?;
            let mut stopped = Ok(());
            let opened =
                crate::inputs::open(input, self.settings, || match self.host.tick(self.bytes, self.report.games()) {
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
        if self.settings.on_error == OnError::Raise || matches!(error.kind, Kind::Internal | Kind::Write) {
            return Err(error.into());
        }
        self.report.add_file_error(&error);
        Ok(())
    }

    /// Reads one input of text: `work` is done on each block, by as many threads as the settings say; `each` gets the
    /// results in order.
    ///
    /// # Errors
    /// When the job is to stop, or `each` fails.
    pub(crate) fn text<T: Send>(
        &mut self,
        opened: Opened,
        (format, block_size): (&'static dyn GameFormat, usize),
        work: impl Fn(&Block, u64) -> Worked<T> + Sync,
        mut each: impl FnMut(&mut Self, T, &At<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Opened { source, .. } = opened;
        let name = source.name().to_owned();
        let progress = source.progress();
        let run = self.run_settings(block_size, progress.total());
        self.begin(&progress);
        let (mut base, games_before) = (Base::default(), self.report.games());
        let mut failure = None;
        let done = scoresheet_files::run(
            source,
            &run,
            &GameSplit {
                format,
                limits: self.settings.limits,
                only_pgn: self.settings.only_pgn(),
                vgn: AtomicBool::new(false),
            },
            |block| work(block, u64::MAX),
            |turn| {
                let outcome = match turn {
                    Turn::Tick => self.tick().map(|()| true),
                    Turn::Block(worked, block) => self.take(worked, block, &work, &mut base, &name, &mut each),
                };
                match outcome {
                    Ok(true) => ControlFlow::Continue(()),
                    Ok(false) => ControlFlow::Break(()),
                    Err(stop) => {
                        failure = Some(stop);
                        ControlFlow::Break(())
                    }
                }
            },
        );
        self.done(InputCount {
            name,
            kind: format.spec().id,
            games: self.report.games() - games_before,
            bytes: progress.read(),
        });
        match (failure, done) {
            (Some(failure), _) => Err(failure),
            (None, Err(error)) => self.file_error(error),
            (None, Ok(_)) => Ok(()),
        }
    }

    /// Starts with an input.
    pub(crate) fn begin(&mut self, progress: &Arc<Progress>) {
        self.reading = Some(Arc::clone(progress));
    }

    /// Takes the only game of an input.
    pub(crate) fn take_whole(&mut self, name: &str) {
        self.taken += u64::from(self.settings.wanted(self.input, name).has(1));
    }

    /// Tells the caller how far it is.
    ///
    /// # Errors
    /// When the job is to stop.
    pub(crate) fn tick(&mut self) -> Result<(), Failure> {
        let reading = self.reading.as_ref().map_or(0, |progress| progress.read());
        self.host.tick(self.bytes + reading, self.report.games())
    }

    /// The same, but not more often than ten times a second.
    pub(crate) fn tick_when_due(&mut self) -> Result<(), Failure> {
        if self.ticked.elapsed() < TICK {
            return Ok(());
        }
        self.ticked = Instant::now();
        self.tick()
    }

    /// Notes an input that was read.
    pub(crate) fn done(&mut self, input: InputCount) {
        self.bytes += input.bytes;
        self.reading = None;
        self.report.add_input(input);
    }

    fn run_settings(&self, block_size: usize, total: Option<u64>) -> RunSettings {
        // A file of one block is read sooner than a thread is started. Packed, it may hold eight times as much.
        let small = total.is_some_and(|total| total <= block_size as u64 / 8);
        RunSettings {
            threads: if small { 1 } else { self.settings.threads },
            block_size,
            game_limit: usize::try_from(self.settings.limits.game).unwrap_or(usize::MAX),
        }
    }

    /// Takes the result of one block; `false` when no more are wanted.
    fn take<T>(
        &mut self,
        worked: Worked<T>,
        block: &Block,
        work: &impl Fn(&Block, u64) -> Worked<T>,
        base: &mut Base,
        name: &str,
        each: &mut impl FnMut(&mut Self, T, &At<'_>) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let wanted = self.settings.wanted(self.input, name);
        let (most, taken) = wanted.reach(base.games, worked.tally.games, self.left());
        // The workers do not know how many games the blocks before theirs have: the last one is done again, in part.
        let worked = if worked.tally.games > most { work(block, most) } else { worked };
        let games = worked.tally.games;
        if let Some(fault) = worked.first_error.filter(|_| self.settings.on_error == OnError::Raise) {
            return Err(raised(fault, base, block.bytes(), name));
        }
        self.report.add(worked.tally, base, block.bytes(), name);
        self.report.trailing.extend(worked.trailing);
        self.taken += taken;
        each(self, worked.output, &At { source: name, base: *base })?;
        block.advance(base, games);
        Ok(!self.is_done())
    }
}

/// The failure that a fault becomes when everything is to stop at it.
pub(crate) fn raised(mut fault: Fault, base: &Base, block: &[u8], name: &str) -> Failure {
    let excerpt = Excerpt::of(block, &fault);
    fault.rebase(base);
    let report = explain(&fault, "error", Some(name), excerpt.as_ref());
    Failure::Input { file: Some(name.to_owned()), fault, report: Some(report) }
}

/// Where games of a format end and begin.
struct GameSplit {
    format: &'static dyn GameFormat,
    limits: Limits,
    /// Whether VGN is not looked for.
    only_pgn: bool,
    /// Whether VGN was met in what was taken for PGN: from there on only reading from game to game finds where each ends.
    vgn: AtomicBool,
}

impl Split for GameSplit {
    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize> {
        let mut format = self.format;
        if !self.only_pgn && (self.vgn.load(Relaxed) || holds_vgn(format, bytes)) {
            self.vgn.store(true, Relaxed);
            format = game::vgn();
        }
        format.cut(bytes, last, &self.limits)
    }

    fn resync(&self, bytes: &[u8]) -> Option<usize> {
        self.format.resync(bytes).ok()
    }
}

/// Whether bytes taken for PGN hold games of VGN.
fn holds_vgn(format: &dyn GameFormat, bytes: &[u8]) -> bool {
    format.spec().id == "pgn" && memchr::memmem::find(bytes, b"GameFormat").is_some()
}

/// The format of bytes that may hold games of PGN and of VGN.
pub(crate) fn format_in(bytes: &[u8]) -> &'static dyn GameFormat {
    if holds_vgn(game::ALL[0], bytes) { game::vgn() } else { game::ALL[0] }
}

/// The games of a block, which may end within one that is too long.
pub(crate) fn games<'b>(
    format: &dyn GameFormat,
    block: &'b Block,
    reading: &reading::Settings,
    settings: &Settings,
) -> Games<'b> {
    let format = if !reading.only_pgn && holds_vgn(format, block.bytes()) { game::vgn() } else { format };
    let mut games = Games::of(format, block.bytes(), reading);
    if let Some(start) = settings.fen.as_ref().filter(|_| format.spec().starts) {
        games = games.starting(start);
    }
    if block.oversized { games.cut_short() } else { games }
}

/// Reading in which every move is played, and nothing kept of it.
pub(crate) fn replaying(settings: &Settings, letters: &'static Letters) -> reading::Settings {
    reading::Settings {
        strict: settings.strict_read,
        limits: settings.limits,
        letters,
        validation: settings.validation(),
        only_pgn: settings.only_pgn(),
        depth: Depth::Positions,
        keep_plies: false,
        keep_comments: false,
    }
}
