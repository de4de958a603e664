//! The jobs: games from any source to any output. Whoever asks for a job is known here as a [`host::Host`], who hears of the
//! progress, and as a [`foreign::Foreign`], who reads and writes the games that the core does not know.
//!
//! In the order in which a job comes by: what was asked for (`options`, `settings`), what there is to read (`formats`,
//! `inputs`), how it is read (`sources`, driven by a `pass`), what is written of it (`outputs`), and what came of it
//! (`report`, `failure`). Behind these stand the jobs themselves: `convert`, `check`, `batches`, `trees`, `parse`, `objects`.
#![forbid(unsafe_code)]

// What may end a job.
pub mod failure;

// What there is to read and write, and what is asked for.
pub mod formats;
pub mod named;

pub mod settings;

pub mod options;

// What is read, and how.
pub mod inputs;

pub mod foreign;
pub mod host;

mod spool;
pub mod tables;
mod whole;

mod chosen;
mod pass;
mod sources;

// What is written, and what came of it.
pub mod outputs;

pub mod explain;
pub mod report;

// The jobs.
mod check;
mod convert;

pub mod plan;

pub mod batches;
pub mod trees;

pub mod objects;
pub mod parse;

pub use check::check;
pub use convert::convert;
pub use failure::Failure;
pub use outputs::trees::ReadTree;
pub use report::Report;
pub use settings::Settings;
