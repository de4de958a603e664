//! The resources of a sorter.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// What a sorter may use.
#[derive(Clone, Debug)]
pub struct SortOptions {
    /// How many bytes of rows it may hold before it writes them to a temporary file.
    pub memory: usize,
    /// Where temporary files go. Without it, all rows stay in memory.
    pub scratch: Option<NewScratch>,
}

/// A folder for temporary files, which is gone with all that is in it when this is dropped.
pub trait Scratch: Send + Sync {
    /// Where it is.
    fn path(&self) -> &Path;
}

/// Makes a folder for temporary files when one is needed.
#[derive(Clone)]
pub struct NewScratch(Arc<dyn Fn() -> io::Result<Box<dyn Scratch>> + Send + Sync>);

impl NewScratch {
    /// Folders that this function makes.
    pub fn new(make: impl Fn() -> io::Result<Box<dyn Scratch>> + Send + Sync + 'static) -> NewScratch {
        NewScratch(Arc::new(make))
    }

    pub(super) fn folder(&self) -> io::Result<Box<dyn Scratch>> {
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
