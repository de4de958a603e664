//! Rows of a Parquet file in any order: some of them alone, or ranges on several threads.

use super::bounds::guarded;
use super::positioned::PositionedFile;
use super::read::ReadOptions;
use super::read_parquet::{rows_at_once, without_arrow};
use super::views::{owned, viewed_schema};
use crate::Error;
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use arrow_select::concat::concat_batches;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// The bytes of `PAR1`, with which a file starts.
const MAGIC: u64 = 4;

/// About how many rows a thread takes at once. Fewer would decode pages twice that two ranges share.
const TOGETHER: usize = 20_480;

/// A Parquet file of which any rows can be read.
pub struct ParquetRows {
    file: PositionedFile,
    metadata: ArrowReaderMetadata,
    /// The columns that are read.
    mask: ProjectionMask,
    schema: SchemaRef,
    /// How many rows are decoded at once.
    at_once: usize,
    /// The number of rows before each row group, and that of all.
    starts: Vec<u64>,
}

/// Some consecutive rows of a row group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRows {
    group: usize,
    /// The rows, counted from the start of the group.
    rows: Range<usize>,
    /// The number of the first one in the file.
    first: u64,
}

impl GroupRows {
    /// The number of the first of them in the file.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The number of the row after them.
    pub fn end(&self) -> u64 {
        self.first + self.rows.len() as u64
    }
}

impl ParquetRows {
    /// Opens a file for reading these columns. Those that the file lacks are ignored, and so are options about tables of
    /// other programs.
    ///
    /// # Errors
    /// The file is no Parquet, or damaged.
    pub fn open(file: PositionedFile, reading: &ReadOptions<'_>) -> Result<ParquetRows, Error> {
        guarded(MAGIC, || {
            let found = ArrowReaderMetadata::load(&file, without_arrow())?;
            let wanted = ReadOptions { tables: None, ..*reading }.wanted(found.schema()).0;
            let wanted = wanted.unwrap_or_else(|| (0..found.schema().fields().len()).collect());
            let parts = Arc::clone(found.metadata());
            let at_once = rows_at_once(&parts, &wanted, reading)?;
            let viewed = without_arrow().with_schema(viewed_schema(found.schema()));
            let metadata = ArrowReaderMetadata::try_new(Arc::clone(&parts), viewed)?;
            let mask = ProjectionMask::roots(parts.file_metadata().schema_descr(), wanted.iter().copied());
            let schema = Arc::new(found.schema().project(&wanted)?.with_metadata(HashMap::<String, String>::new()));
            let mut starts = vec![0_u64];
            for group in parts.row_groups() {
                let rows = u64::try_from(group.num_rows()).map_err(|_| Error::damaged("a row group has no size"))?;
                starts.push(starts[starts.len() - 1].saturating_add(rows));
            }
            Ok(ParquetRows { file, metadata, mask, schema, at_once, starts })
        })
    }

    /// The columns that are read.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The file.
    pub fn file(&self) -> &PositionedFile {
        &self.file
    }

    /// The names of all columns.
    pub fn names(&self) -> Vec<String> {
        self.metadata.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// All rows, in ranges that are worth a thread each.
    pub fn ranges(&self) -> impl Iterator<Item = GroupRows> + Send + '_ {
        let of_group = |(group, bounds): (usize, &[u64])| {
            let count = usize::try_from(bounds[1] - bounds[0]).unwrap_or(usize::MAX);
            let first = bounds[0];
            (0..count).step_by(TOGETHER).map(move |start| {
                let rows = start..count.min(start.saturating_add(TOGETHER));
                GroupRows { group, rows, first: first + start as u64 }
            })
        };
        self.starts.windows(2).enumerate().flat_map(of_group)
    }

    /// Passes the rows of a range to `each` in batches, whose texts and bytes are views.
    ///
    /// # Errors
    /// The file is damaged, or `each` fails.
    pub fn read(&self, range: &GroupRows, mut each: impl FnMut(RecordBatch) -> Result<(), Error>) -> Result<(), Error> {
        let mut reader = guarded(MAGIC, || self.reader(range))?;
        while let Some(batch) = guarded(MAGIC, || Ok(reader.next().transpose()?))? {
            each(batch)?;
        }
        Ok(())
    }

    /// Some consecutive rows, which must be there, with texts and bytes of their own.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn some(&self, rows: Range<u64>) -> Result<RecordBatch, Error> {
        let mut found = Vec::new();
        for (group, bounds) in self.starts.windows(2).enumerate() {
            let (first, end) = (rows.start.max(bounds[0]), rows.end.min(bounds[1]));
            if first < end {
                let place = |number: u64| usize::try_from(number - bounds[0]).unwrap_or(usize::MAX);
                self.read(&GroupRows { group, rows: place(first)..place(end), first }, |batch| {
                    found.push(guarded(MAGIC, || owned(&batch, &self.schema))?);
                    Ok(())
                })?;
            }
        }
        let count = found.iter().map(|batch| batch.num_rows() as u64).sum::<u64>();
        match found.as_slice() {
            _ if count != rows.end.saturating_sub(rows.start) => {
                Err(Error::damaged("it has fewer rows than it declares"))
            }
            [one] => Ok(one.clone()),
            several => Ok(concat_batches(&self.schema, several)?),
        }
    }

    fn reader(&self, range: &GroupRows) -> Result<ParquetRecordBatchReader, Error> {
        let selected = vec![RowSelector::skip(range.rows.start), RowSelector::select(range.rows.len())];
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(self.file.clone(), self.metadata.clone());
        Ok(builder
            .with_batch_size(self.at_once.min(range.rows.len().max(1)))
            .with_projection(self.mask.clone())
            .with_row_groups(vec![range.group])
            .with_row_selection(RowSelection::from(selected))
            .build()?)
    }
}
