//! Position notations: how a whole board is written. One file each, listed once in [`ALL`].

pub mod bcfen;
pub mod board;
pub mod epd;
mod error;
pub mod fen;
mod fields;
mod from_fields;
pub(crate) mod pattern;
mod position_notation;
mod reserve;
mod rights;
pub mod rows;
pub mod sfen;

pub use error::PositionError;
pub use fields::PositionFields;
pub use from_fields::may_start;
pub use position_notation::{BoardNote, PositionNotation, Read};
pub use rights::castling_rooks;

/// Every position notation, in the order help and documentation show them.
#[rustfmt::skip]
pub static ALL: &[&dyn PositionNotation] = &[
    &fen::Fen,
    &epd::EPD,
    &sfen::SFEN,
    &sfen::SFEN_1_0,
    &bcfen::BCFEN,
    &bcfen::BCFEN_1_0,
];

/// The notation with this id.
pub fn find(id: &str) -> Option<&'static dyn PositionNotation> {
    ALL.iter().copied().find(|notation| notation.spec().id == id)
}
