//! The jobs: games from any source to any output. The caller of a job is represented by a [`host::Host`], which is
//! notified of the progress, and by a [`foreign::Foreign`], which reads and writes the games of foreign formats.
//!
//! In the order in which a job comes by: what was asked for (`options`, which set the `settings`), what there is to read
//! (`formats`, `arguments`, `inputs`, files at URLs of `places`, which `remotes` read; `dividing` cuts them into `parts` that others read, and `dividing_archives` archives), how it is read (`sources`, driven by a `pass`; `tables` opens files of columns, `archive_file` archives, `chosen` finds the
//! rows that are wanted, `whole` holds a text of a foreign format), what is written of it (`outputs`), and what came of it
//! (`report`, with faults put into words by `explain` and written to a `fault_file`, bad games set `aside`, and the `gain` of formats that save bits;
//! or a `failure`).
//!
//! The jobs themselves use these: `convert` and `check`; `batches` and `trees`, which run in the background according
//! to a `plan`; `indexed` for games by their numbers, of an archive on a `shelf`; `parse` for one game from a text, `objects` for games that a
//! program passes, and `position_index` for an index beside a file.
#![forbid(unsafe_code)]

// Reasons for a job to end.
mod duplicates;
pub mod failure;

// Formats and requests.
pub mod formats;
pub mod named;

pub mod settings;
mod style;

pub mod options;

// Inputs and how they are read.
pub mod arguments;
pub mod dividing;
mod dividing_archives;
pub mod inputs;
mod line_file;
pub mod parts;
pub mod places;
pub mod planned;
pub mod remotes;
pub mod sizes;

pub mod foreign;
pub mod host;
pub mod stores;

mod archive_file;
mod spool;
pub mod tables;
mod transforms;
mod whole;

mod chosen;
mod pass;
mod repair;
mod sources;

// Outputs and results.
pub mod outputs;

mod aside;
pub mod explain;
mod fault_file;
pub mod gain;
pub mod report;
mod restore;

// The jobs.
mod check;
mod convert;
mod count;
mod count_found;
mod opening;

pub mod indexed;
pub mod plan;
mod shelf;

pub mod batches;
pub mod trees;

pub mod objects;
pub mod parse;
pub mod position_index;

pub use check::check;
pub use convert::convert;
pub use failure::Failure;
pub use outputs::trees::{Found, ReadTree};
pub use report::Report;
pub use settings::Settings;
