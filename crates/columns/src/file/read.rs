//! The result of reading a columnar file, and its options.

use crate::Error;
use crate::column::{Column, moves, packed::PACKED_MOVES};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::collections::HashMap;
use std::sync::Arc;

/// How to read a file.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'c> {
    /// The columns to read, in the order of the file; missing ones are ignored. `None` reads all.
    pub columns: Option<&'c [&'c str]>,
    /// Whether games are rebuilt from the columns: then lists of moves are not read if the file has packed moves.
    pub rebuilds: bool,
    /// The maximum number of rows in a Parquet batch.
    pub rows: usize,
    /// The approximate maximum size in bytes of a Parquet batch: if its rows are large, it has fewer of them.
    pub bytes: usize,
    /// The maximum compression ratio of columns, beyond the exempt size.
    pub ratio: u64,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        ReadOptions { columns: None, rebuilds: false, rows: 8192, bytes: 64 << 20, ratio: 1000 }
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

    /// The batches of a table in memory.
    ///
    /// # Errors
    /// If its columns cannot be told apart.
    pub fn of_reader(reader: Box<dyn RecordBatchReader + Send>, reading: &ReadOptions<'_>) -> Result<Batches, Error> {
        let schema = reader.schema();
        let wanted = reading.columns.map(|wanted| positions(&schema, wanted, reading.rebuilds));
        let projected = match &wanted {
            Some(wanted) => Arc::new(schema.project(wanted)?),
            None => Arc::clone(&schema),
        };
        let batches = reader.map(move |batch| {
            let batch = batch?;
            Ok(wanted.as_ref().map_or_else(|| Ok(batch.clone()), |wanted| batch.project(wanted))?)
        });
        Ok(Batches::new(projected, HashMap::new(), Box::new(batches)))
    }

    /// The same batches, with the total number of rows that the file declares.
    pub(super) fn of_rows(self, rows: i64) -> Batches {
        Batches { rows: u64::try_from(rows).ok(), ..self }
    }

    /// The total number of rows in all batches, if the metadata of the file declares it.
    pub fn rows(&self) -> Option<u64> {
        self.rows
    }

    /// The schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The metadata of the file, by the keys of [`crate::schema`].
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

/// The indexes of the wanted columns in a schema.
pub(super) fn positions(schema: &Schema, wanted: &[&str], rebuilds: bool) -> Vec<usize> {
    let packed = schema.field_with_name(PACKED_MOVES.spec().name).ok();
    let is_bytes =
        |field: &Field| matches!(field.data_type(), DataType::Binary | DataType::LargeBinary | DataType::BinaryView);
    let has_packed = rebuilds && packed.is_some_and(is_bytes);
    let is_wanted = |name: &str| wanted.contains(&name) && !(has_packed && moves::LISTS.contains(&name));
    schema.fields().iter().enumerate().filter(|(_, field)| is_wanted(field.name())).map(|(at, _)| at).collect()
}
