//! Inputs that are read as one piece: formats that Python reads have one game a file.

use crate::failure::Failure;
use crate::foreign::{self, Read, with_python};
use crate::formats::Foreign;
use crate::inputs::Opened;
use crate::pass::{At, Pass};
use crate::report::InputCount;
use crate::settings::{OnError, Settings};
use pyo3::prelude::*;
use scoresheet_core::at::Base;
use scoresheet_files::{FileError, RunSettings, Turn};
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
    format: &'static Foreign,
}

impl Whole {
    /// The game that it holds. `profile` is the dialect to read it in.
    pub(crate) fn read(&self, py: Python<'_>, settings: &Settings, profile: Option<&str>) -> PyResult<Read> {
        if self.too_long {
            return Ok(Read::too_long(&self.bytes, settings.limits.game));
        }
        foreign::read(py, self.format, (&self.bytes, &self.name), (settings, profile))
    }
}

/// Reads inputs on this thread. A thread in the background must not: whoever waits for its end may hold the interpreter.
pub(crate) fn reading<'s>(
    settings: &'s Settings,
    profile: Option<&'s str>,
) -> impl Fn(&Arc<Whole>) -> Result<Read, Failure> + 's {
    move |whole| with_python(|py| whole.read(py, settings, profile))
}

impl Pass<'_> {
    /// Takes one input that Python reads, whole: `read` makes a game of it, `each` gets that.
    ///
    /// # Errors
    /// When the job is to stop, or `each` fails.
    pub(crate) fn foreign(
        &mut self,
        opened: Opened,
        format: &'static Foreign,
        read: impl FnOnce(&Arc<Whole>) -> Result<Read, Failure>,
        each: impl FnOnce(&mut Self, Read, &At<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let name = opened.source.name().to_owned();
        let progress = opened.source.progress();
        self.begin(&progress);
        let taken = self.whole(opened);
        let size = progress.read();
        let done = |pass: &mut Self, games| {
            pass.done(InputCount { name: name.clone(), kind: format.id, games, bytes: size });
        };
        let (bytes, too_long) = match taken? {
            Ok(taken) => taken,
            Err(error) => {
                done(self, 0);
                return self.file_error(error);
            }
        };
        let whole = Arc::new(Whole { bytes, too_long, name: name.clone(), format });
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
    fn whole(&mut self, opened: Opened) -> Result<Result<(Vec<u8>, bool), FileError>, Failure> {
        let game_limit = usize::try_from(self.settings.limits.game).unwrap_or(usize::MAX);
        let run = RunSettings { threads: 1, block_size: BLOCK, game_limit };
        // Nothing but its end ends a text.
        let split = (|bytes: &[u8], last: bool| last.then_some(bytes.len()), |_: &[u8]| None);
        let (mut taken, mut failure) = ((Vec::new(), false), None);
        let done = scoresheet_files::run(
            opened.source,
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
