//! The games of a job: every input provides them, in the way of its kind of format, to any output.

pub(crate) mod archive;
pub(crate) mod archive_blocks;
pub(crate) mod book;
pub(crate) mod column_check;
pub(crate) mod columns;
pub(crate) mod foreign;
mod made_columns;
pub(crate) mod objects;
pub(crate) mod odd_game;
mod prefilter;
pub(crate) mod store;
pub(crate) mod stored_games;
pub(crate) mod text;
pub(crate) mod tree_replay;

use crate::formats::archives::ArchiveFormat;
use crate::formats::books::BookFormat;
use crate::formats::foreign::ForeignFormat;
use crate::formats::stores::StoreFormat;
use crate::formats::tables::TableFormat;
use scoresheet_core::game::GameFormat;
use scoresheet_files::{Input, Source};

/// The input that is being read.
pub(crate) struct Current<'i, F> {
    /// Its place among the others.
    pub(crate) index: usize,
    pub(crate) input: &'i Input,
    /// What it gives, from its start.
    pub(crate) source: Source,
    pub(crate) format: F,
}

/// An input that holds games as text.
pub(crate) type TextInput<'i> = Current<'i, &'static dyn GameFormat>;
/// An input that the caller reads.
pub(crate) type ForeignInput<'i> = Current<'i, &'static ForeignFormat>;
/// An input that holds games as columns.
pub(crate) type TableInput<'i> = Current<'i, &'static TableFormat>;
/// An input that is an opening book.
pub(crate) type BookInput<'i> = Current<'i, &'static BookFormat>;
/// An input that is an archive.
pub(crate) type ArchiveInput<'i> = Current<'i, &'static ArchiveFormat>;
/// An input that is a database.
pub(crate) type StoreInput<'i> = Current<'i, &'static StoreFormat>;
