//! Files that are appended to.

use crate::compression;
use crate::error::{FileError, Kind};
use crate::input::shown;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom};

/// A file that exists and is to become longer. No other process can open it in this way meanwhile.
pub struct AppendFile {
    label: String,
    file: File,
}

impl AppendFile {
    /// Opens it.
    ///
    /// # Errors
    /// If it cannot be opened, is packed as a whole, or is growing already.
    pub fn open(path: &str) -> Result<AppendFile, FileError> {
        let label = shown(path);
        if compression::of_name(path).is_some() {
            return Err(refused(&label, "it is compressed as a whole", "decompress it first"));
        }
        let file = locked(path, &label)?;
        Ok(AppendFile { label, file })
    }

    /// The file as it is.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Its name for messages, the file, which ends after its first `length` bytes now, and what gives it that length again.
    pub(crate) fn cut(self, length: u64) -> Result<(String, File, TruncateOnDrop), FileError> {
        let AppendFile { label, mut file } = self;
        let writing = |e: io::Error| FileError::writing(&label, &e);
        file.set_len(length).map_err(writing)?;
        file.seek(SeekFrom::End(0)).map_err(writing)?;
        let guard = TruncateOnDrop::new(file.try_clone().map_err(writing)?, length);
        Ok((label, file, guard))
    }
}

/// A file that exists, for this process alone.
pub(crate) fn locked(path: &str, label: &str) -> Result<File, FileError> {
    let writing = |e: io::Error| FileError::writing(label, &e);
    let waits = || refused(label, "another process is appending to it", "wait until that has finished");
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(writing)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(waits()),
        // Not every file system has locks.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    // The process that had the lock may have replaced the file meanwhile.
    let now = std::fs::metadata(path).map_err(writing)?;
    if is_same(&file.metadata().map_err(writing)?, &now) { Ok(file) } else { Err(waits()) }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.len() == other.len() && one.modified().ok() == other.modified().ok()
}

/// The failure to append to a file.
pub(crate) fn refused(label: &str, why: &str, hint: &'static str) -> FileError {
    FileError::new(Kind::Refused, label, format!("cannot append to `{label}`: {why}")).with_hint(hint)
}

/// A file that gets its former length back unless its new part is completed.
pub(crate) struct TruncateOnDrop {
    /// The same open file as the writer's, which is locked.
    file: File,
    length: u64,
    is_complete: bool,
}

impl TruncateOnDrop {
    /// For an open file, and the length that it gets back.
    pub(crate) fn new(file: File, length: u64) -> TruncateOnDrop {
        TruncateOnDrop { file, length, is_complete: false }
    }

    /// Keeps the new part, which was written to the file.
    pub(crate) fn complete(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for TruncateOnDrop {
    fn drop(&mut self) {
        if !self.is_complete {
            // Its reader knows where the complete part ends, so it does no harm if this fails.
            let _ = self.file.set_len(self.length);
        }
    }
}
