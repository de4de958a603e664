//! The archive: whole games in few bytes, each of them within reach.
//!
//! A file is a sequence of groups of games, and a group is a sequence of blocks. A block can be read without any other
//! block of its group; what blocks share is in the header of the group. Within a block, each kind of content has a stream
//! of its own, so that tags can be read without moves.
#![forbid(unsafe_code)]

pub mod coder;
pub mod moves;
pub mod symbols;
