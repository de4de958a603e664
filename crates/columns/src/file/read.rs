//! Batches of a Parquet or Arrow file.

use crate::Error;
use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, FileReaderBuilder};
use arrow_schema::{Schema, SchemaRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::file::reader::ChunkReader;
use std::collections::HashMap;
use std::io::{Read, Seek};
use std::sync::Arc;

/// The batches of a file, in the order of its rows.
pub struct Batches {
    schema: SchemaRef,
    metadata: HashMap<String, String>,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, Error>> + Send>,
}

impl Batches {
    /// The schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// What the file says about itself, by the keys of [`crate::schema`].
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

/// Opens a Parquet file, whoever wrote it. `columns` names the columns wanted, in the order of the file; those that are
/// not there are left out. `None` wants all.
///
/// # Errors
/// The file is no Parquet, or damaged.
pub fn open_parquet<R>(input: R, columns: Option<&[&str]>, rows: usize) -> Result<Batches, Error>
where
    R: ChunkReader + Send + 'static,
{
    // Polars and others name types of their own in the Arrow schema they leave behind; Parquet's types say enough.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let mut builder = ParquetRecordBatchReaderBuilder::try_new_with_options(input, options)?.with_batch_size(rows);
    let pairs = builder.metadata().file_metadata().key_value_metadata().into_iter().flatten();
    let metadata = pairs.filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?))).collect();
    if let Some(wanted) = columns {
        let roots = positions(builder.schema(), wanted);
        let mask = ProjectionMask::roots(builder.parquet_schema(), roots);
        builder = builder.with_projection(mask);
    }
    let reader = builder.build()?;
    let schema = arrow_array::RecordBatchReader::schema(&reader);
    Ok(Batches { schema, metadata, batches: Box::new(reader.map(|batch| Ok(batch?))) })
}

/// Opens an Arrow IPC file; `columns` as for [`open_parquet`].
///
/// # Errors
/// The file is no Arrow IPC file, or damaged.
pub fn open_arrow<R>(mut input: R, columns: Option<&[&str]>) -> Result<Batches, Error>
where
    R: Read + Seek + Send + 'static,
{
    let schema = FileReader::try_new(&mut input, None)?.schema();
    let mut builder = FileReaderBuilder::new();
    if let Some(wanted) = columns {
        builder = builder.with_projection(positions(&schema, wanted));
    }
    let reader = builder.build(input)?;
    let mut metadata: HashMap<String, String> = schema.metadata().clone().into();
    metadata.extend(reader.custom_metadata().clone());
    let schema = match columns {
        Some(wanted) => Arc::new(schema.project(&positions(&schema, wanted))?),
        None => schema,
    };
    Ok(Batches { schema, metadata, batches: Box::new(reader.map(|batch| Ok(batch?))) })
}

fn positions(schema: &Schema, wanted: &[&str]) -> Vec<usize> {
    let is_wanted = |name: &String| wanted.contains(&name.as_str());
    schema.fields().iter().enumerate().filter(|(_, field)| is_wanted(field.name())).map(|(at, _)| at).collect()
}
