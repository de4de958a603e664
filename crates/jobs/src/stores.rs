//! Databases: what is asked of the caller, who has their drivers.

use crate::failure::Failure;
use crate::formats::stores::StoreFormat;
use arrow_array::RecordBatch;
use scoresheet_columns::Column;
use scoresheet_core::error::Code;
use scoresheet_core::game::GameFormat;
use std::io::Read;

/// A database, as it was named.
pub struct StoreAddress<'a> {
    /// What kind of database it is.
    pub format: &'static StoreFormat,
    /// The path or the URL. A URL may hold a password.
    pub location: &'a str,
    /// What users know it by: the same without a password.
    pub name: String,
    /// The format's own options, with their defaults where they were not given.
    pub choices: Vec<(String, String)>,
}

/// How games are loaded.
pub struct Loading<'l> {
    /// Into which database.
    pub address: StoreAddress<'l>,
    /// What the sources are called whose games will be loaded.
    pub sources: &'l [String],
    /// Which columns the rows have.
    pub columns: &'l [&'static dyn Column],
    /// The options that decide what the rows hold, with the values that were given. Games that were loaded with others are not
    /// mixed with these.
    pub options: Vec<(String, String)>,
    /// Whether the table is emptied first.
    pub force: bool,
}

/// The documents of a database, one after another, in the order of their sources and numbers.
pub struct Documents {
    /// What they are written in.
    pub format: &'static dyn GameFormat,
    /// Their bytes, as a file would have them.
    pub bytes: Box<dyn Read + Send>,
}

/// A game that a database does not take.
pub struct Refused {
    /// Its number.
    pub game: u64,
    /// Why not.
    pub code: Code,
    /// The same in words.
    pub message: String,
}

/// Opens databases. Jobs in the background do so on threads of their own.
pub trait Stores: Send + Sync {
    /// The documents of a database.
    ///
    /// # Errors
    /// Where it cannot be opened, or does not hold any.
    fn read(&self, address: &StoreAddress<'_>) -> Result<Documents, Failure>;

    /// Opens a database to load games into.
    ///
    /// # Errors
    /// Where it cannot be opened, or holds what was loaded in another way.
    fn load(&self, loading: &Loading<'_>) -> Result<Box<dyn Load>, Failure>;
}

/// Takes the games of one source after another. What it has taken stays, whatever happens later.
pub trait Load {
    /// Starts with a source: how many of its games are there already, so that they need not be given again. None are where
    /// it does not `resume` what an earlier job has left undone.
    ///
    /// # Errors
    /// When the database fails, or has loaded the source in another way.
    fn begin(&mut self, source: &str, resume: bool) -> Result<u64, Failure>;

    /// Adds these rows; games up to the one of this number have been given. What comes back are the games that the database
    /// does not take, whatever else is in them.
    ///
    /// # Errors
    /// When the database fails.
    fn put(&mut self, source: &str, rows: RecordBatch, last: u64) -> Result<Vec<Refused>, Failure>;

    /// Ends a source of so many games; `None` where it could not be read to its end.
    ///
    /// # Errors
    /// When the database fails.
    fn end(&mut self, source: &str, games: Option<u64>) -> Result<(), Failure>;

    /// Does what is left at the end.
    ///
    /// # Errors
    /// When the database fails.
    fn complete(&mut self) -> Result<(), Failure>;
}
