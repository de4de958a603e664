//! Temporary files for the tests, which are counted.

use scoresheet_spill::TemporaryFiles;
use std::fs::{self, OpenOptions};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// How many files were created.
#[derive(Clone, Default)]
pub(crate) struct Created(Arc<AtomicU32>);

impl Created {
    pub(crate) fn count(&self) -> u32 {
        self.0.load(Relaxed)
    }

    /// Files that have no names.
    pub(crate) fn files(&self) -> TemporaryFiles {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let created = self.clone();
        TemporaryFiles::new(move || {
            created.0.fetch_add(1, Relaxed);
            let name = format!("scoresheet-columns-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
            let path = std::env::temp_dir().join(name);
            let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
            fs::remove_file(path)?;
            Ok(file)
        })
    }
}
