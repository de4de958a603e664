//! The result of reading a columnar file, and its options.

use crate::Error;
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use std::collections::HashMap;

/// How a file is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'c> {
    /// The columns wanted, in the order of the file; those that are not there are left out. `None` wants all.
    pub columns: Option<&'c [&'c str]>,
    /// How many rows a batch of Parquet has at most.
    pub rows: usize,
    /// How many bytes a batch of Parquet has at most, about: where its rows are large, it has fewer of them.
    pub bytes: usize,
    /// How many times larger than they are in the file columns may be, beyond what is free.
    pub ratio: u64,
}

impl Default for Reading<'_> {
    fn default() -> Self {
        Reading { columns: None, rows: 8192, bytes: 64 << 20, ratio: 1000 }
    }
}

/// The batches of a file, in the order of its rows.
pub struct Batches {
    schema: SchemaRef,
    metadata: HashMap<String, String>,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, Error>> + Send>,
    rows: Option<u64>,
}

impl Batches {
    pub(super) fn new(
        schema: SchemaRef,
        metadata: HashMap<String, String>,
        batches: Box<dyn Iterator<Item = Result<RecordBatch, Error>> + Send>,
    ) -> Batches {
        Batches { schema, metadata, batches, rows: None }
    }

    /// The same batches, of which the file says how many rows they have together.
    pub(super) fn of_rows(self, rows: i64) -> Batches {
        Batches { rows: u64::try_from(rows).ok(), ..self }
    }

    /// How many rows all batches have together, if the file says so where it describes itself.
    pub fn rows(&self) -> Option<u64> {
        self.rows
    }

    /// The schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// What the file says about itself, by the keys of [`crate::schema`].
    pub fn metadata(&self) -> &HashMap<String, String> {
        &self.metadata
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batches.next()
    }
}

/// Where the columns of these names are in a schema.
pub(super) fn positions(schema: &Schema, wanted: &[&str]) -> Vec<usize> {
    let is_wanted = |name: &String| wanted.contains(&name.as_str());
    schema.fields().iter().enumerate().filter(|(_, field)| is_wanted(field.name())).map(|(at, _)| at).collect()
}
