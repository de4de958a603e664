//! Data that is read from any offset.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Data that can be read from any offset.
pub trait Ranged: Debug + Send + Sync {
    /// Opens it at an offset.
    ///
    /// # Errors
    /// If it is not there or must not be read.
    fn open_at(&self, offset: u64) -> io::Result<Box<dyn Read + Send>>;

    /// Its size now.
    ///
    /// # Errors
    /// If it is not there.
    fn size(&self) -> io::Result<u64>;

    /// The file, if it is one of this machine.
    fn path(&self) -> Option<&Path> {
        None
    }
}

/// A file of this machine.
#[derive(Debug)]
pub struct OnDisk(pub PathBuf);

impl Ranged for OnDisk {
    fn open_at(&self, offset: u64) -> io::Result<Box<dyn Read + Send>> {
        let mut file = File::open(&self.0)?;
        file.seek(SeekFrom::Start(offset))?;
        Ok(Box::new(file))
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    fn path(&self) -> Option<&Path> {
        Some(&self.0)
    }
}
