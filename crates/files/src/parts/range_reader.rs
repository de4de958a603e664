//! Data that is read from any offset.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Data that can be read from any offset.
pub trait Ranged: Debug + Send + Sync {
    /// Opens it at an offset. `expected` is about how many bytes will be read, if that is known.
    ///
    /// # Errors
    /// If it is not there or must not be read.
    fn open_at(&self, offset: u64, expected: Option<u64>) -> io::Result<Box<dyn Read + Send>>;

    /// What distinguishes it from other data.
    ///
    /// # Errors
    /// If it is not there.
    fn stamp(&self) -> io::Result<Stamp>;

    /// The file, if it is one of this machine.
    fn path(&self) -> Option<&Path> {
        None
    }
}

/// What distinguishes data from other data at the same place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// How many bytes it has.
    pub size: u64,
    /// Its version, if there is one that is the same on every machine.
    pub version: Option<String>,
}

/// A file of this machine.
#[derive(Debug)]
pub struct OnDisk(pub PathBuf);

impl Ranged for OnDisk {
    fn open_at(&self, offset: u64, _expected: Option<u64>) -> io::Result<Box<dyn Read + Send>> {
        let mut file = File::open(&self.0)?;
        file.seek(SeekFrom::Start(offset))?;
        Ok(Box::new(file))
    }

    fn stamp(&self) -> io::Result<Stamp> {
        // Copies of a file on several machines may have different times, so the time is not a version.
        Ok(Stamp { size: self.0.metadata()?.len(), version: None })
    }

    fn path(&self) -> Option<&Path> {
        Some(&self.0)
    }
}
