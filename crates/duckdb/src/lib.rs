//! An extension of DuckDB: functions in SQL about games and positions, over the same core as everything else.
//!
//! [`functions::ALL`] is the only list of functions. Each works on a chunk of rows through [`ffi::chunk::Chunk`] and
//! [`output::Output`], which are safe; only [`ffi`] touches DuckDB's memory.
#![deny(unsafe_code)]

mod ffi;
mod function;
mod functions;
mod games;
mod kind;
mod output;
