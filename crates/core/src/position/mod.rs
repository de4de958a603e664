//! Position notations: how a whole board is written. One file each, listed once in [`ALL`].

pub mod fen;

use crate::error::Code;
use crate::notation::Spec;
use crate::rules::Position;
use alloc::string::String;
use alloc::vec::Vec;

/// Turns a position into text and back.
pub trait PositionNotation: Sync {
    /// What help and documentation say of it.
    fn spec(&self) -> &'static Spec;
    /// Appends the text of `position`.
    fn write(&self, position: &Position, out: &mut Vec<u8>);
    /// Reads a position; the codes are the leniencies it took.
    fn read(&self, text: &[u8]) -> Result<(Position, Vec<Code>), PositionError>;
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The kind of defect.
    pub code: Code,
    /// The byte in the text where it was seen.
    pub at: usize,
    /// What is wrong, in words.
    pub message: String,
}

impl core::fmt::Display for PositionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for PositionError {}

/// Every position notation, in the order help and documentation show them.
#[rustfmt::skip]
pub static ALL: &[&dyn PositionNotation] = &[
    &fen::Fen,
];

/// The notation with this id.
pub fn find(id: &str) -> Option<&'static dyn PositionNotation> {
    ALL.iter().copied().find(|notation| notation.spec().id == id)
}
