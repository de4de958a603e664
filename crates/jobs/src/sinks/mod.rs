//! The outputs of jobs, one file for each, and what opens them.

pub(crate) mod archive;
pub(crate) mod batches;
pub(crate) mod book;
pub(crate) mod count;
pub(crate) mod foreign;
pub(crate) mod game_tree;
pub(crate) mod matches;
pub(crate) mod open;
pub(crate) mod packed_trees;
pub(crate) mod positions;
pub(crate) mod split;
pub(crate) mod store;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod text_layout;
pub(crate) mod trees;

pub use open::write_whole;
