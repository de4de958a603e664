//! Texts and bytes as views while Parquet is decoded: a text that a page contains once is in memory only once,
//! regardless of the number of rows. Batches of a bounded size are converted to texts and bytes of their own.

use crate::Error;
use arrow_array::builder::{GenericByteBuilder, GenericByteBuilder as Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{BinaryType, BinaryViewType, ByteArrayType, ByteViewType, StringViewType, Utf8Type};
use arrow_array::{
    Array, ArrayRef, GenericByteViewArray, ListArray, MapArray, RecordBatch, RecordBatchOptions, StructArray,
};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use std::ops::Range;
use std::sync::Arc;

/// The type under which texts and bytes in a column of this type are decoded.
fn viewed(kind: &DataType) -> DataType {
    let child = |field: &FieldRef| Arc::new(Field::clone(field).with_data_type(viewed(field.data_type())));
    match kind {
        DataType::Utf8 => DataType::Utf8View,
        DataType::Binary => DataType::BinaryView,
        DataType::List(item) => DataType::List(child(item)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(child).collect()),
        DataType::Map(entries, sorted) => DataType::Map(child(entries), *sorted),
        other => other.clone(),
    }
}

/// The schema under which a file of this one is decoded.
pub(super) fn viewed_schema(schema: &Schema) -> SchemaRef {
    let field = |field: &FieldRef| Field::clone(field).with_data_type(viewed(field.data_type()));
    Arc::new(Schema::new_with_metadata(
        schema.fields().iter().map(field).collect::<Vec<_>>(),
        schema.metadata().clone(),
    ))
}

/// The number of bytes of the texts in these rows, counted for each row.
fn bytes(array: &dyn Array, rows: Range<usize>) -> usize {
    let of_views = |views: &[u128]| views.iter().map(|view| *view as u32 as usize).sum();
    match array.data_type() {
        DataType::Utf8View => of_views(&array.as_string_view().views()[rows]),
        DataType::BinaryView => of_views(&array.as_binary_view().views()[rows]),
        DataType::List(_) => {
            let list: &ListArray = array.as_list();
            bytes(list.values(), within(list.value_offsets(), rows))
        }
        DataType::Map(..) => {
            let map = array.as_map();
            bytes(map.entries(), within(map.value_offsets(), rows))
        }
        DataType::Struct(_) => array.as_struct().columns().iter().map(|column| bytes(column, rows.clone())).sum(),
        _ => 0,
    }
}

fn within(offsets: &[i32], rows: Range<usize>) -> Range<usize> {
    offsets[rows.start] as usize..offsets[rows.end] as usize
}

/// The rows of a batch in parts, none of which has more than this many bytes of text unless it is a single row.
pub(super) fn parts(batch: &RecordBatch, most: usize) -> Vec<Range<usize>> {
    let size = |rows: &Range<usize>| batch.columns().iter().map(|column| bytes(column, rows.clone())).sum::<usize>();
    let mut found = Vec::new();
    let mut waiting: Vec<Range<usize>> = std::iter::once(0..batch.num_rows()).collect();
    while let Some(rows) = waiting.pop() {
        if rows.len() < 2 || size(&rows) <= most {
            found.push(rows);
            continue;
        }
        let middle = rows.start + rows.len() / 2;
        waiting.extend([middle..rows.end, rows.start..middle]);
    }
    found
}

/// The batch with its own texts and bytes, under this schema.
///
/// # Errors
/// One value is longer than an array can be.
pub(super) fn owned(batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, Error> {
    let columns = batch.columns().iter().zip(schema.fields()).map(|(column, field)| own(column, field.data_type()));
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    Ok(RecordBatch::try_new_with_options(Arc::clone(schema), columns.collect::<Result<_, _>>()?, &options)?)
}

fn own(array: &ArrayRef, kind: &DataType) -> Result<ArrayRef, Error> {
    Ok(match (array.data_type(), kind) {
        (DataType::Utf8View, DataType::Utf8) => copied::<StringViewType, Utf8Type>(array.as_string_view())?,
        (DataType::BinaryView, DataType::Binary) => copied::<BinaryViewType, BinaryType>(array.as_binary_view())?,
        (DataType::List(from), DataType::List(to)) if from != to => {
            let list: &ListArray = array.as_list();
            let values = own(list.values(), to.data_type())?;
            Arc::new(ListArray::try_new(Arc::clone(to), list.offsets().clone(), values, list.nulls().cloned())?)
        }
        (DataType::Map(from, sorted), DataType::Map(to, _)) if from != to => {
            let map = array.as_map();
            // Only the entries of these rows, not all entries of the array that they were sliced from.
            let entries = within(map.value_offsets(), 0..map.len());
            let first = map.value_offsets()[0];
            let values =
                own(&(Arc::new(map.entries().slice(entries.start, entries.len())) as ArrayRef), to.data_type())?;
            let offsets = map.offsets().iter().map(|offset| offset - first).collect::<Vec<_>>();
            let offsets = arrow_buffer::OffsetBuffer::new(offsets.into());
            let nulls = map.nulls().cloned();
            Arc::new(MapArray::try_new(Arc::clone(to), offsets, values.as_struct().clone(), nulls, *sorted)?)
        }
        (DataType::Struct(from), DataType::Struct(to)) if from != to => {
            let fields = array.as_struct();
            let columns = fields.columns().iter().zip(to).map(|(column, field)| own(column, field.data_type()));
            Arc::new(StructArray::try_new(to.clone(), columns.collect::<Result<_, _>>()?, fields.nulls().cloned())?)
        }
        _ => Arc::clone(array),
    })
}

fn copied<V, T>(views: &GenericByteViewArray<V>) -> Result<ArrayRef, Error>
where
    V: ByteViewType,
    T: ByteArrayType<Offset = i32, Native = V::Native>,
{
    let all: usize = views.lengths().map(|length| length as usize).sum();
    if i32::try_from(all).is_err() {
        return Err(Error::damaged("one of its values has more than 2 GiB"));
    }
    let mut built: Builder<T> = GenericByteBuilder::with_capacity(views.len(), all);
    for value in views {
        built.append_option(value);
    }
    Ok(Arc::new(built.finish()))
}
