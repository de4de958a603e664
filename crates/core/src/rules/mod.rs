//! The rules of chess: positions, legal moves, variants. Nothing else in the crate knows how a piece moves.
//!
//! A game's [`Rules`] are a value, a set of numbers; some sets have names, each listed once in [`NAMED`]. A [`Position`] is one
//! concrete type over all of them.

pub mod attacks;
pub mod code;
mod effects;
mod generate;
mod hand;
mod material;
mod outcome;
mod packed;
mod perft;
mod planes;
mod position;
mod replay;
mod sight;
mod symmetry;
mod types;
pub mod variant;
pub mod zobrist;

pub use effects::Explosion;
pub use hand::Hand;
pub use material::FULL_PHASE;
pub use outcome::Outcome;
pub use packed::{PackedLine, PackedMove};
pub use perft::perft;
pub use planes::Planes;

pub use position::{Position, PositionParts, Undo, Wing};
pub use replay::PackedReplay;
pub use types::{Color, Move, MoveKind, Piece, Role, Square, king_destination, rook_destination};
pub use variant::{NAMED, NamedRules, Rules, find, played};
