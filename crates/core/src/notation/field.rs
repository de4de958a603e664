//! The meaning of a text by itself, without a board.

use crate::rules::{Role, Square};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The content of a text by itself: each part by its name.
pub type TextFields = Vec<(&'static str, Field)>;

/// One part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// Nothing.
    Nothing,
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(u32),
    /// A word.
    Text(String),
}

impl Field {
    /// A square's name.
    pub(super) fn square(square: Square) -> Field {
        Field::Text(square.to_string())
    }

    /// A role's letter.
    pub(super) fn role(role: Option<Role>) -> Field {
        role.map_or(Field::Nothing, |role| Field::Text(char::from(role.letter()).into()))
    }
}
