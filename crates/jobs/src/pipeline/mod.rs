//! What sources and sinks share: the pass over the inputs, the interface of sinks, and the outcome of a job.

pub mod compression_report;
pub(crate) mod edited_steps;
pub mod excerpt;
pub(crate) mod fault_file;
pub(crate) mod fault_rows;
pub mod foreign;
pub(crate) mod game_files;
pub mod host;
pub(crate) mod location;
pub(crate) mod pass;
pub(crate) mod rejects;
mod repair;
pub mod report;
pub(crate) mod single_game;
pub(crate) mod sink;
pub(crate) mod wanted_rows;
