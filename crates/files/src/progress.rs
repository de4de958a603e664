//! The progress of reading a source, and the bytes that it left unread.

use crate::behind::Behind;
use crate::error::FileError;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, OnceLock};

/// How far the reading has come; to be looked at from any thread.
#[derive(Debug, Default)]
pub struct Progress {
    pub(crate) read: AtomicU64,
    pub(crate) stop: AtomicBool,
    /// The text after the packed bytes, once these were read to their end.
    pub(crate) behind: OnceLock<Behind>,
    total: Option<u64>,
}

impl Progress {
    pub(crate) fn of(total: Option<u64>) -> Arc<Progress> {
        Arc::new(Progress { total, ..Progress::default() })
    }

    /// Bytes read of the file as it is on the disk, packed or not.
    pub fn read(&self) -> u64 {
        self.read.load(Relaxed)
    }

    /// The file's size; `None` for a pipe.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// What is to be said of the input of this name, whose games were all read up to there: a note where bytes of another
    /// kind end the file, an error where more packed ones follow these. Nothing before the end was reached.
    pub fn behind(&self, name: &str) -> Option<FileError> {
        self.behind.get().map(|behind| behind.told(name))
    }
}
