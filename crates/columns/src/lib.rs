//! Games as tables: Arrow batches, Parquet and Arrow IPC files, and stored rows back to games.
//!
//! ```
//! use scoresheet_columns::{Batcher, column};
//! use scoresheet_core::{location::Base, read::Record};
//!
//! let columns = column::resolve(&["white", "summary"])?;
//! let mut batcher = Batcher::new(&columns);
//! batcher.append(&Record::new());
//! let batch = batcher.finish(&Base::default(), "games.pgn");
//! assert_eq!(batch.num_rows(), 1);
//! assert_eq!(batch.schema().field(0).name(), "white");
//! # Ok::<(), column::UnknownColumn>(())
//! ```
#![forbid(unsafe_code)]

pub mod batch;
#[doc(hidden)]
pub mod book;
#[doc(hidden)]
pub mod cells;
pub mod column;
mod data_set;
pub mod error;
pub mod file;
#[doc(hidden)]
pub mod game;
#[doc(hidden)]
pub mod game_notes;
#[doc(hidden)]
pub mod game_opening;
#[doc(hidden)]
pub mod game_summary;
#[doc(hidden)]
pub mod game_tags;
#[doc(hidden)]
pub mod game_tree;
#[doc(hidden)]
pub mod index;
#[doc(hidden)]
pub mod interleave;
#[doc(hidden)]
pub mod pg_copy;
pub mod positions;
pub mod schema;
pub mod sort;
pub mod stored_rows;

pub use batch::{Batcher, GameTexts};
pub use column::{Column, ColumnSpec};
pub use data_set::is_data_set;
pub use error::Error;

/// The examples of the page that registries show run like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
