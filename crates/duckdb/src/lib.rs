//! An extension of DuckDB: functions in SQL about games and positions, over the same core as everything else.
//!
//! [`functions::ALL`] is the only list of functions of values. Each works on a chunk of rows through [`ffi::chunk::Chunk`] and
//! [`output::Output`], which are safe. [`tables::ALL`] is the only list of functions that give tables: jobs whose rows are
//! Arrow batches. Only [`ffi`] touches DuckDB's memory.
#![deny(unsafe_code)]

mod ffi;
mod function;
mod functions;
mod games;
mod kind;
mod output;
mod tables;
