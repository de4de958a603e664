//! PGN: the Portable Game Notation of 1994, and what has been written in its name since.

pub mod frame;
mod lexer;
mod reader;

pub use reader::{Cursor, Item, Peeked, Reader, What};
