//! The border to DuckDB: the only unsafe code. It reads arguments where DuckDB has them, writes results where it wants them,
//! and lets no panic through.
#![allow(unsafe_code)]

mod arrays;
pub(crate) mod chunk;
mod registration;
mod results;
mod scans;
mod settings;
mod values;
