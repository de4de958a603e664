//! The jobs: games from any source to any output. The caller of a job is represented by a [`host::Host`], which is
//! notified of the progress, and by a [`foreign::Foreign`], which reads and writes the games of foreign formats.
//!
//! The crate has layers, each of which uses only those before it: [`common`], [`formats`], [`settings`], [`inputs`],
//! [`options`], [`pipeline`]; then [`sources`] and [`sinks`], which do not know each other; [`containers`]; [`selection`];
//! and the jobs themselves, which are the files beside the folders.
//!
//! The jobs are `convert` and `check`; `batches`, `trees` and `faults`, which run in the background according to a `plan`;
//! `indexed` for games by their numbers, of an archive by an `archive_lookup` and of Parquet by a `table_lookup`; `parse` for one
//! game from a text, `objects` for games that a program passes, `game_tree` for one tree of many games, and `position_index` for an
//! index beside a file.
#![forbid(unsafe_code)]

mod common;
mod containers;
pub mod formats;
pub mod inputs;
pub mod options;
mod pipeline;
mod selection;
mod settings;
mod sinks;
mod sources;

// The jobs.
pub mod batches;
mod check;
mod convert;
mod count;
mod count_matches;
pub mod faults;
pub mod game_index;
mod game_tree;
pub mod objects;
pub mod parse;
pub mod plan;
pub mod position_index;
mod restore;
pub mod trees;

mod archive_lookup;
mod duplicate_output;
mod table_lookup;

pub use check::check;
pub use common::failure::{self, Failure};
pub use common::lookup;
pub use convert::{convert, read_choices};
pub use pipeline::report::{self, Report};
pub use pipeline::{compression_report, excerpt, foreign, host};
pub use settings::{Settings, game_set};
pub use sinks::trees::{ReadTree, TreeFaults};
pub use sinks::write_whole;
