//! The resources of a sorter.

use scoresheet_spill::TemporaryFiles;

/// The resources available to a sorter.
#[derive(Clone, Debug)]
pub struct SortOptions {
    /// The number of bytes of rows in memory beyond which it writes a temporary file.
    pub memory: usize,
    /// What creates temporary files. Without it, all rows stay in memory.
    pub files: Option<TemporaryFiles>,
}

impl Default for SortOptions {
    fn default() -> SortOptions {
        SortOptions { memory: 1 << 30, files: None }
    }
}
