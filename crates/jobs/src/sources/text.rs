//! Inputs of text: cut into blocks of whole games, which threads work on side by side.

use crate::explain::raised;
use crate::failure::Failure;
use crate::formats::refine::{self, Watch};
use crate::pass::Pass;
use crate::report::InputCount;
use crate::settings::{OnError, Settings};
use crate::sources::{At, TextInput};
use scoresheet_core::at::Base;
use scoresheet_core::detect;
use scoresheet_core::error::Fault;
use scoresheet_core::game::GameFormat;
use scoresheet_core::limits::Limits;
use scoresheet_core::notation::language::Letters;
use scoresheet_core::reading::{self, Games};
use scoresheet_core::record::Depth;
use scoresheet_core::tally::Tally;
use scoresheet_core::text::{self, Encoding};
use scoresheet_files::{Block, Split, Turn};
use std::ops::ControlFlow;

/// How the games of a text are read.
pub(crate) struct TextReading<'s> {
    pub(crate) format: &'static dyn GameFormat,
    pub(crate) reading: reading::Settings,
    pub(crate) settings: &'s Settings,
}

impl<'s> TextReading<'s> {
    /// As the settings say, with the piece letters of these or else those that the first games of the input have. Every move
    /// is played, and nothing kept of it.
    ///
    /// # Errors
    /// When the input cannot be looked at.
    pub(crate) fn of(current: &mut TextInput<'_>, settings: &'s Settings) -> Result<TextReading<'s>, Failure> {
        let letters = match settings.letters {
            Some(letters) => letters,
            // What was read to know the format is looked at again, so nothing is waited for.
            None => detect::letters(current.source.head(|| ControlFlow::Continue(()))?, &settings.limits),
        };
        Ok(TextReading { format: current.format, reading: replaying(settings, letters), settings })
    }

    /// The games of a block, which may end within one that is too long.
    pub(crate) fn games<'b>(&self, block: &'b Block) -> Games<'b> {
        let bytes = block.bytes();
        let format = if self.reading.only_pgn { self.format } else { refine::format_in(self.format, bytes) };
        let mut games = Games::of(format, bytes, &self.reading);
        if let Some(start) = self.settings.fen.as_ref().filter(|_| format.spec().starts) {
            games = games.starting(start);
        }
        if block.oversized { games.cut_short() } else { games }
    }
}

/// Reading in which every move is played, and nothing kept of it.
pub(crate) fn replaying(settings: &Settings, letters: &'static Letters) -> reading::Settings {
    reading::Settings {
        strict: settings.strict_read,
        limits: settings.limits,
        letters,
        validation: settings.validation(),
        only_pgn: settings.is_settled(),
        depth: Depth::Positions,
        keep_plies: false,
        keep_comments: false,
    }
}

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

/// How an input of text is worked on, block by block.
pub(crate) struct Blocks<W> {
    /// How many bytes a block has.
    pub(crate) size: usize,
    /// What is done with at most so many games of a block, on any thread.
    pub(crate) work: W,
}

impl Pass<'_> {
    /// Reads one input of text: the blocks are worked on by as many threads as the settings say; `each` gets the results in
    /// order.
    ///
    /// # Errors
    /// When the job is to stop, or `each` fails.
    pub(crate) fn text<T: Send>(
        &mut self,
        current: TextInput<'_>,
        blocks: &Blocks<impl Fn(&Block, u64) -> Worked<T> + Sync>,
        mut each: impl FnMut(&mut Self, T, &At<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (source, format) = (current.source, current.format);
        let name = source.name().to_owned();
        let progress = source.progress();
        let run = self.run_settings(blocks.size, progress.total());
        self.begin(&progress);
        let games_before = self.report.games();
        let watch = Watch::new(format, self.settings.is_settled());
        let split = GameSplit { watch, limits: self.settings.limits };
        let mut at = At { source: &name, base: Base::default() };
        let mut failure = None;
        let done = scoresheet_files::run(
            source,
            &run,
            &split,
            |block| (blocks.work)(block, u64::MAX),
            |turn| {
                let outcome = match turn {
                    Turn::Tick => self.tick().map(|()| true),
                    Turn::Block(worked, block) => self.take((worked, block), &blocks.work, &mut at, &mut each),
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
        let (games, bytes) = (self.report.games() - games_before, progress.read());
        self.done(InputCount { name, kind: format.spec().id, games, bytes });
        match (failure, done) {
            (Some(failure), _) => Err(failure),
            (None, Err(error)) => self.file_error(error),
            (None, Ok(_)) => Ok(()),
        }
    }

    /// Takes the result of one block; `false` when no more are wanted.
    fn take<T>(
        &mut self,
        (worked, block): (Worked<T>, &Block),
        work: &impl Fn(&Block, u64) -> Worked<T>,
        at: &mut At<'_>,
        each: &mut impl FnMut(&mut Self, T, &At<'_>) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let (most, taken) = self.reach(at.source, at.base.games, worked.tally.games);
        // The workers do not know how many games the blocks before theirs have: the last one is done again, in part.
        let worked = if worked.tally.games > most { work(block, most) } else { worked };
        let games = worked.tally.games;
        if let Some(fault) = worked.first_error.filter(|_| self.settings.on_error == OnError::Raise) {
            return Err(raised(fault, &at.base, block.bytes(), at.source));
        }
        self.report.add(worked.tally, &at.base, block.bytes(), at.source);
        self.report.trailing.extend(worked.trailing);
        self.took(taken);
        each(self, worked.output, at)?;
        block.advance(&mut at.base, games);
        Ok(!self.is_done())
    }
}

/// Where the games of a source end and begin.
struct GameSplit {
    watch: Watch,
    limits: Limits,
}

impl Split for GameSplit {
    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize> {
        self.watch.format_in(bytes).cut(bytes, last, &self.limits)
    }

    fn resync(&self, bytes: &[u8]) -> Option<usize> {
        self.watch.taken_for().resync(bytes).ok()
    }
}
