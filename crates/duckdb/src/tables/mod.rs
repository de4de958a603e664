//! Every function that gives a table.

mod errors;
mod games;
mod parameters;

pub(crate) use parameters::{Accepts, ArgumentValue, NamedArgument};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use scoresheet_files::has_extension;
use scoresheet_jobs::failure::Failure;
use scoresheet_jobs::formats::usual;
use scoresheet_jobs::options::Taker;
use scoresheet_jobs::options::hints::{Style, spelled};

/// The functions, in the order of their documentation.
pub(crate) static ALL: [&TableFunction; 2] = [&games::READ_GAMES, &errors::READ_GAMES_ERRORS];

/// The function for a path that is used as a table.
pub(crate) use games::READ_GAMES as GAMES;

/// Whether a name that is used as a table is the path of games. Files with other extensions may be for other readers.
pub(crate) fn is_path(name: &str) -> bool {
    has_extension(name, usual().spec().extensions)
}

/// A function that gives a table. Its first argument is a path or a list of paths; the others are options by their names.
pub(crate) struct TableFunction {
    pub(crate) name: &'static str,
    /// What its rows are, in one line.
    pub(crate) doc: &'static str,
    /// What can follow FROM, for documentation.
    pub(crate) example: &'static str,
    /// Its options are those of this function of the package.
    options_of: Taker,
    /// The options that do not apply to SQL.
    lacks: &'static [&'static str],
    pub(crate) open: Open,
}

/// Makes the table of these paths with these options.
type Open = fn(&TableFunction, &ArgumentValue, &[NamedArgument]) -> Result<Box<dyn Table>, Failure>;

/// A table that can be read several times.
pub(crate) trait Table: Send + Sync {
    /// Its columns.
    fn schema(&self) -> SchemaRef;

    /// The number of its rows, if that is known.
    fn rows(&self) -> Option<u64> {
        None
    }

    /// How many threads can take its rows in parallel.
    fn threads(&self) -> usize;

    /// The rows, in order, with at least these columns.
    ///
    /// # Errors
    /// If they cannot be read.
    fn read(&self, columns: &[&str]) -> Result<Box<dyn Rows>, Failure>;
}

/// The rows of a table in batches. The first batch starts the job, and dropping the iterator early cancels it.
pub(crate) trait Rows: Send {
    /// The next batch; `None` at the end.
    fn pull(&mut self) -> Option<Result<RecordBatch, Failure>>;
}

/// A failure as the text of an error in SQL: the code, the file, the place, and on a separate line the hint.
pub(crate) fn message(failure: &Failure) -> String {
    match failure.hint() {
        "" => failure.to_string(),
        hint => format!("{failure}\nhint: {}", spelled(hint, Style::Sql)),
    }
}
