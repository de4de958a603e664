//! BGN: documents in which each move says which piece goes from where to where, so that nobody has to replay a game to know what
//! happened in it.

mod document;
mod fields;
pub mod frame;
mod head;
mod keys;
mod moves;
mod notes;
mod problems;
mod reader;
mod source;

pub use reader::Reader;
