//! Inputs of columns: opened, read in batches, and brought into the form of the registry.

use crate::failure::Failure;
use crate::formats::{Table, TableKind};
use crate::inputs::Opened;
use crate::pass::Pass;
use crate::report::InputCount;
use crate::spool;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, make_array, new_null_array};
use arrow_schema::{ArrowError, SchemaRef};
use scoresheet_columns::Error;
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::file::{Batches, open_arrow, open_parquet};
use scoresheet_core::error::Code;
use scoresheet_files::{FileError, Input, Kind};
use std::io::BufReader;
use std::sync::Arc;

/// Rows read at once.
const ROWS: usize = 8192;

/// The batches of an input, with these columns or, where that is `None`, all of them.
///
/// # Errors
/// When the input cannot be read, or is not what it looks like.
pub(crate) fn open(
    input: &Input,
    opened: Opened,
    table: &Table,
    columns: Option<&[&str]>,
) -> Result<Batches, FileError> {
    let file = spool::seekable(input, opened.source, table.magic)?;
    let batches = match table.kind {
        TableKind::Parquet => open_parquet(file, columns, ROWS),
        TableKind::Arrow => open_arrow(BufReader::new(file), columns),
    };
    batches.map_err(|error| unreadable(input, &error))
}

fn unreadable(input: &Input, error: &Error) -> FileError {
    let kind = if matches!(error, Error::Io(_)) { Kind::Unreadable } else { Kind::Damaged };
    FileError::new(kind, input.name(), format!("cannot read `{}`: {error}", input.name()))
}

/// The columns of the registry that an input has, in its order.
///
/// # Errors
/// When the input cannot be read.
pub(crate) fn columns_of(input: &Input, opened: Opened, table: &Table) -> Result<Vec<&'static dyn Column>, FileError> {
    let batches = open(input, opened, table, None)?;
    Ok(batches.schema().fields().iter().filter_map(|field| column::find(field.name())).collect())
}

impl Pass<'_> {
    /// Reads one input of columns. `each` gets its batches, in order, with no more rows than it takes to reach the limit.
    ///
    /// # Errors
    /// When the job is to stop, or `each` fails.
    pub(crate) fn rows(
        &mut self,
        input: &Input,
        opened: Opened,
        table: &Table,
        columns: Option<&[&str]>,
        mut each: impl FnMut(&mut Self, RecordBatch) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (before, kind) = (self.report.games(), opened.format.id());
        let failed = match open(input, opened, table, columns) {
            Ok(batches) => self.drain(batches, input, &mut each)?.map(|error| unreadable(input, &error)),
            Err(error) => Some(error),
        };
        let games = self.report.games() - before;
        self.done(InputCount { name: input.name().to_owned(), kind, games, bytes: input.size().unwrap_or(0) });
        failed.map_or(Ok(()), |error| self.file_error(error))
    }

    /// Gives the batches to `each` until there are no more, or no more are wanted, or one cannot be read: then says why.
    fn drain(
        &mut self,
        batches: Batches,
        input: &Input,
        each: &mut impl FnMut(&mut Self, RecordBatch) -> Result<(), Failure>,
    ) -> Result<Option<Error>, Failure> {
        for batch in batches {
            let batch = match batch {
                Ok(batch) => batch,
                Err(error) => return Ok(Some(error)),
            };
            let rows = self.rows_to_read(&batch, input)?;
            each(self, batch.slice(0, rows))?;
            if self.is_done() {
                break;
            }
            self.tick_when_due()?;
        }
        Ok(None)
    }
}

/// The batch with exactly these columns. One that is not there is NULL, where it may be.
///
/// # Errors
/// When one is missing that may not be NULL, or is of another type.
pub(crate) fn conform(
    batch: &RecordBatch,
    columns: &[&'static dyn Column],
    schema: &SchemaRef,
    input: &Input,
) -> Result<RecordBatch, Failure> {
    let rows = batch.num_rows();
    let arrays = columns.iter().zip(schema.fields()).map(|(column, field)| match batch.column_by_name(field.name()) {
        Some(array) => relabelled(array, field.data_type()).map_err(|_| {
            let message = format!(
                "cannot read `{}`: its column `{}` is {}, not {}",
                input.name(),
                field.name(),
                array.data_type(),
                field.data_type()
            );
            let failure = FileError::new(Kind::Unreadable, input.name(), message);
            Failure::File(FileError { code: Code::FileKind, ..failure })
        }),
        None if field.is_nullable() => Ok(new_null_array(field.data_type(), rows)),
        None => Err(missing(input, column.spec().name, column.spec().family)),
    });
    let arrays: Vec<ArrayRef> = arrays.collect::<Result<_, _>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options)
        .map_err(|error| Failure::Internal(error.to_string()))
}

/// The same values under the names and the NULL rules of our type; an error where they are of another type.
fn relabelled(array: &ArrayRef, wanted: &arrow_schema::DataType) -> Result<ArrayRef, ArrowError> {
    if array.data_type() == wanted {
        return Ok(Arc::clone(array));
    }
    if !array.data_type().equals_datatype(wanted) {
        return Err(ArrowError::SchemaError(String::new()));
    }
    Ok(make_array(array.to_data().into_builder().data_type(wanted.clone()).build()?))
}

/// A column that the input lacks.
pub(crate) fn missing(input: &Input, column: &str, family: &str) -> Failure {
    let message = format!("`{}` does not hold the column `{column}` of the family `{family}`", input.name());
    Failure::usage(message, Code::ColumnsMissing.spec().hint)
}

/// What a failure to rebuild games means: the families that would be needed.
pub(crate) fn not_rebuilt(input: &Input, error: &Error) -> Failure {
    match error {
        Error::Missing(families) => {
            let families = families.join("`, `");
            let message = format!("`{}` does not hold `{families}`, from which games are written", input.name());
            Failure::usage(message, Code::ColumnsMissing.spec().hint)
        }
        error => Failure::File(unreadable(input, error)),
    }
}
