//! Opens columnar files, and brings their batches into the form of the registry.

use crate::common::failure::Failure;
use crate::common::spool;
use crate::formats::tables::{TableFormat, TableKind};
use crate::inputs::archive_file::is_archive;
use crate::inputs::caller_table::CallerTable;
use crate::inputs::{self, caller_table};
use crate::settings::{ReadSettings, Settings};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type};
use arrow_array::{Array, ArrayRef, ListArray, MapArray, RecordBatch, RecordBatchOptions, StructArray, new_null_array};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::file::{Batches, ReadOptions, open_arrow, open_parquet};
use scoresheet_columns::{Error, is_data_set};
use scoresheet_core::error::Code;
use scoresheet_core::game::TableReading;
use scoresheet_files::{FileError, Input, Kind, Source};
use std::fs::File;
use std::io::{BufReader, Seek};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// An input that is opened, and how.
#[derive(Clone, Copy)]
pub(crate) struct TableRequest<'o> {
    pub(crate) input: &'o Input,
    pub(crate) settings: &'o ReadSettings,
    /// How tables of other programs are read; `None` reads their columns unchanged.
    pub(crate) tables: Option<&'o TableReading>,
    /// Whether games are rebuilt from the columns.
    pub(crate) rebuilds: bool,
}

/// The batches of an input, with these columns or, if that is `None`, all of them.
///
/// # Errors
/// If the input cannot be read, or is not what it looks like.
pub(crate) fn open(
    opening: TableRequest<'_>,
    source: Source,
    table: &TableFormat,
    columns: Option<&[&str]>,
) -> Result<Batches, FileError> {
    OpenTable::of(opening.input, source, table)?.batches(opening, columns)
}

/// A table that can be looked at before its columns are chosen.
pub(crate) enum OpenTable<'i> {
    Caller(&'i dyn CallerTable),
    File(File, TableKind),
}

impl<'i> OpenTable<'i> {
    /// # Errors
    /// If the input cannot be read.
    pub(crate) fn of(input: &'i Input, source: Source, table: &TableFormat) -> Result<OpenTable<'i>, FileError> {
        if let Some(table) = caller_table::of(input) {
            return Ok(OpenTable::Caller(table));
        }
        Ok(OpenTable::File(spool::seekable(input, source, table.starts)?, table.kind))
    }

    /// The names of its columns.
    ///
    /// # Errors
    /// If the input is not what it looks like.
    pub(crate) fn names(&mut self, request: TableRequest<'_>) -> Result<Vec<String>, FileError> {
        match self {
            OpenTable::Caller(table) => Ok(table.columns().to_vec()),
            OpenTable::File(file, kind) => {
                let unreadable = |error: &Error| unreadable(request.input.name(), error);
                let again = file.try_clone().map_err(|error| unreadable(&error.into()))?;
                let request = TableRequest { tables: None, ..request };
                let names = OpenTable::File(again, *kind).batches(request, Some(&[]))?.names().to_vec();
                file.rewind().map_err(|error| unreadable(&error.into()))?;
                Ok(names)
            }
        }
    }

    /// Its batches, with these columns or, if that is `None`, all of them.
    ///
    /// # Errors
    /// If the input is not what it looks like.
    pub(crate) fn batches(self, request: TableRequest<'_>, columns: Option<&[&str]>) -> Result<Batches, FileError> {
        let TableRequest { input, settings, tables, rebuilds } = request;
        let reading = ReadOptions { columns, rebuilds, tables, ratio: settings.limits.ratio, ..ReadOptions::default() };
        let batches = match self {
            OpenTable::Caller(table) => return caller_table::open(table, input.name(), &reading),
            OpenTable::File(file, TableKind::Parquet) => open_parquet(file, &reading),
            OpenTable::File(file, TableKind::Arrow) => open_arrow(BufReader::new(file), &reading),
        };
        batches.map_err(|error| unreadable(input.name(), &error))
    }
}

/// The failure to read the columnar file of this name.
pub(crate) fn unreadable(name: &str, error: &Error) -> FileError {
    let kind = match error {
        Error::Io(_) => Kind::Unreadable,
        Error::Limit { .. } => Kind::Limit,
        _ => Kind::Damaged,
    };
    let failure = FileError::new(kind, name, format!("cannot read `{name}`: {error}"));
    FileError { byte: error.byte(), ..failure }
}

/// The columns to take of the inputs: those named; else those of the first input, if it has columns; else
/// `default`.
///
/// # Errors
/// For a name that is not known, and when the first input cannot be looked at.
pub(crate) fn chosen_columns(
    inputs: &[Input],
    settings: &Settings,
    default: fn() -> Vec<&'static dyn Column>,
) -> Result<Vec<&'static dyn Column>, Failure> {
    if !settings.write.columns.is_empty() {
        return resolve(&settings.write.columns);
    }
    Ok(stored_columns(inputs, settings)?.unwrap_or_else(default))
}

/// The columns of the first input, if it is a table of games like ours.
///
/// # Errors
/// If it cannot be looked at.
pub(crate) fn stored_columns(
    inputs: &[Input],
    settings: &Settings,
) -> Result<Option<Vec<&'static dyn Column>>, Failure> {
    let reading = settings.table_reading();
    let known = |names: &[&str]| {
        let is_ours = !is_data_set(names, &reading);
        is_ours.then(|| names.iter().filter_map(|name| column::find(name)).collect())
    };
    if let Some(table) = inputs.first().and_then(caller_table::of) {
        return Ok(known(&table.columns().iter().map(String::as_str).collect::<Vec<_>>()));
    }
    if let Some(input) = inputs.first().filter(|input| input.size().is_some())
        && !is_archive(input, &settings.read)
        && let Ok(opened) = inputs::open(input, &settings.read, || ControlFlow::Continue(()))
        && let Some(table) = opened.format.table()
    {
        let request = TableRequest { input, settings: &settings.read, tables: None, rebuilds: false };
        let batches = open(request, opened.source, table, None)?;
        return Ok(known(&batches.schema().fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>()));
    }
    Ok(None)
}

/// Whether the rows of a table with columns of these names become texts of games, because another program wrote them.
pub(crate) fn is_read_as_texts(names: &[String], settings: &Settings) -> bool {
    is_data_set(&names.iter().map(String::as_str).collect::<Vec<_>>(), &settings.table_reading())
}

/// The number of games in the inputs if all are files that store their number of rows; else none. The job must have no
/// option that may leave games out.
pub(crate) fn told_rows(inputs: &[Input], settings: &ReadSettings) -> Option<u64> {
    let rows = |input: &Input| {
        if let Some(table) = caller_table::of(input) {
            return table.rows();
        }
        input.size()?;
        let opened = inputs::open(input, settings, || ControlFlow::Continue(())).ok()?;
        let table = opened.format.table()?;
        let request = TableRequest { input, settings, tables: None, rebuilds: false };
        open(request, opened.source, table, Some(&[])).ok()?.rows()
    };
    inputs.iter().map(rows).sum()
}

/// The columns that these names mean; the default if there are none.
///
/// # Errors
/// For a name that is not known.
pub(crate) fn resolve(names: &[String]) -> Result<Vec<&'static dyn Column>, Failure> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    column::resolve(&names).map_err(|unknown| {
        let message = format!("there is no column or family `{}`", unknown.name);
        Failure::usage(message, format!("did you mean `{}`?", unknown.nearest))
    })
}

/// The batch with exactly these columns. A missing one becomes NULL, if it may be NULL for any game.
///
/// # Errors
/// If one is missing that may not be NULL for games that can be played, or is of another type.
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
            let hint = "change the type of this column, or remove it from the table";
            Failure::File(FileError { code: Code::FileKind, hint, ..failure })
        }),
        None if field.is_nullable() && !column.spec().null_if_unplayed => Ok(new_null_array(field.data_type(), rows)),
        None => Err(missing(input, column.spec().name, column.spec().family)),
    });
    let arrays: Vec<ArrayRef> = arrays.collect::<Result<_, _>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options)
        .map_err(|error| Failure::Internal(error.to_string()))
}

/// The same values under the names and the NULL rules of our type: other programs allow NULL in every list, and name its values
/// otherwise. An error if they are of another type, or NULL where ours cannot be. Earlier versions stored evaluations in 16 bits.
fn relabelled(array: &ArrayRef, wanted: &DataType) -> Result<ArrayRef, ArrowError> {
    if array.data_type() == wanted {
        return Ok(Arc::clone(array));
    }
    match (wanted, array.data_type()) {
        (DataType::List(field), DataType::List(_)) => {
            let (_, offsets, values, nulls) = array.as_list::<i32>().clone().into_parts();
            let wide = values.as_primitive_opt::<Int16Type>().filter(|_| *field.data_type() == DataType::Int32);
            let values = match wide {
                Some(values) => Arc::new(values.unary::<_, Int32Type>(i32::from)),
                None => relabelled(&values, field.data_type())?,
            };
            Ok(Arc::new(ListArray::try_new(Arc::clone(field), offsets, values, nulls)?))
        }
        (DataType::Map(field, is_ordered), DataType::Map(_, _)) => {
            let (_, offsets, entries, nulls, _) = array.as_map().clone().into_parts();
            let entries = relabelled(&(Arc::new(entries) as ArrayRef), field.data_type())?;
            let entries = entries.as_struct().clone();
            Ok(Arc::new(MapArray::try_new(Arc::clone(field), offsets, entries, nulls, *is_ordered)?))
        }
        (DataType::Struct(fields), DataType::Struct(found)) if fields.len() == found.len() => {
            let (_, arrays, nulls) = array.as_struct().clone().into_parts();
            let arrays = arrays.iter().zip(fields).map(|(array, field)| relabelled(array, field.data_type()));
            let arrays = arrays.collect::<Result<_, _>>()?;
            Ok(Arc::new(StructArray::try_new(fields.clone(), arrays, nulls)?))
        }
        (wanted, found) => Err(ArrowError::SchemaError(format!("{found} instead of {wanted}"))),
    }
}

/// A column that the input lacks.
pub(crate) fn missing(input: &Input, column: &str, family: &str) -> Failure {
    let message = format!("`{}` lacks the column `{column}` of the family `{family}`", input.name());
    Failure::usage(message, Code::ColumnsMissing.spec().hint)
}

/// The failure for a table in which no column has a name that columns of games have.
pub(crate) fn without_columns(input: &Input) -> Failure {
    let message = format!("no column of `{}` has the name of a column of games", input.name());
    Failure::usage(message, Code::ColumnsMissing.spec().hint)
}

/// How many columns an error names.
const NAMED: usize = 30;

/// What a failure to rebuild games from a table with columns of these names means: the families that would be needed.
pub(crate) fn not_rebuilt(input: &Input, names: &[String], error: &Error) -> Failure {
    match error {
        Error::Missing(families) => {
            let families = families.join("`, `");
            let more = if names.len() > NAMED { ", …" } else { "" };
            let names = names[..names.len().min(NAMED)].join("`, `");
            let found = if names.is_empty() { "none".to_owned() } else { format!("`{names}`{more}") };
            let message =
                format!("`{}` lacks `{families}`, required to write games; its columns are {found}", input.name());
            Failure::usage(message, Code::ColumnsMissing.spec().hint)
        }
        error => Failure::File(unreadable(input.name(), error)),
    }
}

/// The failure for games without the notes that a pattern needs: it names the families that would be needed.
pub(crate) fn not_searched(input: &Input, names: &[String], error: &Error) -> Failure {
    match error {
        Error::Missing(families) => {
            let message = format!("`{}` lacks `{}`, required by the pattern", input.name(), families.join("`, `"));
            Failure::usage(message, "convert the games again with this family, or search the file that they came from")
        }
        error => not_rebuilt(input, names, error),
    }
}

/// The names of the columns of a Parquet file; none if it is no such file.
pub fn parquet_columns(path: &Path) -> Vec<String> {
    let open = || {
        let file = File::open(path).ok()?;
        open_parquet(file, &ReadOptions { columns: Some(&[]), ..ReadOptions::default() }).ok()
    };
    open().map(|batches| batches.names().to_vec()).unwrap_or_default()
}

/// What a failure of the columns that are written means.
pub(crate) fn not_written(error: Error, name: &str) -> Failure {
    match error {
        Error::Io(error) => Failure::not_written(&error, name),
        error => {
            let failure = FileError::new(Kind::Damaged, name, format!("cannot convert `{name}`: {error}"));
            FileError { code: error.code(), ..failure }.into()
        }
    }
}
