//! The result of reading a columnar file, and its options.

use crate::Error;
use crate::column::{Column, moves, packed::PACKED_MOVES};
use crate::data_set::DataSet;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use scoresheet_core::game::TableReading;
use std::collections::HashMap;
use std::sync::Arc;

/// How to read a file.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'c> {
    /// The columns to read, in the order of the file; missing ones are ignored. `None` reads all.
    pub columns: Option<&'c [&'c str]>,
    /// Whether games are rebuilt from the columns: then lists of moves are not read if the file has packed moves.
    pub rebuilds: bool,
    /// How the tables of other programs are read: their rows become texts of games. `None` reads their columns unchanged.
    pub tables: Option<&'c TableReading>,
    /// The maximum number of rows in a Parquet batch.
    pub rows: usize,
    /// The approximate maximum size in bytes of a Parquet batch: if its rows are large, it has fewer of them.
    pub bytes: usize,
    /// The maximum compression ratio of columns, beyond the exempt size.
    pub ratio: u64,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        ReadOptions { columns: None, rebuilds: false, tables: None, rows: 8192, bytes: 64 << 20, ratio: 1000 }
    }
}

/// The batches of a file, in the order of its rows.
pub struct Batches {
    schema: SchemaRef,
    metadata: HashMap<String, String>,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, Error>> + Send>,
    rows: Option<u64>,
    names: Vec<String>,
    is_data_set: bool,
}

impl Batches {
    pub(super) fn new(
        schema: SchemaRef,
        metadata: HashMap<String, String>,
        batches: Box<dyn Iterator<Item = Result<RecordBatch, Error>> + Send>,
    ) -> Batches {
        Batches { schema, metadata, batches, rows: None, names: Vec::new(), is_data_set: false }
    }

    /// The batches of a table in memory.
    ///
    /// # Errors
    /// If its columns are ambiguous.
    pub fn of_reader(reader: Box<dyn RecordBatchReader + Send>, reading: &ReadOptions<'_>) -> Result<Batches, Error> {
        let schema = reader.schema();
        let (wanted, data_set) = reading.wanted(&schema);
        let projected = match &wanted {
            Some(wanted) => Arc::new(schema.project(wanted)?),
            None => Arc::clone(&schema),
        };
        let batches = reader.map(move |batch| {
            let batch = batch?;
            Ok(wanted.as_ref().map_or_else(|| Ok(batch.clone()), |wanted| batch.project(wanted))?)
        });
        Ok(Batches::new(projected, HashMap::new(), Box::new(batches)).of_table(&schema).of_data_set(data_set))
    }

    /// The same rows, as texts of games if they are those of a data set.
    pub(super) fn of_data_set(self, data_set: Option<DataSet>) -> Batches {
        let Some(data_set) = data_set.map(Arc::new) else { return self };
        let schema = Arc::clone(data_set.schema());
        let batches = self.batches.flat_map(move |batch| {
            let (texts, failed) = match batch {
                Ok(batch) => (Some(data_set.texts(batch)), None),
                Err(error) => (None, Some(Err(error))),
            };
            texts.into_iter().flatten().chain(failed)
        });
        Batches { schema, batches: Box::new(batches), is_data_set: true, ..self }
    }

    /// Whether the rows are texts of games that were made from the columns of another program.
    pub fn is_data_set(&self) -> bool {
        self.is_data_set
    }

    /// The same batches, of a table with this schema.
    pub(super) fn of_table(self, schema: &Schema) -> Batches {
        self.named(schema.fields().iter().map(|field| field.name().clone()).collect())
    }

    /// The same batches, of a table with columns of these names.
    #[must_use]
    pub fn named(self, names: Vec<String>) -> Batches {
        Batches { names, ..self }
    }

    /// The same batches, with the total number of rows that the file declares.
    pub(super) fn of_rows(self, rows: i64) -> Batches {
        Batches { rows: u64::try_from(rows).ok(), ..self }
    }

    /// The total number of rows in all batches, if the metadata of the file declares it.
    pub fn rows(&self) -> Option<u64> {
        self.rows
    }

    /// The names of all columns of the table, also of those that are not read.
    pub fn names(&self) -> &[String] {
        &self.names
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

impl ReadOptions<'_> {
    /// The indexes of the columns to read of a table with this schema, or `None` for all of them; and the data set that it is.
    pub(super) fn wanted(&self, schema: &Schema) -> (Option<Vec<usize>>, Option<DataSet>) {
        match self.tables.and_then(|reading| DataSet::of(schema, reading)) {
            Some(data_set) => (Some(data_set.columns().to_vec()), Some(data_set)),
            None => (self.columns.map(|wanted| positions(schema, wanted, self.rebuilds)), None),
        }
    }
}

/// The indexes of the wanted columns in a schema.
fn positions(schema: &Schema, wanted: &[&str], rebuilds: bool) -> Vec<usize> {
    let packed = schema.field_with_name(PACKED_MOVES.spec().name).ok();
    let is_bytes =
        |field: &Field| matches!(field.data_type(), DataType::Binary | DataType::LargeBinary | DataType::BinaryView);
    let has_packed = rebuilds && packed.is_some_and(is_bytes);
    let is_wanted = |name: &str| wanted.contains(&name) && !(has_packed && moves::LISTS.contains(&name));
    schema.fields().iter().enumerate().filter(|(_, field)| is_wanted(field.name())).map(|(at, _)| at).collect()
}
