//! The outputs of jobs. Every output has two sides: a [`Make`], which converts games to pieces of the output on any
//! thread, and the [`Output`] itself, which assembles these pieces in order.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::pipeline::foreign::{Foreign, ForeignGame, ForeignRead, Lost};
use crate::pipeline::game_files::Single;
use crate::pipeline::location::At;
use crate::pipeline::pass::Pass;
use crate::pipeline::single_game::Whole;
use crate::settings::{Settings, Wanted};
use arrow_array::RecordBatch;
use scoresheet_columns::column::Column;
use scoresheet_core::find::Pattern;
use scoresheet_core::game::GameFormat;
use scoresheet_core::read::{self, Depth, KeepFaults, Record};
use scoresheet_core::step::Sink;
use scoresheet_files::{Block, Folder, Output as File};
use std::sync::Arc;

/// How many bytes a maker of games that come one by one holds before they are added to the output.
const ENOUGH: usize = 1 << 20;

/// Starts makers: one for each block of games, on the thread that works on it.
pub(crate) trait Make: Sync {
    /// What it starts.
    type Maker: Maker;
    /// The size of a block in bytes of text.
    fn block(&self) -> usize;
    /// The settings for reading games of this format for this output.
    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        reading
    }
    /// Which faults it needs with each game, in addition to those that are counted.
    fn keep_faults(&self) -> KeepFaults {
        KeepFaults::Firsts
    }
    /// The names of the tags that it uses if games are read no further than their tags; `None` if it may use any.
    fn tags(&self) -> Option<Vec<&'static str>> {
        None
    }
    /// Whether it uses the records of games rather than their steps.
    fn wants_records(&self) -> bool {
        false
    }
    /// A maker for games that are read in this format, if it is a text format.
    fn start(&self, from: Option<&dyn GameFormat>) -> Self::Maker;
    /// A maker for games that are read in this format and then changed, so that their text is not the original one.
    fn start_changed(&self, from: Option<&dyn GameFormat>) -> Self::Maker {
        // If their text is stored, it must be written.
        self.start(from.filter(|_| !self.wants_records()))
    }
}

/// Makes a piece of an output from the games of a block.
pub(crate) trait Maker {
    /// Receives the steps of the games.
    type Sink: Sink;
    /// The piece.
    type Made: Send;
    /// The sink for the steps of the next game.
    fn sink(&mut self) -> &mut Self::Sink;
    /// The game whose steps were received has ended.
    fn end(&mut self, game: Ended<'_, '_>);
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
    fn finish(self) -> Self::Made;
}

/// A game whose steps were emitted.
pub(crate) struct Ended<'e, 'r> {
    /// Its record. Its number is counted from the start of the block.
    pub(crate) record: &'e Record<'r>,
    /// Whether it is left out for its error.
    pub(crate) skip: bool,
    /// Whether its source lacks columns with more data about it.
    pub(crate) incomplete: bool,
    /// Its losses before this output.
    pub(crate) lost: Vec<Lost>,
}

impl<'e, 'r> Ended<'e, 'r> {
    /// A game with nothing special except perhaps its error.
    pub(crate) fn of(record: &'e Record<'r>, settings: &Settings) -> Ended<'e, 'r> {
        let skip = settings.drops(record);
        Ended { record, skip, incomplete: false, lost: Vec::new() }
    }
}

/// The destination of games.
pub(crate) trait Output {
    /// What makes pieces of it.
    type Make: Make;
    /// The side that makes its pieces.
    fn make(&self) -> Self::Make;
    /// The format, if it has one.
    fn format(&self) -> Option<Format>;
    /// How thoroughly games are read for it.
    fn depth(&self) -> Depth {
        Depth::Positions
    }
    /// Adds the wanted games of a piece to the output and counts them.
    ///
    /// # Errors
    /// If they cannot be written, or the job is to stop.
    fn put(
        &mut self,
        pass: &mut Pass<'_>,
        made: <<Self::Make as Make>::Maker as Maker>::Made,
        at: &At<'_>,
        wanted: Wanted<'_>,
    ) -> Result<(), Failure>;

    /// The same for games that were read from this text, which nothing has changed.
    ///
    /// # Errors
    /// If they cannot be written, or the job is to stop.
    fn put_text(
        &mut self,
        pass: &mut Pass<'_>,
        made: <<Self::Make as Make>::Maker as Maker>::Made,
        _text: &Block,
        at: &At<'_>,
        wanted: Wanted<'_>,
    ) -> Result<(), Failure> {
        self.put(pass, made, at, wanted)
    }

    /// The columns of stored games that it accepts unchanged; `None` if it needs games.
    fn columns(&self) -> Option<&[&'static dyn Column]> {
        None
    }
    /// Adds rows with these columns to the output and counts what is written.
    ///
    /// # Errors
    /// If they cannot be written, or the job is to stop.
    fn put_rows(&mut self, _pass: &mut Pass<'_>, _rows: RecordBatch, _input: usize) -> Result<(), Failure> {
        Ok(())
    }

    /// How it handles foreign games.
    fn boards(&self) -> Boards<'_>;
    /// A pattern that games must have, as they are read, to have any effect on the output.
    fn pattern(&self) -> Option<Arc<Pattern>> {
        None
    }
    /// Whether it only counts the games that have the pattern. They are counted as written.
    fn only_counts(&self) -> bool {
        false
    }
    /// Whether it needs nothing of stored games but their moves, their starts, and what patterns can ask about games.
    fn takes_only_moves(&self) -> bool {
        false
    }
    /// Whether it can hold such games at all.
    fn takes_boards(&self) -> bool {
        !matches!(self.boards(), Boards::Refused)
    }
    /// Has the caller read the game of this text.
    ///
    /// # Errors
    /// If the caller cannot be asked.
    fn read(&mut self, whole: &Arc<Whole>, settings: &Settings) -> Result<ForeignRead, Failure> {
        match self.boards() {
            Boards::Trees(foreign) | Boards::Taken(Some(foreign)) => whole.read(foreign, settings),
            Boards::Taken(None) | Boards::Refused => Ok(ForeignRead::default()),
        }
    }
    /// Adds a foreign game to the output and counts it.
    ///
    /// # Errors
    /// If it cannot be written, or the job is to stop.
    fn put_foreign(&mut self, _pass: &mut Pass<'_>, _given: GivenForeign<'_>, _at: &At<'_>) -> Result<(), Failure> {
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
    fn complete(self, pass: &mut Pass<'_>) -> Result<Complete, Failure>;
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
pub(crate) struct Once {
    last: u64,
}

impl Once {
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
pub(crate) enum Boards<'f> {
    /// It cannot hold them.
    Refused,
    /// It needs them as trees.
    Trees(&'f dyn Foreign),
    /// It accepts them unchanged, and this caller reads them; `None` if the output has them read itself.
    Taken(Option<&'f dyn Foreign>),
}

/// A foreign game.
pub(crate) struct GivenForeign<'g> {
    /// None if nothing of it could be read, if it is left out, or if it has already been passed on.
    pub(crate) game: Option<&'g ForeignGame>,
    /// Its number in the source.
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
