//! What every layer uses, and what knows nothing of jobs: failures, threads, sorting, files of lines.

pub(crate) mod background;
pub mod failure;
pub(crate) mod line_file;
pub mod lookup;
pub(crate) mod number_set;
pub(crate) mod spool;
pub(crate) mod style;
