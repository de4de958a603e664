//! VGN: the Variable Game Notation of 2015, which holds games in any of eight move formats.

pub mod lexer;
