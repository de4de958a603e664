//! A file that several threads read at once, each at its own place.

use bytes::Bytes;
use parquet::errors::Result;
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::sync::Arc;

/// The number of bytes that are fetched where it is unknown how many are needed. The header of a page fits, and often it is all
/// that is needed, because the page is skipped.
const AHEAD: usize = 1 << 10;

/// A file without a position of its own. Clones of a [`File`] share one, so threads that read them disturb each other.
#[derive(Clone, Debug)]
pub struct PositionedFile {
    file: Arc<File>,
    length: u64,
}

impl PositionedFile {
    /// This file, with its current length.
    ///
    /// # Errors
    /// The system does not tell the length.
    pub fn new(file: File) -> io::Result<PositionedFile> {
        let length = file.metadata()?.len();
        Ok(PositionedFile { file: Arc::new(file), length })
    }

    /// The file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The length when the file was opened.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Reads as many bytes as fit, from this place on.
    ///
    /// # Errors
    /// The file cannot be read, or ends before.
    pub fn read_exact_at(&self, byte: u64, into: &mut [u8]) -> io::Result<()> {
        let mut reader = FilePlace { file: Arc::clone(&self.file), byte };
        reader.read_exact(into)
    }
}

impl Length for PositionedFile {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for PositionedFile {
    type T = BufReader<FilePlace>;

    fn get_read(&self, start: u64) -> Result<BufReader<FilePlace>> {
        Ok(BufReader::with_capacity(AHEAD, FilePlace { file: Arc::clone(&self.file), byte: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        // The length comes from the file, which may be damaged: memory is used only for bytes that are there.
        if length as u64 > self.length.saturating_sub(start) {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        let mut bytes = vec![0; length];
        self.read_exact_at(start, &mut bytes)?;
        Ok(bytes.into())
    }
}

/// A place in a file, from which bytes are read.
#[derive(Debug)]
pub struct FilePlace {
    file: Arc<File>,
    byte: u64,
}

impl Read for FilePlace {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = read_at(&self.file, self.byte, into)?;
        self.byte += read as u64;
        Ok(read)
    }
}

#[cfg(unix)]
fn read_at(file: &File, byte: u64, into: &mut [u8]) -> io::Result<usize> {
    use std::os::unix::fs::FileExt;
    file.read_at(into, byte)
}

#[cfg(windows)]
fn read_at(file: &File, byte: u64, into: &mut [u8]) -> io::Result<usize> {
    use std::os::windows::fs::FileExt;
    file.seek_read(into, byte)
}
