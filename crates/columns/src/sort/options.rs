//! The resources of a sorter.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The resources available to a sorter.
#[derive(Clone, Debug)]
pub struct SortOptions {
    /// The number of bytes of rows in memory beyond which it writes a temporary file.
    pub memory: usize,
    /// The place for temporary files. Without it, all rows stay in memory.
    pub scratch: Option<NewScratch>,
}

/// A folder for temporary files, which is deleted with its content when this is dropped.
pub trait Scratch: Send + Sync {
    /// Its path.
    fn path(&self) -> &Path;
}

/// Creates a folder for temporary files when one is needed.
#[derive(Clone)]
pub struct NewScratch(Arc<dyn Fn() -> io::Result<Box<dyn Scratch>> + Send + Sync>);

impl NewScratch {
    /// Folders created by this function.
    pub fn new(make: impl Fn() -> io::Result<Box<dyn Scratch>> + Send + Sync + 'static) -> NewScratch {
        NewScratch(Arc::new(make))
    }

    pub(crate) fn folder(&self) -> io::Result<Box<dyn Scratch>> {
        (self.0)()
    }
}

impl fmt::Debug for NewScratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewScratch")
    }
}

impl Default for SortOptions {
    fn default() -> SortOptions {
        SortOptions { memory: 1 << 30, scratch: None }
    }
}
