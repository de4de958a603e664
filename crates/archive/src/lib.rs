//! The archive: whole games in few bytes, each of them within reach.
//!
//! A file is a sequence of groups of games, and a group is a sequence of blocks. A block can be read without any other
//! block of its group; what blocks share is in the header of the group. Within a block, each kind of content has a stream
//! of its own, so that tags can be read without moves.
#![forbid(unsafe_code)]

mod archive;
mod block;
mod bytes;
#[doc(hidden)]
pub mod coder;
mod comment_training;
#[doc(hidden)]
pub mod comments;
mod damage;
mod dates;
mod decode;
mod divisor;
mod draft;
mod exact;
mod games;
mod group;
mod heads;
mod index;
mod items;
mod limits;
pub mod moves;
mod packed_games;
mod reference;
mod restore;
mod section;
mod sizes;
#[doc(hidden)]
pub mod symbols;
#[doc(hidden)]
pub mod tags;
mod text_game;
mod walk;
mod writer;

pub use archive::{Archive, ArchiveBlock, BlockGames, BlockHeads, Error, ReadAt};
pub use damage::Damage;
pub use decode::DecodedGame;
pub use games::{GameCollector, Games};
pub use index::{ArchiveIndex, BlockEntry, Exact, GroupEntry, MAGIC, Piece, SectionPlace, Source, TRAILER};
pub use limits::{BLOCK_GAMES, Limits};
pub use restore::{Proof, Restorer};
pub use sizes::Sizes;
#[doc(hidden)]
pub use text_game::{is_document, is_infinite};
pub use writer::{ArchiveWriter, Settings};

/// The examples of the page that registries show run like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
