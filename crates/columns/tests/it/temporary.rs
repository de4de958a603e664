//! Temporary files for the tests.

use scoresheet_spill::TemporaryFiles;
use std::fs::{self, File, OpenOptions};
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

/// A file with these bytes that is gone when it is closed.
pub(crate) fn on_disk(bytes: &[u8]) -> File {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("scoresheet-file-{}-{}", std::process::id(), NEXT.fetch_add(1, Relaxed));
    let path = std::env::temp_dir().join(name);
    fs::write(&path, bytes).unwrap();
    let file = File::open(&path).unwrap();
    fs::remove_file(&path).unwrap();
    file
}
