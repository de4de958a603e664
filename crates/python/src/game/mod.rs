//! Games for Python: trees of moves, their nodes, and how they are read and written.

mod address;
mod annotations;
mod attribution;
mod faults;
pub(crate) mod foreign;
mod from_end;
mod history;
mod line;
mod lines;
mod merge;
pub(crate) mod node;
pub(crate) mod object;
pub(crate) mod stream;
mod tracked;
mod walk;
pub(crate) mod write;
