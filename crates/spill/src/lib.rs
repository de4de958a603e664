//! Bytes that are held in memory up to a budget, and beyond it in temporary files: sorted entries and a pool.
//!
//! The files come from a function of the caller, so this crate knows neither where they are nor how they are removed.
#![forbid(unsafe_code)]

mod pool;
mod sorter;

pub use pool::Pool;
pub use sorter::{Merged, Sorted, Sorter};

use std::fmt;
use std::fs::File;
use std::io;
use std::sync::Arc;

/// Creates temporary files that can be written and read, and are gone when they are closed. Its clones are the same.
///
/// ```
/// use scoresheet_spill::{Pool, TemporaryFiles};
///
/// // A program would use a function whose files are removed.
/// let none = TemporaryFiles::new(|| Err(std::io::Error::other("there is no disk")));
/// let mut pool = Pool::new(1000, &none);
/// let start = pool.append(b"e4 e5")?;
/// let mut bytes = [0; 5];
/// pool.read(start, &mut bytes)?;
/// assert_eq!(&bytes, b"e4 e5");
/// assert!(pool.append(&[0; 1000]).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct TemporaryFiles(Arc<dyn Fn() -> io::Result<File> + Send + Sync>);

impl TemporaryFiles {
    /// Files that this function creates.
    pub fn new(create: impl Fn() -> io::Result<File> + Send + Sync + 'static) -> TemporaryFiles {
        TemporaryFiles(Arc::new(create))
    }

    /// A new, empty file.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(&self) -> io::Result<File> {
        (self.0)()
    }
}

impl fmt::Debug for TemporaryFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TemporaryFiles")
    }
}

/// The examples of the page that registries show run like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
