//! Tables that a caller holds or computes, as inputs.

use arrow_array::RecordBatchReader;
use scoresheet_columns::file::{Batches, ReadOptions};
use scoresheet_columns::{Error, is_data_set};
use scoresheet_files::{CallerInput, FileError, Input, Kind};
use std::any::Any;
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

/// A table of games. Any thread may call the methods, and it can be read repeatedly.
pub trait CallerTable: Send + Sync {
    /// The names of its columns.
    fn columns(&self) -> &[String];

    /// The number of its rows, if known without reading them.
    fn rows(&self) -> Option<u64>;

    /// Starts to read its rows, with these of its columns.
    ///
    /// # Errors
    /// If it cannot be read.
    fn open(&self, columns: &[&str]) -> io::Result<Box<dyn RecordBatchReader + Send>>;
}

/// A table as an input; `name` is shown to users.
pub fn input(name: &str, table: Arc<dyn CallerTable>) -> Input {
    Input::from_caller(name, Arc::new(Table(table)))
}

/// The table that an input is, if it is one.
pub(crate) fn of(input: &Input) -> Option<&dyn CallerTable> {
    input.object()?.downcast_ref().map(|Table(table)| &**table)
}

/// The batches of a table.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn open(table: &dyn CallerTable, name: &str, reading: &ReadOptions<'_>) -> Result<Batches, FileError> {
    let mut wanted: Vec<&str> = table.columns().iter().map(String::as_str).collect();
    if !reading.tables.is_some_and(|tables| is_data_set(&wanted, tables)) {
        wanted.retain(|name| reading.columns.is_none_or(|columns| columns.contains(name)));
    }
    let opened = table.open(&wanted).map_err(Error::Io).and_then(|reader| Batches::of_reader(reader, reading));
    let opened = opened.map(|batches| batches.named(table.columns().to_vec()));
    opened.map_err(|error| FileError::new(Kind::Unreadable, name, format!("cannot read `{name}`: {error}")))
}

/// The form in which inputs carry a table.
struct Table(Arc<dyn CallerTable>);

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a table with {} columns", self.0.columns().len())
    }
}

impl CallerInput for Table {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Err(io::Error::other("it is a table"))
    }

    fn size(&self) -> Option<u64> {
        None
    }

    fn is_once(&self) -> bool {
        false
    }

    fn is_spent(&self) -> bool {
        false
    }

    fn object(&self) -> Option<&(dyn Any + Send + Sync)> {
        Some(self)
    }
}
