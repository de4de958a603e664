//! PGC: the binary form that section 20 of the PGN standard describes.

pub mod recorder;
pub mod records;
