//! The rules of chess: positions, legal moves, variants. Nothing else in the crate knows how a piece moves.
//!
//! Variants are entries of a file, each listed once in [`ALL`]. A [`Position`] is one concrete type over all of them.

use alloc::string::String;

pub mod attacks;
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
mod variant;
pub mod zobrist;

pub use material::FULL_PHASE;
pub use outcome::Outcome;
pub use packed::PackedMove;
pub use perft::perft;
pub use planes::Planes;

pub use position::{Position, PositionParts, Undo, Wing};
pub use replay::PackedReplay;
pub use types::{Color, Move, MoveKind, Piece, Role, Square, king_destination, rook_destination};
pub use variant::Rules;

/// Every variant, in the order help and documentation show them.
#[rustfmt::skip]
pub static ALL: &[&Rules] = &[
    &variant::STANDARD,
    &variant::CHESS960,
];

/// The standard rules.
pub fn standard() -> &'static Rules {
    &variant::STANDARD
}

/// The rules that castling rights of any file belong to.
pub fn chess960() -> &'static Rules {
    &variant::CHESS960
}

/// The rules with this name or id. Case and blanks do not matter.
pub fn find(name: &str) -> Option<&'static Rules> {
    let named = |name: &str| {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        ALL.iter().copied().find(|rules| is(rules.id) || rules.names.iter().any(|known| is(known)))
    };
    // Few names have blanks to be taken out.
    named(name).or_else(|| named(&name.split_whitespace().collect::<String>()))
}
