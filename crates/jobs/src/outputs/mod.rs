//! What jobs write, and where. Every output has two sides: a [`Make`], which turns games into pieces of the output on any
//! thread, and the [`Output`] itself, which puts these pieces in their place, in order.

pub(crate) mod batches;
pub(crate) mod beside;
pub(crate) mod boards;
pub(crate) mod edited;
pub(crate) mod joined;
pub(crate) mod nothing;
pub(crate) mod packed;
pub(crate) mod positions;
pub(crate) mod single;
pub(crate) mod split;
pub(crate) mod store;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod trees;

use crate::failure::Failure;
use crate::foreign::{Foreign, ForeignGame, ForeignRead, Lost};
use crate::formats::{self, Format, detect};
use crate::pass::Pass;
use crate::settings::{Settings, Wanted};
use crate::sources::at::At;
use crate::whole::Whole;
use arrow_array::RecordBatch;
use scoresheet_columns::column::Column;
use scoresheet_core::game::GameFormat;
use scoresheet_core::read::{self, Depth, KeepFaults, Record};
use scoresheet_core::step::Sink;
use scoresheet_files::{Folder, Output as File};
use single::{Single, is_folder};
use std::io::Write;
use std::sync::Arc;

/// How many bytes a maker of games that come one by one holds before they are put in their place.
const ENOUGH: usize = 1 << 20;

/// Starts makers: one for each block of games, on whichever thread works on it.
pub(crate) trait Make: Sync {
    /// What it starts.
    type Maker: Maker;
    /// How many bytes of text make a block.
    fn block(&self) -> usize;
    /// How games of this format are read for it.
    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        reading
    }
    /// Which faults it needs with each game, besides those that are counted.
    fn keep_faults(&self) -> KeepFaults {
        KeepFaults::Firsts
    }
    /// Whether it goes by the records of games and not by their steps.
    fn wants_records(&self) -> bool {
        false
    }
    /// A maker of games that are read in this format, where it is one of text.
    fn start(&self, from: Option<&dyn GameFormat>) -> Self::Maker;
    /// A maker of games that are read in this format and changed on their way, so that their text is not what was read.
    fn start_changed(&self, from: Option<&dyn GameFormat>) -> Self::Maker {
        // What is stored of their text has to be written.
        self.start(from.filter(|_| !self.wants_records()))
    }
}

/// Makes a piece of an output from the games of a block.
pub(crate) trait Maker {
    /// What takes the steps of the games.
    type Sink: Sink;
    /// The piece.
    type Made: Send;
    /// Takes the steps of the next game.
    fn sink(&mut self) -> &mut Self::Sink;
    /// The game whose steps were taken has ended.
    fn end(&mut self, game: Ended<'_, '_>);
    /// A game of this number, of which no steps were taken, is left out. It would have lost this.
    fn leave_out(&mut self, number: u64, lost: Vec<Lost>);
    /// Takes the comments behind the last game of a file.
    fn trailing(&mut self, _comments: &[&[u8]]) {}
    /// About how many bytes it holds.
    fn held(&self) -> usize {
        0
    }
    /// Whether it holds so much that it should be put in its place.
    fn is_full(&self) -> bool {
        self.held() >= ENOUGH
    }
    /// The piece.
    fn finish(self) -> Self::Made;
}

/// A game whose steps were given.
pub(crate) struct Ended<'e, 'r> {
    /// What is known of it. Its number is counted from the start of the block.
    pub(crate) record: &'e Record<'r>,
    /// Whether it is left out for its error.
    pub(crate) skip: bool,
    /// Whether its source lacks columns that would have told more of it.
    pub(crate) incomplete: bool,
    /// What it lost on its way here.
    pub(crate) lost: Vec<Lost>,
}

impl<'e, 'r> Ended<'e, 'r> {
    /// A game with nothing special about it but its error.
    pub(crate) fn of(record: &'e Record<'r>, settings: &Settings) -> Ended<'e, 'r> {
        let skip = settings.skips(record.first_error.is_some());
        Ended { record, skip, incomplete: false, lost: Vec::new() }
    }
}

/// Where games go.
pub(crate) trait Output {
    /// What makes pieces of it.
    type Make: Make;
    /// What makes pieces of it.
    fn make(&self) -> Self::Make;
    /// The format, where it has one.
    fn format(&self) -> Option<Format>;
    /// How deep games are read for it.
    fn depth(&self) -> Depth {
        Depth::Positions
    }
    /// Puts the wanted games of a piece in their place and counts them.
    ///
    /// # Errors
    /// When they cannot be written, or the job is to stop.
    fn put(
        &mut self,
        pass: &mut Pass<'_>,
        made: <<Self::Make as Make>::Maker as Maker>::Made,
        at: &At<'_>,
        wanted: Wanted<'_>,
    ) -> Result<(), Failure>;

    /// The columns of stored games that it takes as they stand; `None` where it takes games.
    fn columns(&self) -> Option<&[&'static dyn Column]> {
        None
    }
    /// Puts rows with these columns in their place and counts what is written.
    ///
    /// # Errors
    /// When they cannot be written, or the job is to stop.
    fn put_rows(&mut self, _pass: &mut Pass<'_>, _rows: RecordBatch, _input: usize) -> Result<(), Failure> {
        Ok(())
    }

    /// What it does with games that only the caller knows.
    fn boards(&self) -> Boards<'_>;
    /// Whether it holds such games in any way.
    fn takes_boards(&self) -> bool {
        !matches!(self.boards(), Boards::Refused)
    }
    /// Has the caller read a game of this text.
    ///
    /// # Errors
    /// Where the caller cannot be asked.
    fn read(&mut self, whole: &Arc<Whole>, settings: &Settings) -> Result<ForeignRead, Failure> {
        match self.boards() {
            Boards::Trees(foreign) | Boards::Taken(Some(foreign)) => whole.read(foreign, settings),
            Boards::Taken(None) | Boards::Refused => Ok(ForeignRead::default()),
        }
    }
    /// Puts a game of the caller's in its place and counts it.
    ///
    /// # Errors
    /// When it cannot be written, or the job is to stop.
    fn put_foreign(&mut self, _pass: &mut Pass<'_>, _given: GivenForeign<'_>, _at: &At<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// The input at this place among the others has ended.
    ///
    /// # Errors
    /// When that cannot be noted.
    fn end_input(&mut self, _pass: &mut Pass<'_>, _input: usize, _end: EndOfInput) -> Result<(), Failure> {
        Ok(())
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// When that cannot be, or the job is to stop.
    fn complete(self, pass: &mut Pass<'_>) -> Result<Complete, Failure>;
}

/// How an input has ended.
#[derive(Clone, Copy)]
pub(crate) struct EndOfInput {
    /// How many games it had.
    pub(crate) games: u64,
    /// Whether it was read to its end, as far as was wanted.
    pub(crate) whole: bool,
}

/// Counts what was written and left out, each number once: a stored text may hold several games, but is one row.
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

/// What an output does with games that only the caller knows.
#[derive(Clone, Copy)]
pub(crate) enum Boards<'f> {
    /// It cannot hold them.
    Refused,
    /// It wants them as trees.
    Trees(&'f dyn Foreign),
    /// It takes them as they are, and this caller reads them; none where it has them read itself.
    Taken(Option<&'f dyn Foreign>),
}

/// A game that only the caller knows.
pub(crate) struct GivenForeign<'g> {
    /// None where nothing of it could be read, where it is left out, or where somebody has it already.
    pub(crate) game: Option<&'g ForeignGame>,
    /// Its number in the source.
    pub(crate) number: u64,
    /// Whether it is left out.
    pub(crate) skip: bool,
    /// Whether it has an error.
    pub(crate) faulty: bool,
}

/// An output with everything in it, which has not appeared yet.
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
    /// Has the output appear.
    ///
    /// # Errors
    /// When that cannot be.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        match self {
            Complete::Nothing => Ok(()),
            Complete::File(file) => Ok(file.commit()?),
            Complete::Single(single) => single.commit(),
            Complete::Folder(folder) => Ok(folder.commit()?),
        }
    }
}

/// What is written: told by the settings, else by the output's name, else games as text.
///
/// # Errors
/// Where the name does not say what.
pub(crate) fn format_of(output: Option<&str>, settings: &Settings) -> Result<Format, Failure> {
    if let Some(format) = settings.to {
        return Ok(format);
    }
    match output {
        None | Some("-") => Ok(Format::Text(formats::usual())),
        Some(name) if is_folder(name) => Ok(Format::Text(formats::usual())),
        Some(name) => detect::of_name(name).ok_or_else(|| {
            let message = format!("the output format cannot be determined from the name `{name}`");
            Failure::usage(message, "name the format with `{to}`")
        }),
    }
}

/// Refuses a folder as the output of a format whose games are all written to one file.
///
/// This is the one place that decides what a folder as an output means. A folder that need not be there yet ends with the
/// sign that separates folders.
///
/// # Errors
/// For a folder.
pub(crate) fn check_folder(output: Option<&str>, to: Format) -> Result<(), Failure> {
    match (output, to) {
        (Some(name), Format::Columns(_)) if is_folder(name) => Err(folder_refused(name)),
        _ => Ok(()),
    }
}

fn folder_refused(name: &str) -> Failure {
    let within = name.trim_end_matches(std::path::is_separator);
    let hint = format!("name a file in it, such as `{within}{}games.pgn`", std::path::MAIN_SEPARATOR);
    Failure::usage(format!("cannot write `{name}`: it is a folder"), hint)
}

/// Writes all of an output; without a path, or to `-`, to standard output.
///
/// # Errors
/// Where it cannot be written.
pub fn write_whole(path: Option<&str>, data: &[u8], force: bool) -> Result<(), Failure> {
    let mut out = File::create(path.unwrap_or("-"), force)?;
    out.write_all(data).map_err(|error| Failure::not_written(&error, out.name()))?;
    Ok(out.commit()?)
}
