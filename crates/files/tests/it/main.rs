//! Files, compression, blocks and outputs. One program, because each one is linked anew.

mod expanding;
mod given;
mod packing;
mod running;
mod scratch;
mod writing;
