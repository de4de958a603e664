//! Databases: the traits that the caller implements, because it has their drivers.

use crate::common::failure::Failure;
use crate::formats::stores::StoreFormat;
use arrow_array::RecordBatch;
use scoresheet_columns::Column;
use scoresheet_core::error::Code;
use scoresheet_core::game::GameFormat;
use scoresheet_files::Input;
use std::io::Read;

/// A database, as the user named it.
pub struct StoreAddress<'a> {
    /// What kind of database it is.
    pub format: &'static StoreFormat,
    /// The path or the URL. A URL may hold a password.
    pub location: &'a str,
    /// The location without a password, for users.
    pub name: String,
    /// The options of the format, including defaults.
    pub choices: Vec<(String, String)>,
}

/// How to load games.
pub struct Loading<'l> {
    /// Into which database.
    pub address: StoreAddress<'l>,
    /// The names of the sources whose games will be loaded.
    pub sources: &'l [String],
    /// Which columns the rows have.
    pub columns: &'l [&'static dyn Column],
    /// The options that decide what the rows hold, with the values that were given. Games that were loaded with other values
    /// are not mixed with these.
    pub options: Vec<(String, String)>,
    /// Whether to empty the table first.
    pub force: bool,
}

/// The documents of a database, ordered by their sources and numbers.
pub struct StoreDocuments {
    /// Their format.
    pub format: &'static dyn GameFormat,
    /// Their bytes, as a file would hold them.
    pub bytes: Box<dyn Read + Send>,
}

/// The games of a database.
pub enum StoreContent {
    /// Their documents.
    Documents(StoreDocuments),
    /// The rows of a table without documents, from whose columns games are restored: an input that the caller holds.
    Table(Input),
}

/// A game that a database refused.
pub struct Refused {
    /// Its number.
    pub game: u64,
    /// Why, as a code.
    pub code: Code,
    /// Why, in words.
    pub message: String,
}

/// Opens databases. Jobs in the background do so on threads of their own.
pub trait Stores: Send + Sync {
    /// The games of a database.
    ///
    /// # Errors
    /// If it cannot be opened, or has none.
    fn read(&self, address: &StoreAddress<'_>) -> Result<StoreContent, Failure>;

    /// Opens a database to load games into.
    ///
    /// # Errors
    /// If it cannot be opened, or holds games that were loaded in another way.
    fn load(&self, loading: &Loading<'_>) -> Result<Box<dyn Load>, Failure>;
}

/// What a database has of a source before it is loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Begun {
    /// How many of its games are there already and need not be passed again: none, unless an earlier job is resumed that left
    /// it unfinished.
    pub there: u64,
    /// How many games are there that those that are passed replace.
    pub replaced: u64,
}

/// Takes the games of one source after another. Games that it has taken are kept, whatever happens later.
pub trait Load {
    /// Starts a source, and returns what is there of it; `resume` is whether to continue what an earlier job left unfinished.
    ///
    /// # Errors
    /// If the database fails, or has loaded the source in another way.
    fn begin(&mut self, source: &str, resume: bool) -> Result<Begun, Failure>;

    /// Adds these rows. By now, all games up to the number `last` have been given, whether they have a row or not. Returns the
    /// games that the database refused.
    ///
    /// # Errors
    /// If the database fails.
    fn put(&mut self, source: &str, rows: RecordBatch, last: u64) -> Result<Vec<Refused>, Failure>;

    /// Ends a source with this many games; `None` if it could not be read to its end.
    ///
    /// # Errors
    /// If the database fails.
    fn end(&mut self, source: &str, games: Option<u64>) -> Result<(), Failure>;

    /// Does what remains to be done at the end. If nothing could be read, a table that was to be replaced stays as it was, and
    /// none appears.
    ///
    /// # Errors
    /// If the database fails.
    fn complete(&mut self, reads_nothing: bool) -> Result<(), Failure>;
}
