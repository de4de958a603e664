//! The interface of sinks, which receive the games of jobs. Every sink has two sides: local sinks, which make a piece of the
//! output from the games of a block, on any thread, and the [`GameSink`] itself, which combines the pieces in order.
//!
//! Calls are dynamic, because there are few of them for each block or game. Only steps are passed to receivers of known
//! types where that is measurably faster: see [`with_steps`].

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::pipeline::edited_steps::EditState;
use crate::pipeline::foreign::{Foreign, ForeignGame, ForeignRead, Lost};
use crate::pipeline::game_files::Single;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::single_game::Whole;
use crate::settings::{Settings, WantedGames};
use arrow_array::RecordBatch;
use scoresheet_archive::GameCollector;
use scoresheet_columns::column::Column;
use scoresheet_core::find::Pattern;
use scoresheet_core::game::GameFormat;
use scoresheet_core::read::{self, Depth, KeepFaults, Record};
use scoresheet_core::step::Sink;
use scoresheet_core::write::Filter;
use scoresheet_files::{AHEAD, Block, Folder, Output as File};
use std::any::Any;
use std::sync::Arc;

/// How many bytes a local sink of games that come one at a time holds before they are added to the output.
const ENOUGH: usize = 1 << 20;

/// What a sink needs of the games, which sources query once for each input.
pub(crate) struct Needs<'s> {
    /// The size of a block in bytes of text.
    pub(crate) block: usize,
    /// How many blocks each thread may be ahead of it.
    pub(crate) ahead: usize,
    /// Whether it takes pieces without waiting for other threads, so that the calling thread may work on blocks between them.
    pub(crate) caller_works: bool,
    /// How thoroughly games are read for it.
    pub(crate) depth: Depth,
    /// Which faults it needs with each game, in addition to those that are counted.
    pub(crate) faults: KeepFaults,
    /// The names of the tags that it uses if games are read no further than their tags; `None` if it may use any.
    pub(crate) tags: Option<Vec<&'static str>>,
    /// Whether it uses the records of games rather than their steps.
    pub(crate) records: bool,
    /// The columns of stored games that it accepts unchanged; `None` if it needs games.
    pub(crate) columns: Option<Arc<[&'static dyn Column]>>,
    /// A pattern that games must have, as they are read, to have any effect on the output.
    pub(crate) pattern: Option<Arc<Pattern>>,
    /// Whether it only counts the games that have the pattern. They are counted as written.
    pub(crate) only_counts: bool,
    /// Whether it needs nothing of stored games but their moves, their starts, and what patterns can test about games.
    pub(crate) only_moves: bool,
    /// How it handles foreign games.
    pub(crate) foreign: ForeignSupport<'s>,
}

impl<'s> Needs<'s> {
    /// The needs of a sink of steps, with blocks of this size.
    pub(crate) fn steps(block: usize, foreign: ForeignSupport<'s>) -> Needs<'s> {
        Needs {
            block,
            ahead: AHEAD,
            caller_works: false,
            depth: Depth::Positions,
            faults: KeepFaults::Firsts,
            tags: None,
            records: false,
            columns: None,
            pattern: None,
            only_counts: false,
            only_moves: false,
            foreign,
        }
    }
}

/// Creates local sinks: one for each block of games, on the thread that works on it.
pub(crate) trait SinkFactory<'s>: Sync {
    /// The settings for reading games of this format for this sink.
    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        reading
    }
    /// A local sink for games that are read in this format, if it is a text format.
    fn local(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's>;
    /// A local sink for games that are read in this format and then changed, so that their text is not the original one.
    fn local_for_changed(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        self.local(from)
    }
}

/// What a local sink has made of its games.
pub(crate) type Piece = Box<dyn Any + Send>;

/// The content of a piece that a local sink of the same kind has made.
///
/// # Errors
/// If the piece is of another kind.
pub(crate) fn content<T: Any>(piece: Piece) -> Result<T, Failure> {
    let content = piece.downcast().map_err(|_| Failure::Internal("a piece is of another sink".to_owned()))?;
    Ok(*content)
}

/// Makes a piece of an output from the games of a block.
pub(crate) trait LocalSink {
    /// What receives the steps of the next game.
    fn steps(&mut self) -> StepSink<'_>;
    /// The game whose steps were received has ended.
    fn end(&mut self, game: GameEnd<'_, '_>);
    /// A game of this number, without steps, is left out. It would have had these losses.
    fn leave_out(&mut self, number: u64, lost: Vec<Lost>);
    /// Receives the comments after the last game of a file.
    fn trailing(&mut self, _comments: &[&[u8]]) {}
    /// The approximate number of bytes that it holds.
    fn held(&self) -> usize {
        0
    }
    /// Whether it holds so much that it should be added to the output.
    fn is_full(&self) -> bool {
        self.held() >= ENOUGH
    }
    /// The piece.
    fn finish(self: Box<Self>) -> Piece;
}

/// What receives the steps of a game; [`with_steps`] uses it.
pub(crate) struct StepSink<'l> {
    /// The edits of the steps on their way.
    pub(crate) edits: Option<&'l mut EditState>,
    pub(crate) receiver: Receiver<'l>,
}

/// A receiver of steps. Each one with separately compiled code has a variant.
pub(crate) enum Receiver<'l> {
    /// Needs no steps.
    Nothing(&'l mut ()),
    /// Writes text.
    Text(&'l mut Filter),
    /// Collects games for an archive.
    Archive(&'l mut GameCollector),
    Other(&'l mut dyn Sink),
}

impl<'l> From<Receiver<'l>> for StepSink<'l> {
    fn from(receiver: Receiver<'l>) -> StepSink<'l> {
        StepSink { edits: None, receiver }
    }
}

impl<'l> StepSink<'l> {
    /// A receiver whose type does not matter.
    pub(crate) fn of(sink: &'l mut dyn Sink) -> StepSink<'l> {
        Receiver::Other(sink).into()
    }
}

/// Evaluates an expression with what receives the steps of a local sink.
///
/// The expression is compiled once for each receiver in [`Receiver`] and, if text, archives or others are edited on the
/// way, once more: readers of games are loops over steps, and are faster if they know the receiver.
macro_rules! with_steps {
    ($local:expr, |$sink:ident| $use:expr) => {{
        use $crate::pipeline::edited_steps::EditedSteps;
        use $crate::pipeline::sink::{Receiver, StepSink};
        let StepSink { edits, receiver } = $local.steps();
        match (receiver, edits) {
            (Receiver::Nothing($sink), None) => $use,
            (Receiver::Text($sink), None) => $use,
            (Receiver::Archive($sink), None) => $use,
            (Receiver::Other(mut other), None) => {
                let $sink = &mut other;
                $use
            }
            (Receiver::Text(next), Some(edits)) => {
                let $sink = &mut EditedSteps { edits, next };
                $use
            }
            (Receiver::Archive(next), Some(edits)) => {
                let $sink = &mut EditedSteps { edits, next };
                $use
            }
            (receiver, Some(edits)) => {
                let $sink = &mut EditedSteps { edits, next: receiver.any() };
                $use
            }
        }
    }};
}
pub(crate) use with_steps;

impl<'l> Receiver<'l> {
    /// The receiver, of any type.
    pub(crate) fn any(self) -> &'l mut dyn Sink {
        match self {
            Receiver::Nothing(sink) => sink,
            Receiver::Text(sink) => sink,
            Receiver::Archive(sink) => sink,
            Receiver::Other(sink) => sink,
        }
    }
}

/// A game whose steps were emitted.
pub(crate) struct GameEnd<'e, 'r> {
    /// Its record. Its number is counted from the start of the block.
    pub(crate) record: &'e Record<'r>,
    /// Whether it is left out for its error.
    pub(crate) skip: bool,
    /// Whether its source lacks columns with more data about it.
    pub(crate) incomplete: bool,
    /// Its losses before this output.
    pub(crate) lost: Vec<Lost>,
}

impl<'e, 'r> GameEnd<'e, 'r> {
    /// A game with nothing special except perhaps its error.
    pub(crate) fn of(record: &'e Record<'r>, settings: &Settings) -> GameEnd<'e, 'r> {
        let skip = settings.drops(record);
        GameEnd { record, skip, incomplete: false, lost: Vec::new() }
    }
}

/// The destination of games.
pub(crate) trait GameSink<'s> {
    /// What it needs of the games.
    fn needs(&self) -> Needs<'s>;
    /// What creates its local sinks.
    fn factory(&self) -> Box<dyn SinkFactory<'s> + 's>;
    /// The format, if it has one.
    fn format(&self) -> Option<Format> {
        None
    }
    /// Adds the wanted games of a piece to the output and counts them.
    ///
    /// # Errors
    /// If they cannot be written, or the job is to stop.
    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure>;

    /// The same for games that were read from this text, which nothing has changed.
    ///
    /// # Errors
    /// If they cannot be written, or the job is to stop.
    fn combine_text(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        _text: &Block,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        self.combine(pass, piece, at, wanted)
    }

    /// Adds rows with the columns that it needs to the output and counts what is written.
    ///
    /// # Errors
    /// If they cannot be written, or the job is to stop.
    fn append_rows(&mut self, _pass: &mut Pass<'_>, _rows: RecordBatch, _input: usize) -> Result<(), Failure> {
        Ok(())
    }

    /// Has the caller read the foreign game of this text.
    ///
    /// # Errors
    /// If the call fails.
    fn read_foreign(&mut self, whole: &Arc<Whole>, settings: &Settings) -> Result<ForeignRead, Failure> {
        self.needs()
            .foreign
            .reader()
            .map_or_else(|| Ok(ForeignRead::default()), |foreign| whole.read(foreign, settings))
    }
    /// Adds a foreign game to the output and counts it.
    ///
    /// # Errors
    /// If it cannot be written, or the job is to stop.
    fn add_foreign(
        &mut self,
        _pass: &mut Pass<'_>,
        _given: GivenForeign<'_>,
        _at: &BlockLocation<'_>,
    ) -> Result<(), Failure> {
        Ok(())
    }

    /// An input of this name and format follows.
    ///
    /// # Errors
    /// If the output cannot take it.
    fn begin_input(&mut self, _name: &str, _format: Format) -> Result<(), Failure> {
        Ok(())
    }

    /// The input at this index has ended.
    ///
    /// # Errors
    /// If that cannot be noted.
    fn end_input(&mut self, _pass: &mut Pass<'_>, _input: usize, _end: EndOfInput) -> Result<(), Failure> {
        Ok(())
    }

    /// Writes the rest.
    ///
    /// # Errors
    /// If that cannot be, or the job is to stop.
    fn finish(self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure>;
}

/// The end of an input.
#[derive(Clone, Copy)]
pub(crate) struct EndOfInput {
    /// The number of its games.
    pub(crate) games: u64,
    /// Whether it was read to its end, as far as requested.
    pub(crate) whole: bool,
}

/// Counts games that were written and left out, each number once: a stored text may hold several games, but is one row.
#[derive(Default)]
pub(crate) struct CountOnce {
    last: u64,
}

impl CountOnce {
    /// Counts the game of this number.
    pub(crate) fn count(&mut self, pass: &mut Pass<'_>, number: u64, skipped: bool) {
        if std::mem::replace(&mut self.last, number) != number {
            pass.report.written += u64::from(!skipped);
            pass.report.skipped += u64::from(skipped);
        }
    }
}

/// How an output handles foreign games.
#[derive(Clone, Copy)]
pub(crate) enum ForeignSupport<'f> {
    /// It cannot hold them.
    Refused,
    /// It needs them as trees.
    Trees(&'f dyn Foreign),
    /// It needs them as documents of BGN.
    Documents(&'f dyn Foreign),
    /// It needs them as trees if they are games of usual chess, and else, or if they are such documents, as documents of BGN.
    TreesOrDocuments(&'f dyn Foreign),
    /// It accepts them unchanged, and this caller reads them; `None` if the output has them read itself.
    Taken(Option<&'f dyn Foreign>),
}

impl<'f> ForeignSupport<'f> {
    /// Who reads and changes such games, if it is known.
    pub(crate) fn reader(self) -> Option<&'f dyn Foreign> {
        match self {
            ForeignSupport::Trees(foreign)
            | ForeignSupport::Documents(foreign)
            | ForeignSupport::TreesOrDocuments(foreign) => Some(foreign),
            ForeignSupport::Taken(foreign) => foreign,
            ForeignSupport::Refused => None,
        }
    }

    /// Whether the sink receives their steps.
    pub(crate) fn is_by_steps(self) -> bool {
        !matches!(self, ForeignSupport::Refused | ForeignSupport::Taken(_))
    }

    /// Whether the sink can hold such games at all.
    pub(crate) fn is_any(self) -> bool {
        !matches!(self, ForeignSupport::Refused)
    }
}

/// A foreign game.
pub(crate) struct GivenForeign<'g> {
    /// None if nothing of it could be read, if it is left out, or if it has already been passed on.
    pub(crate) game: Option<&'g ForeignGame>,
    /// The document that it was read from, if that was one.
    pub(crate) document: Option<&'g [u8]>,
    /// Its number in the source, or in its block.
    pub(crate) number: u64,
    /// Whether it is left out.
    pub(crate) skip: bool,
    /// Whether it has an error.
    pub(crate) faulty: bool,
}

/// A completed output, which is not visible yet.
pub(crate) enum Complete {
    /// There is none.
    Nothing,
    /// A file.
    File(File),
    /// A file of one game, or a folder of such files.
    Single(Single),
    /// A folder of files.
    Folder(Folder),
}

impl Complete {
    /// Whether what was written is already there.
    pub(crate) fn is_stream(&self) -> bool {
        matches!(self, Complete::File(file) if file.is_stream())
    }

    /// Makes the output visible.
    ///
    /// # Errors
    /// If that cannot be.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self {
            Complete::Nothing => Ok(()),
            Complete::File(file) => Ok(file.commit()?),
            Complete::Single(single) => single.commit(),
            Complete::Folder(folder) => Ok(folder.commit()?),
        }
    }
}
