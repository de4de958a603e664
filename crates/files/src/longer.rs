//! The new part of a file that is undone unless it is completed.

use std::fs::File;
use std::io;

/// A file that gets its former length back unless its new part is completed.
pub(crate) struct Longer {
    /// The same open file as the writer's, which is locked.
    file: File,
    length: u64,
    is_complete: bool,
}

impl Longer {
    /// For an open file, and the length that it gets back.
    pub(crate) fn new(file: File, length: u64) -> Longer {
        Longer { file, length, is_complete: false }
    }

    /// Keeps the new part, which was written to the file.
    pub(crate) fn complete(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for Longer {
    fn drop(&mut self) {
        if !self.is_complete {
            // Its reader knows where the complete part ends, so it does no harm if this fails.
            let _ = self.file.set_len(self.length);
        }
    }
}
