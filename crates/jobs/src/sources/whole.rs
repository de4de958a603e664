//! Inputs that are read as one whole: foreign formats have one game a file.

use crate::failure::Failure;
use crate::foreign::{Foreign, ForeignRead, ForeignText, reading_choices};
use crate::formats::Format;
use crate::formats::foreign::ForeignFormat;
use crate::pass::Pass;
use crate::report::InputCount;
use crate::settings::{OnError, Settings};
use crate::sources::{At, ForeignInput};
use scoresheet_core::at::Base;
use scoresheet_files::{FileError, RunSettings, Source, Turn};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How many bytes are read at first.
const BLOCK: usize = 64 << 10;

/// All of an input.
pub(crate) struct Whole {
    bytes: Vec<u8>,
    /// Whether there is more of it than a game may have.
    too_long: bool,
    name: String,
    format: &'static ForeignFormat,
    /// What is written of it, where that is known.
    to: Option<Format>,
}

impl Whole {
    /// The game that it holds.
    ///
    /// # Errors
    /// Where the caller cannot be asked.
    pub(crate) fn read(&self, foreign: &dyn Foreign, settings: &Settings) -> Result<ForeignRead, Failure> {
        if self.too_long {
            return Ok(ForeignRead::too_long(&self.bytes, settings.limits.game));
        }
        foreign.read(&ForeignText {
            bytes: &self.bytes,
            name: &self.name,
            format: self.format,
            strict: settings.strict_read,
            limits: &settings.limits,
            choices: reading_choices(self.format, settings, self.to),
        })
    }
}

impl Pass<'_> {
    /// Takes one foreign input, whole, and has it read on this thread. A thread in the background must not: whoever waits for
    /// its end may hold what the caller needs to read.
    ///
    /// # Errors
    /// When the job is to stop, or `each` fails.
    pub(crate) fn foreign(
        &mut self,
        current: ForeignInput<'_>,
        to: Option<Format>,
        foreign: &dyn Foreign,
        each: impl FnOnce(&mut Self, ForeignRead, &At<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let settings = self.settings;
        self.whole(current, to, |whole| whole.read(foreign, settings), each)
    }

    /// Takes one foreign input, whole: `read` makes a game of it, `each` gets that. `to` is the format that is written of it,
    /// where games are.
    ///
    /// # Errors
    /// When the job is to stop, or `each` fails.
    pub(crate) fn whole(
        &mut self,
        current: ForeignInput<'_>,
        to: Option<Format>,
        read: impl FnOnce(&Arc<Whole>) -> Result<ForeignRead, Failure>,
        each: impl FnOnce(&mut Self, ForeignRead, &At<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (source, format) = (current.source, current.format);
        let name = source.name().to_owned();
        let progress = source.progress();
        self.begin(&progress);
        let taken = self.all_bytes(source);
        let size = progress.read();
        let done = |pass: &mut Self, games| {
            pass.done(InputCount { name: name.clone(), kind: format.spec().id, games, bytes: size });
        };
        let (bytes, too_long) = match taken? {
            Ok(taken) => taken,
            Err(error) => {
                done(self, 0);
                return self.file_error(error);
            }
        };
        let whole = Arc::new(Whole { bytes, too_long, name: name.clone(), format, to });
        let read = read(&whole)?;
        if self.settings.on_error == OnError::Raise
            && let Some(failure) = read.raised(&whole.bytes, Some(&name))
        {
            return Err(failure);
        }
        self.report.add_titled(read.tally.clone(), &whole.bytes, &name, &read.title);
        self.take_whole(&name);
        each(self, read, &At { source: &name, base: Base::default() })?;
        done(self, 1);
        Ok(())
    }

    /// All bytes of an input, and whether there are more than a game may have.
    fn all_bytes(&mut self, source: Source) -> Result<Result<(Vec<u8>, bool), FileError>, Failure> {
        let game_limit = usize::try_from(self.settings.limits.game).unwrap_or(usize::MAX);
        let run = RunSettings { threads: 1, block_size: BLOCK, game_limit };
        // Nothing but its end ends a text.
        let split = (|bytes: &[u8], last: bool| last.then_some(bytes.len()), |_: &[u8]| None);
        let (mut taken, mut failure) = ((Vec::new(), false), None);
        let done = scoresheet_files::run(
            source,
            &run,
            &split,
            |_| (),
            |turn| match turn {
                Turn::Tick => match self.tick() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(stop) => {
                        failure = Some(stop);
                        ControlFlow::Break(())
                    }
                },
                Turn::Block((), block) => {
                    taken = (block.bytes().to_vec(), block.oversized);
                    ControlFlow::Break(())
                }
            },
        );
        match failure {
            Some(failure) => Err(failure),
            None => Ok(done.map(|_| taken)),
        }
    }
}
