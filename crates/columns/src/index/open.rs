//! Reads the rows of a position from an index.

use super::build::{KEY_INDEX, KEY_PLIES, KEY_STAMP, VERSION};
use super::fingerprint::Stamp;
use super::layout::{hashes, layout, parsed, value, verify};
use super::rows;
use super::write::{KEY_BLOCKS, KEY_LAYOUT};
use crate::Error;
use crate::file::guarded;
use crate::schema::SCHEMA;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, RecordBatch};
use arrow_select::concat::concat_batches;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

/// The bytes of `PAR1`, with which a file starts.
const MAGIC: u64 = 4;

/// An index of positions that is open for questions.
pub struct PositionIndex {
    file: File,
    metadata: ArrowReaderMetadata,
    /// The checksums of blocks of the bytes before the footer, and the end of these bytes.
    blocks: (Vec<u32>, u64),
    /// The least and the greatest hash of each row group.
    groups: Vec<(u64, u64)>,
    stamp: String,
    plies: u16,
}

impl PositionIndex {
    /// Opens a file.
    ///
    /// # Errors
    /// The file is not an index of this version, or it is damaged.
    pub fn open(file: File) -> Result<PositionIndex, Error> {
        guarded(0, || {
            let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
            let metadata = ArrowReaderMetadata::load(&file, options)?;
            let parts = metadata.metadata();
            if value(parts, KEY_INDEX) != Some(&format!("{VERSION}.{SCHEMA}")) {
                return Err(Error::damaged("it is no index of positions that this version can read"));
            }
            let of_key = |key| value(parts, key).ok_or_else(|| Error::damaged("its metadata is incomplete"));
            let groups = parts.row_groups();
            if of_key(KEY_LAYOUT)? != format!("{:08x}", layout(groups.iter())) {
                return Err(Error::damaged("its footer does not match its checksum"));
            }
            let blocks = parsed(of_key(KEY_BLOCKS)?).ok_or_else(|| Error::damaged("its checksums are damaged"))?;
            let plies = of_key(KEY_PLIES)?.parse().map_err(|_| Error::damaged("its metadata is damaged"))?;
            let stamp = of_key(KEY_STAMP)?.to_owned();
            let end = groups.iter().map(|group| bytes(group).end).max().unwrap_or(MAGIC);
            let groups = groups.iter().map(|group| hashes(group).unwrap_or((0, u64::MAX))).collect();
            let has_columns = metadata.schema().fields().iter().map(|field| field.name());
            if !has_columns.eq(rows::SCHEMA.fields().iter().map(|field| field.name())) {
                return Err(Error::damaged("its columns are not those of an index"));
            }
            Ok(PositionIndex { file, metadata, blocks: (blocks, end), groups, stamp, plies })
        })
    }

    /// Whether the index was built from the file of games that has this stamp.
    pub fn is_of(&self, stamp: Stamp) -> bool {
        self.stamp == stamp.text()
    }

    /// Positions that occur in one game only are included up to this ply.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// The rows of the position with this Polyglot hash.
    ///
    /// # Errors
    /// The file is damaged, or cannot be read.
    pub fn rows(&self, hash: u64) -> Result<RecordBatch, Error> {
        let first = self.groups.partition_point(|(_, most)| *most < hash);
        let groups = self.groups.iter().enumerate().skip(first).take_while(|(_, (least, _))| *least <= hash);
        let mut found = Vec::new();
        for (group, _) in groups {
            guarded(MAGIC, || self.rows_in(group, hash, &mut found))?;
        }
        Ok(concat_batches(&rows::SCHEMA, &found)?)
    }

    fn rows_in(&self, group: usize, hash: u64, found: &mut Vec<RecordBatch>) -> Result<(), Error> {
        let place = bytes(self.parts().row_group(group));
        verify(&mut self.file.try_clone()?, &self.blocks.0, place, self.blocks.1)?;
        let selected = self.selected(group, hash)?;
        if !selected.selects_any() {
            return Ok(());
        }
        let reader = self.reader()?.with_row_groups(vec![group]).with_row_selection(selected).build()?;
        for batch in reader {
            found.push(batch?.with_schema(Arc::clone(&rows::SCHEMA))?);
        }
        Ok(())
    }

    /// The rows of a row group that have a hash, found by reading this column only.
    fn selected(&self, group: usize, hash: u64) -> Result<RowSelection, Error> {
        let builder = self.reader()?.with_row_groups(vec![group]);
        let mask = ProjectionMask::leaves(builder.parquet_schema(), [0]);
        let mut selectors: Vec<RowSelector> = Vec::new();
        for batch in builder.with_projection(mask).build()? {
            let batch = batch?;
            let hashes = batch.column(0).as_primitive_opt::<UInt64Type>().filter(|hashes| hashes.null_count() == 0);
            let hashes = hashes.ok_or_else(|| Error::damaged("its hashes are no numbers"))?;
            for run in hashes.values().chunk_by(|one, next| (*one == hash) == (*next == hash)) {
                let is_wanted = run.first() == Some(&hash);
                selectors.push(if is_wanted { RowSelector::select(run.len()) } else { RowSelector::skip(run.len()) });
            }
        }
        Ok(RowSelection::from(selectors))
    }

    fn reader(&self) -> Result<ParquetRecordBatchReaderBuilder<File>, Error> {
        Ok(ParquetRecordBatchReaderBuilder::new_with_metadata(self.file.try_clone()?, self.metadata.clone())
            .with_batch_size(1 << 16))
    }

    fn parts(&self) -> &ParquetMetaData {
        self.metadata.metadata()
    }
}

/// The bytes of the columns of a row group.
fn bytes(group: &RowGroupMetaData) -> Range<u64> {
    let place = |column: &parquet::file::metadata::ColumnChunkMetaData| {
        let (start, length) = column.byte_range();
        start..start.saturating_add(length)
    };
    let places = group.columns().iter().map(place);
    places.reduce(|all, one| all.start.min(one.start)..all.end.max(one.end)).unwrap_or(MAGIC..MAGIC)
}
