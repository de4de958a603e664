//! The faults of a job as rows that a consumer pulls.

use crate::common::failure::Failure;
use crate::common::line_file::FieldValue;
use crate::pipeline::fault_file::FIELDS;
use arrow_array::builder::{ArrayBuilder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use scoresheet_parallel::Sender;
use std::sync::Arc;

/// The number of rows in a batch.
const ROWS: usize = 2048;
/// The number of bytes from which a batch is passed on with fewer rows.
const BYTES: usize = 1 << 20;

/// The fields that are numbers; all others are texts.
const NUMBERS: [&str; 6] = ["game", "ply", "line", "column", "byte", "bit"];
/// The fields that every fault has.
const ALWAYS: [&str; 4] = ["file", "code", "severity", "message"];

/// The columns of faults: the fields of a file of faults, in which the file is called as in tables of games.
pub(crate) fn schema() -> SchemaRef {
    let field = |name: &'static str| {
        let kind = if NUMBERS.contains(&name) { DataType::Int64 } else { DataType::Utf8 };
        Field::new(if name == "file" { "source" } else { name }, kind, !ALWAYS.contains(&name))
    };
    Arc::new(Schema::new(FIELDS.map(field).to_vec()))
}

/// Collects faults into batches, and passes these on.
pub(crate) struct FaultRows {
    sender: Sender<RecordBatch>,
    columns: Vec<FaultColumn>,
    /// The size of the texts in the columns.
    bytes: usize,
    /// Whether no more rows are wanted.
    is_over: bool,
}

/// The values of a field.
enum FaultColumn {
    Numbers(Int64Builder),
    Texts(StringBuilder),
}

impl FaultColumn {
    fn of(name: &str) -> FaultColumn {
        if NUMBERS.contains(&name) {
            FaultColumn::Numbers(Int64Builder::new())
        } else {
            FaultColumn::Texts(StringBuilder::new())
        }
    }

    /// Adds a value, and returns its size. One of another kind is skipped.
    fn add(&mut self, value: &FieldValue<'_>) -> usize {
        match (self, value) {
            (FaultColumn::Numbers(column), FieldValue::Number(number)) => {
                column.append_option(i64::try_from(*number).ok());
                size_of::<i64>()
            }
            (FaultColumn::Texts(column), FieldValue::Text(text)) => {
                column.append_value(text);
                text.len()
            }
            (FaultColumn::Numbers(column), _) => {
                column.append_null();
                0
            }
            (FaultColumn::Texts(column), _) => {
                column.append_null();
                0
            }
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            FaultColumn::Numbers(column) => ArrayBuilder::finish(column),
            FaultColumn::Texts(column) => ArrayBuilder::finish(column),
        }
    }

    fn len(&self) -> usize {
        match self {
            FaultColumn::Numbers(column) => column.len(),
            FaultColumn::Texts(column) => column.len(),
        }
    }
}

impl FaultRows {
    /// Rows for a consumer.
    pub(crate) fn new(sender: Sender<RecordBatch>) -> FaultRows {
        FaultRows {
            sender,
            columns: FIELDS.iter().map(|name| FaultColumn::of(name)).collect(),
            bytes: 0,
            is_over: false,
        }
    }

    /// Adds a row with a value for each field, and waits while enough rows are ahead of the consumer.
    pub(crate) fn add(&mut self, values: &[FieldValue<'_>]) {
        if self.is_over {
            return;
        }
        for (column, value) in self.columns.iter_mut().zip(values) {
            self.bytes += column.add(value);
        }
        if self.rows() >= ROWS || self.bytes >= BYTES {
            self.flush();
        }
    }

    fn rows(&self) -> usize {
        self.columns.first().map_or(0, FaultColumn::len)
    }

    fn flush(&mut self) {
        if self.rows() == 0 || self.is_over {
            return;
        }
        self.bytes = 0;
        let columns = self.columns.iter_mut().map(FaultColumn::finish).collect();
        let batch = RecordBatch::try_new(schema(), columns).expect("every column has one value a row, of its type");
        self.is_over = self.sender.send(batch).is_break();
    }

    /// Checks whether more rows are wanted.
    ///
    /// # Errors
    /// If they are not.
    pub(crate) fn check(&mut self) -> Result<(), Failure> {
        if self.is_over { Err(Failure::Interrupted(None)) } else { Ok(()) }
    }

    /// Passes the last rows on.
    ///
    /// # Errors
    /// If no more rows are wanted.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        self.flush();
        self.check()
    }
}
