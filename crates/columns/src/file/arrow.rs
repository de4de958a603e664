//! Arrow IPC files (`.arrow`, `.feather`) and streams.

use super::Sink;
use crate::Error;
use crate::column::Column;
use crate::interleave::GatheredRows;
use crate::schema::{self, KEY_COUNTS, RunCounts};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use scoresheet_core::read::Depth;
use std::io::{BufWriter, Write};

/// An Arrow IPC file, or a stream.
pub struct ArrowFile<W: Write> {
    writer: Writer<W>,
    columns: usize,
}

enum Writer<W: Write> {
    File(FileWriter<BufWriter<W>>),
    Stream(StreamWriter<BufWriter<W>>),
}

impl<W: Write> ArrowFile<W> {
    /// A file with these columns.
    ///
    /// # Errors
    /// The first bytes cannot be written.
    pub fn new(out: W, columns: &[&'static dyn Column], depth: Depth, compressed: bool) -> Result<ArrowFile<W>, Error> {
        let options = IpcWriteOptions::default().try_with_compression(compressed.then_some(CompressionType::ZSTD))?;
        let mut writer = FileWriter::try_new_with_options(BufWriter::new(out), &schema::of(columns, depth), options)?;
        for (key, value) in schema::about(depth) {
            writer.write_metadata(key, value);
        }
        Ok(ArrowFile { writer: Writer::File(writer), columns: columns.len() })
    }

    /// A stream with these columns.
    ///
    /// # Errors
    /// The first bytes cannot be written.
    pub fn stream(out: W, columns: &[&'static dyn Column], depth: Depth) -> Result<ArrowFile<W>, Error> {
        let writer = StreamWriter::try_new(BufWriter::new(out), &schema::of(columns, depth))?;
        Ok(ArrowFile { writer: Writer::Stream(writer), columns: columns.len() })
    }

    /// Writes the end, including the counts of the run if this is a file; returns the output.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn finish(self, counts: &RunCounts) -> Result<W, Error> {
        let buffered = match self.writer {
            Writer::File(mut writer) => {
                writer.write_metadata(KEY_COUNTS, counts.json());
                writer.into_inner()?
            }
            Writer::Stream(writer) => writer.into_inner()?,
        };
        buffered.into_inner().map_err(|error| Error::Io(error.into_error()))
    }
}

impl<W: Write> Sink for ArrowFile<W> {
    fn write(&mut self, gathered: &GatheredRows<'_>) -> Result<(), Error> {
        gathered.each_batch(self.columns, |batch| match &mut self.writer {
            Writer::File(writer) => Ok(writer.write(batch)?),
            Writer::Stream(writer) => Ok(writer.write(batch)?),
        })
    }
}
