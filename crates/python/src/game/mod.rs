//! Games for Python: trees of moves, their nodes, and how they are read and written.

mod annotations;
pub(crate) mod foreign;
mod found;
pub(crate) mod held;
mod history;

pub(crate) mod iter;
mod merging;
mod nags;
pub(crate) mod node;

pub(crate) mod parsed;
pub(crate) mod stream;
pub(crate) mod write;

mod methods;
