//! How far the reading of a source has come.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// How far the reading has come; to be looked at from any thread.
#[derive(Debug, Default)]
pub struct Progress {
    pub(crate) read: AtomicU64,
    pub(crate) stop: AtomicBool,
    total: Option<u64>,
}

impl Progress {
    pub(crate) fn of(total: Option<u64>) -> Arc<Progress> {
        Arc::new(Progress { total, ..Progress::default() })
    }

    /// Bytes read of the file as it stands on the disk, packed or not.
    pub fn read(&self) -> u64 {
        self.read.load(Relaxed)
    }

    /// The file's size; `None` for a pipe.
    pub fn total(&self) -> Option<u64> {
        self.total
    }
}
