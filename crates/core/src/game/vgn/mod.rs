//! VGN: the Variable Game Notation of 2015, which holds games in any of eight move formats.

pub mod codes;
pub mod head;
pub mod lexer;
pub mod nags;
pub mod pieces;
pub mod result;
pub mod rules;
pub mod setup;
