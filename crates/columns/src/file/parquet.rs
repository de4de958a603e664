//! Parquet, with the columns of a row group encoded in parallel.

use super::Sink;
use super::encoding::properties;
use super::lists::ListChunk;
use crate::Error;
use crate::column::Column;
use crate::interleave::GatheredRows;
use crate::schema::{self, KEY_COUNTS, RunCounts};
use arrow_schema::{DataType, SchemaRef};
use bytes::Bytes;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, ArrowWriter, ArrowWriterOptions, compute_leaves,
};
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::KeyValue;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnDescPtr;
use scoresheet_core::read::Depth;
use scoresheet_parallel::{Lock, for_each};
use std::io::{self, Write};
use std::ops::Range;
use std::sync::{Arc, MutexGuard};

/// The number of games in a row group. Readers of smaller groups read more data, not less.
pub const ROW_GROUP: usize = 122_880;

/// A row group with more encoded bytes than this ends early, because games may be long.
const MOST_BYTES: usize = 256 << 20;

/// A Parquet file.
pub struct ParquetFile<W: Write + Send> {
    schema: SchemaRef,
    threads: usize,
    out: Lent<W>,
    /// The first rows decide how texts are encoded, so the file is created when they arrive.
    open: Option<Open<W>>,
}

/// A file with an open row group.
struct Open<W: Write + Send> {
    writer: SerializedFileWriter<Lent<W>>,
    factory: ArrowRowGroupWriterFactory,
    group: Vec<ColumnEncoder>,
    rows: usize,
}

/// One column of the row group that is being encoded: first a writer for each leaf, then its output.
struct ColumnEncoder {
    column: usize,
    writers: Vec<Leaf>,
    chunks: Vec<Chunk>,
}

/// The encoder of one leaf.
enum Leaf {
    Any(Box<ArrowColumnWriter>),
    Lists(Box<ListChunk>),
}

/// The part of a leaf in a row group.
enum Chunk {
    Any(ArrowColumnChunk),
    Lists(Bytes, ColumnCloseResult),
}

impl<W: Write + Send> ParquetFile<W> {
    /// A file with these columns. Nothing is written before the first rows, or the end.
    pub fn new(out: W, columns: &[&'static dyn Column], depth: Depth, threads: usize) -> ParquetFile<W> {
        let out = Lent(Arc::new(Lock::new(Some(out))));
        ParquetFile { schema: schema::of(columns, depth), threads: threads.max(1), out, open: None }
    }

    /// Writes the remaining rows and the counts of the run; returns the output.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn finish(mut self, counts: &RunCounts) -> Result<W, Error> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => Open::new(self.out.clone(), &self.schema, None)?,
        };
        open.end_group(self.threads)?;
        open.writer.append_key_value_metadata(KeyValue::new(KEY_COUNTS.to_owned(), counts.json()));
        open.writer.finish()?;
        self.out.take().ok_or_else(|| Error::Io(gone()))
    }
}

impl<W: Write + Send> Sink for ParquetFile<W> {
    fn write(&mut self, gathered: &GatheredRows<'_>) -> Result<(), Error> {
        if gathered.is_empty() {
            return Ok(());
        }
        let open = match &mut self.open {
            Some(open) => open,
            None => self.open.insert(Open::new(self.out.clone(), &self.schema, Some(gathered))?),
        };
        let mut start = 0;
        while start < gathered.len() {
            let end = gathered.len().min(start + ROW_GROUP - open.rows);
            open.add(&self.schema, gathered, start..end, self.threads)?;
            start = end;
        }
        Ok(())
    }
}

/// The output while the Parquet writer uses it. That writer returns it only by writing the end of the file, and then
/// hides the reason for a failure, but a full disk must be reported as such.
struct Lent<W>(Arc<Lock<Option<W>>>);

impl<W> Lent<W> {
    fn get(&self) -> MutexGuard<'_, Option<W>> {
        self.0.lock()
    }

    fn take(&self) -> Option<W> {
        self.get().take()
    }
}

impl<W> Clone for Lent<W> {
    fn clone(&self) -> Lent<W> {
        Lent(Arc::clone(&self.0))
    }
}

impl<W: Write> Write for Lent<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.get().as_mut().map_or_else(|| Err(gone()), |out| out.write(bytes))
    }
    fn flush(&mut self) -> io::Result<()> {
        self.get().as_mut().map_or_else(|| Err(gone()), Write::flush)
    }
}

fn gone() -> io::Error {
    io::Error::other("the output has already been returned")
}

impl<W: Write + Send> Open<W> {
    fn new(out: Lent<W>, schema: &SchemaRef, first: Option<&GatheredRows<'_>>) -> Result<Open<W>, Error> {
        let options = ArrowWriterOptions::new().with_properties(properties(schema, first)?);
        let writer = ArrowWriter::try_new_with_options(out, schema.clone(), options)?;
        let (writer, factory) = writer.into_serialized_writer()?;
        Ok(Open { writer, factory, group: Vec::new(), rows: 0 })
    }

    /// Encodes rows into the open group, and ends the group when it is full.
    fn add(
        &mut self,
        schema: &SchemaRef,
        gathered: &GatheredRows<'_>,
        range: Range<usize>,
        threads: usize,
    ) -> Result<(), Error> {
        if self.group.is_empty() {
            self.group = self.encoders(schema)?;
        }
        self.rows += range.len();
        let full = self.rows >= ROW_GROUP;
        // Data that is encoded completely at once needs no second wait, and frees its memory for the next data.
        let ends = full || (gathered.is_last() && range.end == gathered.len());
        for_each(self.group.iter_mut(), threads, |encoder| {
            encoder.write(schema, gathered, range.clone())?;
            if ends { encoder.close() } else { Ok(()) }
        })?;
        if full || self.bytes() > MOST_BYTES { self.end_group(threads) } else { Ok(()) }
    }

    /// One encoder per column, the heaviest first, so that threads end at about the same time.
    fn encoders(&self, schema: &SchemaRef) -> Result<Vec<ColumnEncoder>, Error> {
        let writers = self.factory.create_column_writers(self.writer.flushed_row_groups().len())?;
        let mut leaves = self.writer.schema_descr().columns().iter().zip(writers);
        let mut encoders = Vec::with_capacity(schema.fields().len());
        for (column, field) in schema.fields().iter().enumerate() {
            let count = if matches!(field.data_type(), DataType::Map(..)) { 2 } else { 1 };
            let leaf = |(leaf, writer): (&ColumnDescPtr, ArrowColumnWriter)| {
                if is_plies(field.data_type()) {
                    return ListChunk::new(leaf.clone()).map(|chunk| Leaf::Lists(Box::new(chunk)));
                }
                Ok(Leaf::Any(Box::new(writer)))
            };
            let writers = leaves.by_ref().take(count).map(leaf).collect::<Result<Vec<_>, Error>>()?;
            encoders.push(ColumnEncoder { column, writers, chunks: Vec::new() });
        }
        encoders.sort_by_key(|encoder| weight(schema.field(encoder.column).data_type()));
        Ok(encoders)
    }

    fn bytes(&self) -> usize {
        self.group.iter().map(ColumnEncoder::estimate).sum()
    }

    /// Writes the open group, in the order of the columns.
    fn end_group(&mut self, threads: usize) -> Result<(), Error> {
        if self.group.is_empty() {
            return Ok(());
        }
        for_each(self.group.iter_mut(), threads, ColumnEncoder::close)?;
        let mut encoders = std::mem::take(&mut self.group);
        encoders.sort_by_key(|encoder| encoder.column);
        self.rows = 0;
        let mut group = self.writer.next_row_group()?;
        for chunk in encoders.into_iter().flat_map(|encoder| encoder.chunks) {
            match chunk {
                Chunk::Any(chunk) => chunk.append_to_row_group(&mut group)?,
                Chunk::Lists(bytes, close) => group.append_column(&bytes, close)?,
            }
        }
        group.close()?;
        Ok(())
    }
}

impl ColumnEncoder {
    fn write(&mut self, schema: &SchemaRef, gathered: &GatheredRows<'_>, range: Range<usize>) -> Result<(), Error> {
        if let [Leaf::Lists(chunk)] = self.writers.as_mut_slice() {
            return gathered.each_list(self.column, range, |list| chunk.add(list));
        }
        let field = schema.field(self.column);
        gathered.each_array(self.column, range, |array| {
            for (leaf, values) in self.writers.iter_mut().zip(compute_leaves(field, array)?) {
                if let Leaf::Any(writer) = leaf {
                    writer.write(&values)?;
                }
            }
            Ok(())
        })
    }

    /// Ends the column's part of the row group. Ending it twice has no effect.
    fn close(&mut self) -> Result<(), Error> {
        for leaf in self.writers.drain(..) {
            self.chunks.push(match leaf {
                Leaf::Any(writer) => Chunk::Any(writer.close()?),
                Leaf::Lists(chunk) => chunk.close().map(|(bytes, close)| Chunk::Lists(bytes, close))?,
            });
        }
        Ok(())
    }

    fn estimate(&self) -> usize {
        let bytes = |leaf: &Leaf| match leaf {
            Leaf::Any(writer) => writer.get_estimated_total_bytes(),
            Leaf::Lists(chunk) => chunk.bytes(),
        };
        self.writers.iter().map(bytes).sum()
    }
}

/// Whether these are lists of small numbers without NULL, as in the family `moves`.
fn is_plies(kind: &DataType) -> bool {
    matches!(kind, DataType::List(item) if *item.data_type() == DataType::Int8 && !item.is_nullable())
}

/// Lower numbers are heavier.
fn weight(kind: &DataType) -> u8 {
    match kind {
        DataType::Binary => 0,
        DataType::List(_) => 1,
        DataType::Map(..) => 2,
        DataType::Utf8 => 3,
        _ => 4,
    }
}
