//! Arrow IPC files (`.arrow`, `.feather`).

use super::Sink;
use crate::Error;
use crate::column::Column;
use crate::gathered::GatheredRows;
use crate::schema::{self, Counts, KEY_COUNTS};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use scoresheet_core::read::Depth;
use std::io::{BufWriter, Write};

/// An Arrow IPC file.
pub struct ArrowFile<W: Write> {
    writer: FileWriter<BufWriter<W>>,
    columns: usize,
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
        Ok(ArrowFile { writer, columns: columns.len() })
    }

    /// Writes the run's counts and the end of the file; hands the output back.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn finish(mut self, counts: &Counts) -> Result<W, Error> {
        self.writer.write_metadata(KEY_COUNTS, counts.json());
        let buffered = self.writer.into_inner()?;
        buffered.into_inner().map_err(|error| Error::Io(error.into_error()))
    }
}

impl<W: Write> Sink for ArrowFile<W> {
    fn write(&mut self, gathered: &GatheredRows<'_>) -> Result<(), Error> {
        gathered.each_batch(self.columns, |batch| Ok(self.writer.write(batch)?))
    }
}
