//! The Parquet file of an index.

use super::layout::{Checked, layout};
use super::rows::SCHEMA;
use crate::Error;
use crate::file::PositionedFile;
use arrow_array::RecordBatch;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowRowGroupWriterFactory, ArrowWriter, ArrowWriterOptions, compute_leaves,
};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::{KeyValue, RowGroupMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use std::io::Write;
use std::sync::Arc;

/// The key of the checksums of blocks.
pub(super) const KEY_BLOCKS: &str = "scoresheet.index.blocks";
/// The key of the checksum of the places of columns.
pub(super) const KEY_LAYOUT: &str = "scoresheet.index.layout";

/// The level of zstd: higher ones gain nothing.
const ZSTD: i32 = 1;

/// Columns that compression would make smaller by less than a twentieth.
const DENSE: [&str; 9] =
    ["hash", "move", "mover_elos", "opponent_elos", "last_game", "best_elos", "best_game", "row", "ply"];

/// A file that row groups are added to.
pub(super) struct IndexFile<'o, W: Write + Send> {
    writer: SerializedFileWriter<&'o mut Checked<W>>,
}

/// Encodes row groups, on any thread.
pub(super) struct RowGroupEncoder(ArrowRowGroupWriterFactory);

impl<'o, W: Write + Send> IndexFile<'o, W> {
    /// An empty file, and the encoder of its row groups.
    pub(super) fn new(out: &'o mut Checked<W>) -> Result<(IndexFile<'o, W>, RowGroupEncoder), Error> {
        let options = ArrowWriterOptions::new().with_properties(properties()?).with_skip_arrow_metadata(true);
        let writer = ArrowWriter::try_new_with_options(out, Arc::clone(&SCHEMA), options)?;
        let (writer, factory) = writer.into_serialized_writer()?;
        Ok((IndexFile { writer }, RowGroupEncoder(factory)))
    }

    /// Writes a row group, which may be empty.
    pub(super) fn add(&mut self, chunks: Vec<ArrowColumnChunk>) -> Result<(), Error> {
        if chunks.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        chunks.into_iter().try_for_each(|chunk| chunk.append_to_row_group(&mut group))?;
        group.close()?;
        Ok(())
    }

    /// Copies a row group of another index.
    pub(super) fn copy(&mut self, from: &PositionedFile, group: &RowGroupMetaData) -> Result<(), Error> {
        let mut written = self.writer.next_row_group()?;
        for column in group.columns() {
            let close = ColumnCloseResult {
                bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
                rows_written: u64::try_from(group.num_rows()).unwrap_or(0),
                metadata: column.clone(),
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            written.append_column(from, close)?;
        }
        written.close()?;
        Ok(())
    }

    /// Writes the footer, with this metadata and the checksums.
    pub(super) fn finish(mut self, metadata: Vec<(&str, String)>) -> Result<(), Error> {
        self.writer.flush()?;
        let blocks = self.writer.inner().text();
        let layout = format!("{:08x}", layout(self.writer.flushed_row_groups().iter()));
        for (key, value) in metadata.into_iter().chain([(KEY_BLOCKS, blocks), (KEY_LAYOUT, layout)]) {
            self.writer.append_key_value_metadata(KeyValue::new(key.to_owned(), value));
        }
        self.writer.finish()?;
        Ok(())
    }
}

impl RowGroupEncoder {
    /// The columns of a row group; none if it has no rows.
    pub(super) fn encode(&self, number: usize, rows: &RecordBatch) -> Result<Vec<ArrowColumnChunk>, Error> {
        if rows.num_rows() == 0 {
            return Ok(Vec::new());
        }
        let writers = self.0.create_column_writers(number)?;
        let mut chunks = Vec::with_capacity(writers.len());
        for ((field, column), mut writer) in SCHEMA.fields().iter().zip(rows.columns()).zip(writers) {
            compute_leaves(field, column)?.iter().try_for_each(|leaf| writer.write(leaf))?;
            chunks.push(writer.close()?);
        }
        Ok(chunks)
    }
}

fn properties() -> Result<WriterProperties, Error> {
    let mut builder = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD)?))
        // Looking each number up in a dictionary takes longer than everything else about a column.
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::DELTA_BINARY_PACKED)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_column_statistics_enabled(ColumnPath::from("hash"), EnabledStatistics::Chunk)
        .set_max_row_group_row_count(None);
    for name in DENSE {
        builder = builder.set_column_compression(ColumnPath::from(name), Compression::UNCOMPRESSED);
    }
    Ok(builder.build())
}
