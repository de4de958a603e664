//! The batches of a Parquet file.

use super::bounds::{check_ratio, guarded};
use super::read::{Batches, ReadOptions};
use super::views::{owned, parts, viewed_schema};
use crate::{Error, data_set};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::SchemaRef;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::Type;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::file::reader::ChunkReader;
use std::collections::VecDeque;
use std::sync::Arc;

/// The number of magic bytes before the first row group.
const MAGIC: u64 = 4;
/// The length of the footer, with the magic bytes after it.
const TAIL: u64 = 8;

/// Opens a Parquet file, regardless of the program that wrote it.
///
/// # Errors
/// The file is not Parquet, or is damaged.
pub fn open_parquet<R>(input: R, reading: &ReadOptions<'_>) -> Result<Batches, Error>
where
    R: ChunkReader + Send + 'static,
{
    let end = input.len().saturating_sub(TAIL);
    let found = guarded(end, || Ok(ArrowReaderMetadata::load(&input, without_arrow())?))?;
    let metadata = Arc::clone(found.metadata());
    let pairs = metadata.file_metadata().key_value_metadata().into_iter().flatten();
    let pairs = pairs.filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?))).collect();
    let (wanted, data_set) = reading.wanted(found.schema());
    let wanted = wanted.unwrap_or_else(|| (0..found.schema().fields().len()).collect());
    guarded(end, || {
        let rows = rows_at_once(&metadata, &wanted, reading)?;
        let rows = if data_set.is_some() { rows.min(data_set::ROWS) } else { rows };
        let schema: SchemaRef = Arc::new(found.schema().project(&wanted)?);
        let viewed = without_arrow().with_schema(viewed_schema(found.schema()));
        let viewed = ArrowReaderMetadata::try_new(Arc::clone(&metadata), viewed)?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(input, viewed).with_batch_size(rows);
        let mask = ProjectionMask::roots(builder.parquet_schema(), wanted.iter().copied());
        let reader = builder.with_projection(mask).build()?;
        let schema = Arc::new((*schema).clone().with_metadata(reader.schema().metadata().clone()));
        let total = metadata.file_metadata().num_rows();
        let groups = Groups {
            metadata,
            reader,
            read: 0,
            schema: Arc::clone(&schema),
            bytes: reading.bytes,
            ready: VecDeque::new(),
        };
        Ok(Batches::new(schema, pairs, Box::new(groups)).of_rows(total).of_table(found.schema()).of_data_set(data_set))
    })
}

/// The options of reading. Polars and other programs put types of their own into the Arrow schema of a file; Parquet's types
/// are sufficient.
pub(super) fn without_arrow() -> ArrowReaderOptions {
    ArrowReaderOptions::new().with_skip_arrow_metadata(true)
}

/// How many rows to read at once to stay within the requested number of bytes, according to the metadata.
///
/// # Errors
/// A column claims a size much larger than its bytes allow.
pub(super) fn rows_at_once(
    metadata: &ParquetMetaData,
    wanted: &[usize],
    reading: &ReadOptions<'_>,
) -> Result<usize, Error> {
    let schema = metadata.file_metadata().schema_descr();
    let mut rows = reading.rows;
    for group in metadata.row_groups() {
        let mut bytes = 0_u64;
        for (leaf, column) in group.columns().iter().enumerate() {
            if wanted.contains(&schema.get_column_root_idx(leaf)) {
                bytes = bytes.saturating_add(unpacked(column, reading.ratio)?);
            }
        }
        let in_group = u64::try_from(group.num_rows()).unwrap_or(0);
        let fit = (reading.bytes as u64).saturating_mul(in_group) / bytes.max(1);
        rows = rows.min(usize::try_from(fit).unwrap_or(usize::MAX));
    }
    Ok(rows.max(1))
}

/// The declared uncompressed size of a column of a row group; lists count by their elements.
fn unpacked(column: &ColumnChunkMetaData, ratio: u64) -> Result<u64, Error> {
    let width = match column.column_type() {
        Type::BOOLEAN | Type::INT32 => 1,
        Type::INT64 | Type::DOUBLE => 8,
        Type::FLOAT => 4,
        Type::INT96 => 12,
        // Their bytes are counted as they are decoded.
        Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY => 0,
    };
    let number = |value: i64| u64::try_from(value).unwrap_or(0);
    // One row may have all elements of a list, however few bytes declare that. Texts can be read one row at a time if
    // necessary.
    let values = number(column.num_values()).saturating_mul(width);
    check_ratio(number(column.compressed_size()), values, ratio, place(column))?;
    Ok(values.max(number(column.uncompressed_size())))
}

fn place(column: &ColumnChunkMetaData) -> u64 {
    let first = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
    u64::try_from(first.min(column.data_page_offset())).unwrap_or(MAGIC).max(MAGIC)
}

/// The rows of a file that have not been read yet.
struct Groups {
    metadata: Arc<ParquetMetaData>,
    reader: ParquetRecordBatchReader,
    /// How many rows were read.
    read: u64,
    schema: SchemaRef,
    bytes: usize,
    /// Parts of the last batch.
    ready: VecDeque<RecordBatch>,
}

impl Groups {
    /// The start of the row group that contains the next rows.
    fn byte(&self) -> u64 {
        let mut before = 0_u64;
        let group = self.metadata.row_groups().iter().find(|group| {
            before = before.saturating_add(u64::try_from(group.num_rows()).unwrap_or(0));
            before > self.read
        });
        let group = group.or(self.metadata.row_groups().last());
        group.and_then(|group| group.columns().first()).map_or(MAGIC, place)
    }

    /// Prepares the next parts; `false` at the end.
    fn read(&mut self) -> Result<bool, Error> {
        let byte = self.byte();
        let Groups { reader, bytes, ready, read, .. } = self;
        guarded(byte, || {
            let Some(batch) = reader.next() else { return Ok(false) };
            let batch = batch?;
            *read += batch.num_rows() as u64;
            for rows in parts(&batch, *bytes) {
                ready.push_back(batch.slice(rows.start, rows.len()));
            }
            Ok(true)
        })
    }
}

impl Iterator for Groups {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() {
            match self.read() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        let part = self.ready.pop_front()?;
        let byte = self.byte();
        Some(guarded(byte, || owned(&part, &self.schema)))
    }
}
