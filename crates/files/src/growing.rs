//! Files that become longer.

use crate::error::{FileError, Kind};
use crate::input::shown;
use crate::longer::Longer;
use crate::output::Output;
use crate::packing;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom};

/// A file that exists and is to become longer. Nobody else can open it in this way meanwhile.
pub struct Growing {
    label: String,
    file: File,
}

impl Growing {
    /// Opens it.
    ///
    /// # Errors
    /// If it cannot be opened, is packed as a whole, or is growing already.
    pub fn open(path: &str) -> Result<Growing, FileError> {
        let label = shown(path);
        let refused = |why: &str, hint| {
            FileError::new(Kind::Exists, &label, format!("cannot append to `{label}`: {why}")).with_hint(hint)
        };
        if packing::of_name(path).is_some() {
            return Err(refused("it is compressed as a whole", "decompress it first"));
        }
        let writing = |e: io::Error| FileError::writing(&label, &e);
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(writing)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                Err(refused("another process is appending to it", "wait until that has finished"))
            }
            // Not every file system has locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Growing { label, file }),
        }
    }

    /// The file as it is.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// An output behind its first `length` bytes; what else there was is removed.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn behind(self, length: u64) -> Result<Output, FileError> {
        let Growing { label, mut file } = self;
        let writing = |e: io::Error| FileError::writing(&label, &e);
        file.set_len(length).map_err(writing)?;
        file.seek(SeekFrom::End(0)).map_err(writing)?;
        let longer = Longer::new(file.try_clone().map_err(writing)?, length);
        Output::continuing(&label, file, longer)
    }
}
