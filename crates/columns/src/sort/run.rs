//! A sorted run of rows in a file.

use crate::Error;
use crate::gathered::GatheredRows;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{IpcWriteOptions, StreamWriter};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;

/// The level of zstd in runs: they are read once and soon, but a disk is slower than this.
const SPILL_LEVEL: i32 = 1;

/// A sorted run. One of level 1 is made of several of level 0.
pub(super) struct Run {
    pub(super) path: PathBuf,
    pub(super) level: u32,
    /// How many rows a batch has.
    pub(super) rows: usize,
}

/// A run being written.
pub(super) struct RunWriter {
    path: PathBuf,
    rows: usize,
    writer: Option<StreamWriter<BufWriter<File>>>,
}

impl RunWriter {
    pub(super) fn create(path: PathBuf, rows: usize) -> RunWriter {
        RunWriter { path, rows, writer: None }
    }

    pub(super) fn add(&mut self, gathered: &GatheredRows<'_>) -> Result<(), Error> {
        gathered.each_gathered(self.rows, |batch| {
            if self.writer.is_none() {
                let file = BufWriter::new(File::create_new(&self.path)?);
                let options = IpcWriteOptions::default()
                    .try_with_compression(Some(CompressionType::ZSTD))?
                    .try_with_compression_level(Some(SPILL_LEVEL))?;
                self.writer = Some(StreamWriter::try_new_with_options(file, &batch.schema(), options)?);
            }
            self.writer.as_mut().map_or(Ok(()), |writer| Ok(writer.write(batch)?))
        })
    }

    pub(super) fn finish(self, level: u32) -> Result<Run, Error> {
        if let Some(writer) = self.writer {
            writer.into_inner()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        }
        Ok(Run { path: self.path, level, rows: self.rows })
    }
}
