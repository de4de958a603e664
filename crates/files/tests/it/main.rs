//! Files, compression, blocks and outputs. One program, because each one is linked separately.

mod caller_input;
mod compression;
mod expanding;
mod running;
mod scratch;
mod writing;
