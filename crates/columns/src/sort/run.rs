//! A sorted run of rows in a file.

use crate::Error;
use crate::interleave::GatheredRows;
use arrow_array::RecordBatch;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{IpcWriteOptions, StreamWriter};
use scoresheet_parallel::join;
use std::fs::File;
use std::io::{self, BufWriter, Seek};
use std::sync::mpsc::sync_channel;

/// The level of zstd in runs. They are read only once and soon, but compression is still faster than a disk.
const SPILL_LEVEL: i32 = 1;
/// How many gathered batches may wait to be written.
const AHEAD: usize = 2;

/// A sorted run. A run of level 1 consists of several of level 0.
pub(super) struct Run {
    pub(super) file: File,
    pub(super) level: u32,
    /// The number of rows in a batch.
    pub(super) rows: usize,
}

/// A run that is being written.
pub(super) struct RunWriter {
    file: File,
    rows: usize,
    writer: Option<StreamWriter<BufWriter<File>>>,
}

impl RunWriter {
    pub(super) fn new(file: File, rows: usize) -> RunWriter {
        RunWriter { file, rows, writer: None }
    }

    /// Adds rows. Compressing them takes about as long as gathering them, so both are done in parallel.
    pub(super) fn add(&mut self, gathered: &GatheredRows<'_>) -> Result<(), Error> {
        let rows = self.rows;
        let (sender, batches) = sync_channel::<RecordBatch>(AHEAD);
        let write = || batches.into_iter().try_for_each(|batch| self.write(&batch));
        let gather = || {
            let sender = sender;
            // The receiver has gone only if writing has failed, and then that failure counts.
            let gone = |_| Error::Io(io::ErrorKind::BrokenPipe.into());
            gathered.each_gathered(rows, |batch| sender.send(batch.clone()).map_err(gone))
        };
        let (written, gathered) = join(write, gather);
        written.and(gathered)
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        if self.writer.is_none() {
            let file = BufWriter::new(self.file.try_clone()?);
            let options = IpcWriteOptions::default()
                .try_with_compression(Some(CompressionType::ZSTD))?
                .try_with_compression_level(Some(SPILL_LEVEL))?;
            self.writer = Some(StreamWriter::try_new_with_options(file, &batch.schema(), options)?);
        }
        self.writer.as_mut().map_or(Ok(()), |writer| Ok(writer.write(batch)?))
    }

    pub(super) fn finish(mut self, level: u32) -> Result<Run, Error> {
        if let Some(writer) = self.writer {
            writer.into_inner()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        }
        self.file.rewind()?;
        Ok(Run { file: self.file, level, rows: self.rows })
    }
}
