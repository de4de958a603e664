//! cpgn: what the description leaves open, what its amendments decide, what the original program gets wrong, and hostile bits.

mod amendments;
mod blocks;
mod contradictions;
mod gaps;
mod hostile;
mod lossless;
mod quirks;
mod refused;
mod tokens;
mod tools;
mod variants;
